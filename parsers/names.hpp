#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// Namespace names that every parser of the house knows by a small index, the same in each of them.
namespace squall::parsers::well_known {

inline constexpr std::uint16_t none = 0;
inline constexpr std::uint16_t xml = 1;      ///< http://www.w3.org/XML/1998/namespace
inline constexpr std::uint16_t xmlns = 2;    ///< http://www.w3.org/2000/xmlns/
inline constexpr std::uint16_t streams = 3;  ///< http://etherx.jabber.org/streams
inline constexpr std::uint16_t client = 4;   ///< jabber:client
inline constexpr std::uint16_t server = 5;   ///< jabber:server

/// All of them in the order of their indices; index 0 is the empty name.
std::span<const std::string_view> namespaces();

/// How many there are: the first index that a parser may give out itself.
std::uint16_t count();

/// The index of a name, or count() if it is not well known.
std::uint16_t find(std::string_view name);

}  // namespace squall::parsers::well_known
