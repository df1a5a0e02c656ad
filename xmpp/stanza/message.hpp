#pragma once

#include <string>
#include <string_view>

#include "parsers/event.hpp"
#include "xmpp/stanza/error.hpp"

namespace squall::xmpp {

/// A message to be written. Spec: RFC 6121 section 5.2. Empty parts are left out.
struct Message {
  std::string_view to;
  std::string_view id{};
  std::string_view type = "chat";
  std::string_view body{};     ///< characters, not XML
  std::string_view payload{};  ///< XML behind the body
};

void append_message(std::string& out, const Message& message);

/// Appends the bounce of a message (or presence) that cannot be delivered: addresses swapped, type error.
/// Never call it for a stanza that is itself of type error (RFC 6120 section 8.3.1).
void append_bounce(std::string& out, const parsers::Element& stanza, const StanzaError& error);

/// A message that was received, read where it lies.
class MessageView {
 public:
  explicit MessageView(const parsers::Element& element) : element_(element) {}

  parsers::Text from() const { return element_.attribute("from"); }
  parsers::Text to() const { return element_.attribute("to"); }
  parsers::Text id() const { return element_.attribute("id"); }
  bool is_error() const { return element_.attribute("type") == "error"; }
  /// The first body's characters, or empty; `scratch` is filled only if decoding is needed.
  std::string_view body(std::string& scratch) const;

 private:
  parsers::Element element_;
};

}  // namespace squall::xmpp
