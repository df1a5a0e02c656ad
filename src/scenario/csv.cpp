#include "src/scenario/csv.hpp"

#include <algorithm>

#include "src/scenario/input_error.hpp"

namespace squall::scenario {

CsvReader::CsvReader(std::string_view text) : rest_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

const std::vector<std::string>* CsvReader::next() {
  fields_.clear();
  record_line_ = line_;
  if (rest_.empty()) return nullptr;
  while (true) {
    if (fields_.size() == max_fields) throw InputError("there are more than 64 fields");
    fields_.push_back(field());
    if (at_end_of_record()) break;
    rest_.remove_prefix(1);  // the comma
  }
  skip_end_of_record();
  return &fields_;
}

std::string CsvReader::field() {
  return rest_.starts_with('"') ? quoted_field() : plain_field();
}

std::string CsvReader::plain_field() {
  std::size_t end = std::min(rest_.find_first_of(",\n\""), rest_.size());
  if (end < rest_.size() && rest_[end] == '"') throw InputError("a quote stands inside a field that is not quoted");
  const std::size_t next = end;
  if (end > 0 && rest_[end - 1] == '\r' && (next == rest_.size() || rest_[next] == '\n')) --end;
  std::string value{rest_.substr(0, end)};
  rest_.remove_prefix(end);
  return value;
}

std::string CsvReader::quoted_field() {
  std::string value;
  rest_.remove_prefix(1);
  while (true) {
    const std::size_t quote = rest_.find('"');
    if (quote == std::string_view::npos) throw InputError("a quote is opened and never closed");
    const std::string_view part = rest_.substr(0, quote);
    line_ += static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
    value += part;
    rest_.remove_prefix(quote + 1);
    if (!rest_.starts_with('"')) break;
    value += '"';
    rest_.remove_prefix(1);
  }
  if (!at_end_of_record() && !rest_.starts_with(',')) throw InputError("text follows a closing quote");
  return value;
}

bool CsvReader::at_end_of_record() const {
  return rest_.empty() || rest_.front() == '\n' || rest_ == "\r" || rest_.starts_with("\r\n");
}

void CsvReader::skip_end_of_record() {
  if (rest_.starts_with('\r')) rest_.remove_prefix(1);
  if (rest_.starts_with('\n')) rest_.remove_prefix(1);
  ++line_;
}

}  // namespace squall::scenario
