#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/event.hpp"

namespace squall::server {

/// A stanza as it came in. `bytes` may be empty, if the parser does not keep them.
struct Stanza {
  const parsers::Element& element;
  std::string_view bytes;
};

enum class Forwarding : std::uint8_t {
  splice,   ///< the bytes as received with `from` put in, wherever that is correct; else rebuilt
  rebuild,  ///< written anew from the events
};

/// Writes a stanza for another stream, on which `jabber:client` is the default namespace and the only prefix anybody
/// may count on is `xml`.
class Forwarder {
 public:
  virtual ~Forwarder() = default;
  /// Appends `stanza` with its `from` replaced by `from_attribute`, which is ready to be put into a tag: ` from='…'`.
  /// Cost: no allocation but the growth of `out`.
  virtual void append(std::string& out, const Stanza& stanza, std::string_view from_attribute) = 0;
};

std::unique_ptr<Forwarder> make_forwarder(Forwarding kind);

/// True if the bytes mean on another stream what they meant on their own: the root has no prefix, and neither has any
/// name within, `xml:` aside. A prefix may have been declared on the stream header, which does not travel along.
bool can_splice(const Stanza& stanza);

}  // namespace squall::server
