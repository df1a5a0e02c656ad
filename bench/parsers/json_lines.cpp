#include "bench/parsers/json_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "parsers/corpus/recorded.hpp"
#include "parsers/stream/detail/kernel.hpp"

namespace squall::bench {
namespace {

/// A JSON string.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string row_object(const Row& row) {
  return fmt::format(
      R"({{"parser":{},"checks":{},"builds":{},"feed":{},"is_parser":{},"agrees":{},"allocations":{},"seconds":[{:.9f}]}})",
      quoted(row.engine), quoted(row.checks), quoted(row.builds), quoted(to_string(row.feed)), row.is_parser,
      row.agrees, row.allocations, fmt::join(row.seconds, ","));
}

}  // namespace

std::string build_line() {
  return fmt::format(R"({{"build":{{"instruction_set":{},"compiler":{},"flags":{}}}}})",
                     quoted(parsers::detail::best_kernel().name), quoted(SQUALL_COMPILER), quoted(SQUALL_FLAGS));
}

std::string reading_line(const Engine& engine, const std::string& corpus) {
  return fmt::format(R"({{"reading":{},"corpus":{}}})", quoted(engine.name()), quoted(corpus));
}

std::string rows_line(const Setup& setup, const std::string& corpus, const std::vector<Row>& rows) {
  std::vector<std::string> objects;
  for (const Row& row : rows) objects.push_back(row_object(row));
  return fmt::format(R"({{"corpus":{},"hash":{},"bytes":{},"stanzas":{},"feed":{},"mode":{},"rows":[{}]}})",
                     quoted(corpus), quoted(parsers::corpus::hash_of(*setup.corpus)), setup.corpus->bytes.size(),
                     setup.corpus->stanzas(), quoted(to_string(setup.feed)),
                     quoted(setup.mode == Mode::scan ? "scan" : "consume"), fmt::join(objects, ","));
}

}  // namespace squall::bench
