#include "xmpp/stream/stream_management.hpp"

#include <algorithm>
#include <charconv>

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {

void UnackedQueue::push(std::string_view stanza) {
  if (!has_room() && !stanzas_.empty()) stanzas_.pop_front();
  stanzas_.emplace_back(stanza);
  ++sent_;
}

bool UnackedQueue::acknowledge(std::uint32_t count) {
  const std::uint32_t newly = count - acknowledged_;
  if (newly > sent_ - acknowledged_) return false;
  acknowledged_ = count;
  const auto left = std::min<std::size_t>(sent_ - acknowledged_, stanzas_.size());
  stanzas_.erase(stanzas_.begin(), stanzas_.end() - static_cast<std::ptrdiff_t>(left));
  return true;
}

std::optional<std::uint32_t> parse_count(std::string_view digits) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return count;
}

void append_enable(std::string& out) {
  out.append("<enable xmlns='").append(ns::stream_management).append("' resume='true'/>");
}

void append_resume(std::string& out, const ManagedSession& session) {
  out.append("<resume xmlns='").append(ns::stream_management).append("'");
  xml::append_attribute(out, "previd", session.id);
  xml::append_attribute(out, "h", std::to_string(session.received));
  out += "/>";
}

void append_ack_request(std::string& out) {
  out.append("<r xmlns='").append(ns::stream_management).append("'/>");
}

void append_ack(std::string& out, std::uint32_t received) {
  out.append("<a xmlns='").append(ns::stream_management).append("' h='").append(std::to_string(received)).append("'/>");
}

void append_ack_too_high(std::string& out, std::uint32_t acknowledged, std::uint32_t sent) {
  out.append("<stream:error><undefined-condition xmlns='").append(ns::stream_errors);
  out.append("'/><handled-count-too-high xmlns='").append(ns::stream_management);
  out.append("' h='").append(std::to_string(acknowledged)).append("' send-count='").append(std::to_string(sent));
  out += "'/></stream:error>";
}

}  // namespace squall::xmpp
