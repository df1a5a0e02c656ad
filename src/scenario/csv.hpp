#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace squall::scenario {

/// Reads CSV record by record. Fields may be quoted; within quotes "" is one quote, and commas and line ends are text.
/// Records end with LF or CRLF; a UTF-8 byte order mark at the start is skipped. Views into the text stay with it.
/// Spec: RFC 4180 section 2
class CsvReader {
 public:
  explicit CsvReader(std::string_view text);

  /// The next record's fields, or nothing at the end. Throws InputError, without a line number, on a quote where none
  /// may be, one that is never closed, or more than `max_fields` fields.
  /// Lifetime: the reference dies at the next call.
  const std::vector<std::string>* next();
  /// The line, from 1, on which the record that next() gave, or failed at, begins.
  std::size_t line() const { return record_line_; }

  static constexpr std::size_t max_fields = 64;

 private:
  std::string field();
  std::string quoted_field();
  std::string plain_field();
  bool at_end_of_record() const;
  void skip_end_of_record();

  std::string_view rest_;
  std::size_t line_ = 1;
  std::size_t record_line_ = 1;
  std::vector<std::string> fields_;
};

}  // namespace squall::scenario
