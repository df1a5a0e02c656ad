#include "src/server/fault_text.hpp"

#include <fmt/format.h>

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::server {
namespace {

constexpr std::string_view carbons = "urn:xmpp:carbons:2";     // XEP-0280
constexpr std::string_view forwarding = "urn:xmpp:forward:0";  // XEP-0297

bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
}

/// Characters of the body up to the first reference or tag.
std::string_view plain_body(std::string_view message) {
  constexpr std::string_view open = "<body>";
  const std::size_t at = message.find(open);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = message.substr(at + open.size());
  return rest.substr(0, rest.find_first_of("<&"));
}

std::string attribute(std::string_view name, std::string_view value) {
  std::string text;
  xmpp::xml::append_attribute(text, name, value);
  return text;
}

/// `stanza` with attributes put in behind the name of its element.
std::string with_attributes(std::string_view stanza, std::string_view attributes) {
  const std::size_t name_end = stanza.find_first_of(" />");
  std::string text(stanza.substr(0, name_end));
  return text.append(attributes).append(stanza.substr(name_end));
}

}  // namespace

bool corrupt_body(std::string& message, std::uint64_t where) {
  const std::string_view body = plain_body(message);
  for (std::size_t tried = 0; tried < body.size(); ++tried) {
    const std::size_t at = (where + tried) % body.size();
    if (!is_plain(body[at])) continue;
    message[static_cast<std::size_t>(body.data() - message.data()) + at] = '!';
    return true;
  }
  return false;
}

std::string carbon_copy(std::string_view message, std::string_view account, std::string_view receiver, int depth) {
  std::string copy(message);
  for (int i = 0; i < depth; ++i) {
    copy = fmt::format(
        "<message type='chat'{}{}><received xmlns='{}'><forwarded xmlns='{}'>{}</forwarded></received>"
        "</message>",
        attribute("from", account), attribute("to", receiver), carbons, forwarding,
        with_attributes(copy, attribute("xmlns", xmpp::ns::client)));
  }
  return copy;
}

std::string with_from(std::string_view answer, std::string_view from) {
  std::string text(answer);
  constexpr std::string_view name = " from=";
  const std::size_t tag_end = text.find('>');
  const std::size_t at = text.find(name);
  if (at < tag_end) {
    const std::size_t quote = at + name.size();
    text.erase(at, text.find(text[quote], quote + 1) + 1 - at);
  }
  return from.empty() ? text : with_attributes(text, attribute("from", from));
}

std::string offline_message(std::string_view domain, std::string_view receiver, std::string_view stamp, bool delay) {
  const std::string kept =
      delay ? fmt::format("<delay xmlns='{}' from='{}' stamp='2004-08-01T00:00:00Z'/>", xmpp::ns::delay, domain) : "";
  return fmt::format("<message type='chat' from='earlier@{}/squall'{}><body>{}</body>{}</message>", domain,
                     attribute("to", receiver), stamp, kept);
}

bool begins_step(FaultKind stall, std::string_view bytes) {
  const auto holds = [bytes](std::string_view word) { return bytes.find(word) != std::string_view::npos; };
  switch (stall) {
    case FaultKind::stall_stream:
      return true;
    case FaultKind::stall_tls:
      return holds("<starttls");
    case FaultKind::stall_auth:
      return holds("<auth") || holds("jabber:iq:auth");
    case FaultKind::stall_bind:
      return holds(xmpp::ns::bind) || holds("urn:xmpp:bind:0");
    case FaultKind::stall_session:
      return holds(xmpp::ns::session) || holds(xmpp::ns::roster);
    default:
      return false;
  }
}

}  // namespace squall::server
