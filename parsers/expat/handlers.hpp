#pragma once

#include <expat.h>

#include "parsers/expat/expat_parser.hpp"

namespace squall::parsers::expat {

/// The way from expat's callbacks to the parser. `self` is expat's user data.
struct ExpatParser::Handlers {
  static void install(XML_Parser expat, ExpatParser* self);

  static void start(void* self, const char* name, const char** attributes);
  static void end(void* self, const char* name);
  static void text(void* self, const char* characters, int size);
  static void start_cdata(void* self);
  static void end_cdata(void* self);
  static void declaration(void* self, const char* version, const char* encoding, int standalone);
  static void start_namespace(void* self, const char* prefix, const char* uri);
  static void comment(void* self, const char* text);
  static void instruction(void* self, const char* target, const char* text);
  static void doctype(void* self, const char* name, const char* system_id, const char* public_id, int internal);
  static void other(void* self, const char* text, int size);
};

}  // namespace squall::parsers::expat
