#include "parsers/error.hpp"

#include <array>

namespace squall::parsers {
namespace {

struct Row {
  std::string_view words;
  std::string_view condition;
};

constexpr std::array<Row, 13> rows{{
    {"no error", ""},
    {"not well-formed", "not-well-formed"},
    {"restricted XML", "restricted-xml"},
    {"encoding other than UTF-8", "unsupported-encoding"},
    {"XML version other than 1.x", "not-well-formed"},
    {"undeclared namespace prefix", "bad-namespace-prefix"},
    {"text between stanzas", "bad-format"},
    {"elements nested too deeply", "policy-violation"},
    {"too many attributes", "policy-violation"},
    {"name too long", "policy-violation"},
    {"token too long", "policy-violation"},
    {"stanza too long", "policy-violation"},
    {"fault of the parser plugin", "internal-server-error"},
}};

}  // namespace

std::string_view to_string(parse_errc code) {
  return rows[static_cast<std::size_t>(code)].words;
}

std::string_view stream_condition(parse_errc code) {
  return rows[static_cast<std::size_t>(code)].condition;
}

}  // namespace squall::parsers
