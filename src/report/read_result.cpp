#include "src/report/read_result.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

#include "src/report/json.hpp"
#include "src/report/parts_of_result.hpp"
#include "src/report/result_fields.hpp"

namespace squall::report {
namespace {

/// Line and column of a byte, both from 1.
std::string place_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return fmt::format("byte {} (line {}, column {})", at, lines + 1, at - start + 1);
}

boost::json::value parse_json(std::string_view text) {
  boost::json::stream_parser parser;
  boost::system::error_code error;
  const std::size_t taken = parser.write_some(text.data(), text.size(), error);
  if (!error && text.find_first_not_of(" \t\r\n", taken) != std::string_view::npos)
    throw ResultFileError(fmt::format("has more after its end at {}", place_of(text, taken)));
  if (error) throw ResultFileError(fmt::format("is no JSON at {}: {}", place_of(text, taken), error.message()));
  if (!parser.done()) parser.finish(error);
  if (error) throw ResultFileError(fmt::format("is cut short at {}", place_of(text, text.size())));
  return parser.release();
}

std::string text_of(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw ResultFileError("is a folder; name a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ResultFileError(fmt::format("cannot be read: {}", std::strerror(errno)));
  std::ostringstream text;
  std::string piece(1 << 16, '\0');
  for (std::uintmax_t all = 0;
       file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0;) {
    all += static_cast<std::uintmax_t>(file.gcount());
    if (all > most_result_bytes)
      throw ResultFileError(fmt::format("is larger than {} MiB: that is no result", most_result_bytes >> 20));
    text.write(piece.data(), file.gcount());
  }
  return std::move(text).str();
}

void check_schema(const Field& document) {
  if (!document.has("schema_version"))
    throw ResultFileError("has no schema_version; name a file that squall run --json has written");
  const std::uint64_t version = document["schema_version"].count();
  if (version != schema_version)
    throw ResultFileError(
        fmt::format("is of schema version {}; this squall reads version {}", version, schema_version));
}

}  // namespace

StoredResult parse_result(std::string_view text) {
  const boost::json::value json = parse_json(text);
  if (!json.is_object()) throw ResultFileError("is no JSON object; name a file that squall run --json has written");
  const Field document(json, "");
  check_schema(document);
  return {"", result_of(document), machine_of(document["machine"]), json.as_object()};
}

StoredResult read_result(const std::filesystem::path& path) {
  StoredResult stored = parse_result(text_of(path));
  stored.path = path.string();
  return stored;
}

boost::json::object read_json_object(const std::filesystem::path& path) {
  boost::json::value json = parse_json(text_of(path));
  if (!json.is_object()) throw ResultFileError("is no JSON object");
  return std::move(json.as_object());
}

}  // namespace squall::report
