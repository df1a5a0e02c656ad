#include "parsers/expat/handlers.hpp"

#include <algorithm>
#include <cstring>

#include "parsers/expat/expanded_name.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml/declaration.hpp"

namespace squall::parsers::expat {
namespace {

ExpatParser& parser_of(void* self) {
  return *static_cast<ExpatParser*>(self);
}

}  // namespace

void ExpatParser::Handlers::install(XML_Parser expat, ExpatParser* self) {
  XML_SetUserData(expat, self);
  XML_SetElementHandler(expat, start, end);
  XML_SetCharacterDataHandler(expat, text);
  XML_SetCdataSectionHandler(expat, start_cdata, end_cdata);
  XML_SetXmlDeclHandler(expat, declaration);
  XML_SetStartNamespaceDeclHandler(expat, start_namespace);
  XML_SetCommentHandler(expat, comment);
  XML_SetProcessingInstructionHandler(expat, instruction);
  XML_SetStartDoctypeDeclHandler(expat, doctype);
  XML_SetDefaultHandler(expat, other);
}

void ExpatParser::Handlers::start(void* self, const char* name, const char** attributes) {
  parser_of(self).on_start(name, attributes);
}

void ExpatParser::Handlers::end(void* self, const char*) {
  parser_of(self).on_end();
}

void ExpatParser::Handlers::text(void* self, const char* characters, int size) {
  parser_of(self).on_text({characters, static_cast<std::size_t>(size)});
}

void ExpatParser::Handlers::start_cdata(void* self) {
  parser_of(self).on_cdata(true);
}

void ExpatParser::Handlers::end_cdata(void* self) {
  parser_of(self).on_cdata(false);
}

void ExpatParser::Handlers::declaration(void* self, const char* version, const char* encoding, int) {
  parser_of(self).on_declaration(version, encoding);
}

void ExpatParser::Handlers::start_namespace(void* self, const char* prefix, const char*) {
  parser_of(self).on_namespace(prefix);
}

void ExpatParser::Handlers::comment(void* self, const char*) {
  parser_of(self).on_restricted();
}

void ExpatParser::Handlers::instruction(void* self, const char*, const char*) {
  parser_of(self).on_restricted();
}

void ExpatParser::Handlers::doctype(void* self, const char*, const char*, const char*, int) {
  parser_of(self).on_restricted();
}

void ExpatParser::Handlers::other(void* self, const char*, int) {
  parser_of(self).on_other();
}

void ExpatParser::on_start(const char* name, const char** attributes) {
  if (error_) return;
  if (depth_ < 2) {
    tape_.clear();
    watch_.stanza_start = token_start();
  }
  ++depth_;
  if (!take_token(false) || !begin_element(name, attributes)) return;
  declarations_ = 0;
  if (depth_ == 1) {
    root_seen_ = true;
    finish_item(opened_);
  }
}

bool ExpatParser::begin_element(const char* name, const char** attributes) {
  if (depth_ > limits_.depth) return fail(parse_errc::depth_limit);
  const ExpandedName expanded(name);
  if (!check_name(expanded.written())) return false;
  if (!tape_.start(expanded.ns, expanded.local)) return fail(parse_errc::stanza_limit);
  std::size_t count = declarations_;
  for (; *attributes; attributes += 2) {
    if (++count > limits_.attributes) break;
    if (!add_attribute(attributes[0], attributes[1])) return false;
  }
  return count <= limits_.attributes || fail(parse_errc::attribute_limit);
}

bool ExpatParser::add_attribute(const char* name, const char* value) {
  const ExpandedName expanded(name);
  if (!check_name(expanded.written())) return false;
  return tape_.attribute(expanded.ns, expanded.local, value) || fail(parse_errc::stanza_limit);
}

void ExpatParser::on_end() {
  if (error_ || !take_token(false)) return;
  --depth_;
  if (depth_ == 0) return finish_item(closed_);
  tape_.end();
  if (depth_ == 1) finish_item(finished_);
}

void ExpatParser::finish_item(bool& item) {
  item = true;
  watch_.stanza_start.reset();
  XML_StopParser(expat_.get(), XML_TRUE);
}

void ExpatParser::on_text(std::string_view characters) {
  if (error_) return;
  if (depth_ == 1) {
    if (check_between_stanzas(characters)) taken_ = token_end();
  } else if (take_token(true)) {
    tape_.text(characters);
  }
}

/// Only white space that stands there itself may: a reference to it is text.
bool ExpatParser::check_between_stanzas(std::string_view characters) {
  const bool reference = pending_head().starts_with('&');
  const bool space = std::all_of(characters.begin(), characters.end(), xml::is_space);
  return (space && !reference) || fail(parse_errc::text_between_stanzas);
}

void ExpatParser::on_cdata(bool begins) {
  if (error_) return;
  if (depth_ == 1) {
    fail(parse_errc::text_between_stanzas);
    return;
  }
  in_cdata_ = begins;
  take_token(false);
}

void ExpatParser::on_declaration(const char* version, const char* encoding) {
  if (error_ || !take_token(false)) return;
  if (!version || !xml::is_version_1(version)) {
    fail(parse_errc::unsupported_version);
  } else if (encoding && !xml::is_utf8_name(encoding)) {
    fail(parse_errc::unsupported_encoding);
  }
}

void ExpatParser::on_namespace(const char* prefix) {
  constexpr std::size_t xmlns = 5;
  ++declarations_;
  if (!error_) check_name(prefix ? xmlns + 1 + std::strlen(prefix) : xmlns);
}

void ExpatParser::on_restricted() {
  fail(parse_errc::restricted_xml);
}

/// Counts a token's bytes, and sees to the limits.
bool ExpatParser::take_token(bool is_text) {
  if (!is_text || !in_text_) watch_.token_start = token_start();
  in_text_ = is_text;
  taken_ = token_end();
  return check_size(taken_);
}

bool ExpatParser::check_size(std::uint64_t end) {
  const ParseError limit = watch_.check(limits_, end);
  return !limit || fail(limit.code, limit.offset);
}

bool ExpatParser::check_name(std::size_t bytes) {
  return bytes <= limits_.name_bytes || fail(parse_errc::name_limit);
}

}  // namespace squall::parsers::expat
