#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "src/metrics/result.hpp"
#include "src/report/machine.hpp"

namespace squall::report {

/// What is wrong with a result file, in words that follow its name: `is cut short at byte 1234`.
class ResultFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A result that was kept.
struct StoredResult {
  std::string path;  ///< as given; empty: it never was a file
  metrics::Result result;
  Machine machine;
  boost::json::object document;  ///< all that stands in the file, also what a later version has added
};

/// Bytes of a file that are read at most.
inline constexpr std::uintmax_t most_result_bytes = 256u << 20;

/// Reads what json_report() wrote. Not in the result: passwords, which are not in the file.
/// Errors: throws ResultFileError for text that is no JSON (with the position), cut short, of another schema version
/// (named), without a field or with one of another kind (named).
/// Spec: docs/result-schema.json
StoredResult parse_result(std::string_view text);

/// Reads a file. Errors: as parse_result, and throws ResultFileError for one that cannot be read or is too large.
StoredResult read_result(const std::filesystem::path& path);

/// Any JSON file of an object, read with the same errors but for the schema.
boost::json::object read_json_object(const std::filesystem::path& path);

}  // namespace squall::report
