#pragma once

#include <cstdint>
#include <string_view>

/// A perfect hash of the attribute names that XMPP uses most. A hit proves the name well-formed and gives it a bit,
/// with which the uniqueness of attributes costs one AND.
namespace squall::parsers::detail {

struct alignas(64) KnownAttribute {
  std::uint64_t head = 0;  ///< first eight bytes of name and equals sign
  std::uint64_t tail = 0;  ///< the next eight
  std::uint64_t tail_mask = 0;
  std::uint64_t rest = 0;  ///< of its event
  std::uint64_t add = 0;   ///< to the name's address, for the word of its event: prefix, namespace
  std::uint64_t size = 0;  ///< with the equals sign
  std::uint16_t bit = 0;
  std::uint16_t ns = 0;  ///< well-known index
};

inline constexpr unsigned known_attribute_bits = 8;  ///< the table has two to the power of this many slots
inline constexpr std::uint32_t xmlns_bit = 0;
inline constexpr std::uint32_t most_known_attributes = 64;  ///< as many as bits

struct KnownAttributes {
  std::uint64_t factor;
  KnownAttribute slots[1u << known_attribute_bits];
};

extern const KnownAttributes known_attributes;

/// The attribute of that qualified name, or null.
const KnownAttribute* find_known_attribute(std::string_view name);

}  // namespace squall::parsers::detail
