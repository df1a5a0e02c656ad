#include "xmpp/stream/errors.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {
namespace {

constexpr std::size_t max_condition_bytes = 64;
constexpr std::size_t max_text_bytes = 256;

std::string cut(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string{text};
  const auto is_continuation = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80; };
  while (max_bytes > 0 && is_continuation(max_bytes)) --max_bytes;
  return std::string{text.substr(0, max_bytes)};
}

/// RFC 6120 section 4.9.3.19: see-other-host holds where to go.
PeerError read_error(const parsers::Element& error) {
  auto result = read_conditions(error, ns::stream_errors);
  if (const auto elsewhere = error.child(ns::stream_errors, see_other_host)) {
    std::string scratch;
    result.text = elsewhere.text(scratch);
  }
  return result;
}

}  // namespace

void append_stream_error(std::string& out, std::string_view condition, std::string_view text) {
  out.append("<stream:error><").append(condition).append(" xmlns='").append(ns::stream_errors).append("'/>");
  if (!text.empty()) {
    out.append("<text xmlns='").append(ns::stream_errors).append("'>");
    xml::append_text(out, text);
    out += "</text>";
  }
  out += "</stream:error>";
}

std::optional<PeerError> read_stream_error(const parsers::Element& element) {
  if (element.ns() != ns::streams) return std::nullopt;
  if (element.local() == "error") return read_error(element);
  const auto inner = element.local() == "stream" ? element.child(ns::streams, "error") : parsers::Element{};
  return inner ? std::optional{read_error(inner)} : std::nullopt;
}

Failure make_failure(Stage stage, session_errc code, std::string_view condition, std::string_view text) {
  return {stage, code, cut(condition, max_condition_bytes), cut(text, max_text_bytes)};
}

}  // namespace squall::xmpp
