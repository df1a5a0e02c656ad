#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/event.hpp"

namespace squall::zephyr {

/// What the messages of an experiment carry.
enum class Content : std::uint8_t {
  chat,    ///< 140 characters, some of them entities or of several bytes, and often a chat state (XEP-0085)
  text,    ///< a body of 5 KB
  roster,  ///< 500 roster items
  vcard,   ///< a vCard with a photo of 64 KB in base64, sent in segments of 1,460 bytes
};

std::span<const Content> contents();
std::string_view to_string(Content content);
std::string_view in_words(Content content);
std::optional<Content> content(std::string_view name);
/// Bytes that are sent at once; 0: all.
std::size_t segment_bytes(Content content);

/// One message's content: what stands between <message …> and </message>, and a digest of what it means.
struct Payload {
  std::string xml;
  std::uint64_t digest = 0;
};

/// `count` payloads, no two alike in a row; the same seed gives the same on every machine.
std::vector<Payload> make_payloads(Content content, std::size_t count, std::uint64_t seed);

/// A digest of all that stands in an element: names, namespaces, attributes and decoded text, not how they were
/// written. FNV-1a, 64 bits.
std::uint64_t content_digest(const parsers::Element& element);

}  // namespace squall::zephyr
