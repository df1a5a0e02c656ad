#pragma once

#include <cstdint>
#include <string_view>

namespace squall::parsers {

/// What can be wrong with a stream of XML, as every parser of the house reports it.
/// Each limit has a code of its own (see limits.hpp); running out of input is not an error.
/// Spec: XML 1.0 5th edition; Namespaces in XML 1.0; RFC 6120 sections 4.9.3 and 11.
enum class parse_errc : std::uint8_t {
  none,
  not_well_formed,       ///< breaks XML 1.0 or Namespaces in XML, bad UTF-8 included
  restricted_xml,        ///< comment, processing instruction, DOCTYPE, or an entity other than the five
  unsupported_encoding,  ///< the XML declaration names an encoding other than UTF-8
  unsupported_version,   ///< the XML declaration names a version other than 1.x
  bad_namespace_prefix,  ///< a prefix is used that nothing declares
  text_between_stanzas,  ///< character data other than white space at depth one of a stream
  depth_limit,
  attribute_limit,
  name_limit,
  token_limit,
  stanza_limit,
  plugin_fault,  ///< a parser plugin broke its contract; PluginParser::fault() says how (plugin/plugin_parser.hpp)
};

/// Where the input stopped being acceptable.
/// `offset`: bytes since the start of the stream or the last reset, of the first byte that could not belong
/// to any acceptable continuation as far as the parser can tell; parsers may differ in it by the length of a token.
struct ParseError {
  parse_errc code = parse_errc::none;
  std::uint64_t offset = 0;

  explicit operator bool() const { return code != parse_errc::none; }
};

/// The code in words, for a person.
std::string_view to_string(parse_errc code);

/// The stream error that a server sends for it, e.g. "not-well-formed" (RFC 6120 section 4.9.3).
std::string_view stream_condition(parse_errc code);

}  // namespace squall::parsers
