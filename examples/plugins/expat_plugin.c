/* A parser plugin over libexpat: events are handed on from expat's callbacks, a tag at a time.
 *
 *     cc -std=c99 -O2 -shared -fPIC -I SQUALL/parsers/plugin expat_plugin.c -o expat_plugin.so -lexpat
 *     squall parsers --plugin ./expat_plugin.so
 */
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "squall_parser.h"

/* Stands between the namespace and the local name as expat reports them. No UTF-8 holds this byte. */
#define SEPARATOR '\xFF'

#define MAX_EVENTS 64

/* Newer expats hold events back when a token comes in small pieces, but a stanza is due with its last byte. Older ones
 * have no such function, and need none. */
XML_Bool XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled) __attribute__((weak));

struct squall_parser {
  XML_Parser expat;
  squall_parser_call* call; /* the one that is running */
  uint64_t taken;           /* bytes of the stream before it */
  int error;                /* found by us, not by expat */
  unsigned depth;
  squall_parser_event events[MAX_EVENTS];
  size_t count;
};

static void stop(squall_parser* self, int error) {
  if (self->error != SQUALL_PARSER_OK) return;
  self->error = error;
  XML_StopParser(self->expat, XML_FALSE);
}

/* Events are gathered for as long as what they point at stays: for one callback. */

static void flush(squall_parser* self) {
  if (self->count > 0 && self->call->deliver(self->call->host, self->events, self->count) != 0) {
    stop(self, SQUALL_PARSER_FAILED);
  }
  self->count = 0;
}

static void add(squall_parser* self, int kind, const char* data, size_t size) {
  squall_parser_event event = {data, (uint32_t)size, 0, (uint8_t)kind, SQUALL_PARSER_DECODE_NONE};
  if (self->count == MAX_EVENTS) flush(self);
  self->events[self->count++] = event;
}

/* A name as `uri SEPARATOR local` or `local`. Its namespace is always called 1. */
static void add_name(squall_parser* self, int kind, const char* name) {
  const char* separator = strchr(name, SEPARATOR);
  const char* local = separator != NULL ? separator + 1 : name;
  if (separator != NULL) {
    add(self, SQUALL_PARSER_NAMESPACE, name, (size_t)(separator - name));
    self->events[self->count - 1].ns = 1;
  }
  add(self, kind, local, strlen(local));
  self->events[self->count - 1].ns = separator != NULL;
}

static uint64_t token_end(const squall_parser* self) {
  return (uint64_t)XML_GetCurrentByteIndex(self->expat) + (uint64_t)XML_GetCurrentByteCount(self->expat);
}

static void add_item(squall_parser* self) {
  add(self, SQUALL_PARSER_ITEM, NULL, (size_t)(token_end(self) - self->taken));
}

static void XMLCALL on_start(void* data, const char* name, const char** attributes) {
  squall_parser* self = data;
  if (self->error != SQUALL_PARSER_OK) return;
  add_name(self, SQUALL_PARSER_START, name);
  for (; attributes[0] != NULL; attributes += 2) {
    add_name(self, SQUALL_PARSER_ATTRIBUTE, attributes[0]);
    add(self, SQUALL_PARSER_VALUE, attributes[1], strlen(attributes[1]));
  }
  if (++self->depth == 1) add_item(self);
  flush(self);
}

static void XMLCALL on_end(void* data, const char* name) {
  squall_parser* self = data;
  (void)name;
  if (self->error != SQUALL_PARSER_OK) return;
  add(self, SQUALL_PARSER_END, NULL, 0);
  if (--self->depth <= 1) add_item(self);
  flush(self);
}

static void XMLCALL on_text(void* data, const char* text, int size) {
  squall_parser* self = data;
  if (self->error != SQUALL_PARSER_OK) return;
  if (self->depth > 1) {
    add(self, SQUALL_PARSER_TEXT, text, (size_t)size);
    flush(self);
    return;
  }
  if (size == 1 && XML_GetCurrentByteCount(self->expat) > 2) stop(self, SQUALL_PARSER_TEXT_BETWEEN_STANZAS); /* &#32; */
  for (int i = 0; i < size; ++i) {
    if (strchr(" \t\r\n", text[i]) == NULL) stop(self, SQUALL_PARSER_TEXT_BETWEEN_STANZAS);
  }
}

/* Between stanzas even an empty section is text. */
static void XMLCALL on_cdata(void* data) {
  squall_parser* self = data;
  if (self->depth == 1) stop(self, SQUALL_PARSER_TEXT_BETWEEN_STANZAS);
}

static void XMLCALL on_cdata_end(void* data) {
  (void)data;
}

/* RFC 6120, section 11.1. */

static void XMLCALL on_comment(void* data, const char* text) {
  (void)text;
  stop(data, SQUALL_PARSER_RESTRICTED_XML);
}

static void XMLCALL on_instruction(void* data, const char* target, const char* text) {
  (void)target;
  (void)text;
  stop(data, SQUALL_PARSER_RESTRICTED_XML);
}

static void XMLCALL on_doctype(void* data, const char* name, const char* system, const char* public_id, int internal) {
  (void)name;
  (void)system;
  (void)public_id;
  (void)internal;
  stop(data, SQUALL_PARSER_RESTRICTED_XML);
}

static int is_utf8(const char* encoding) {
  const char* letters = "UTF-8";
  for (; *encoding != '\0' && *letters != '\0'; ++encoding, ++letters) {
    const char c = *encoding >= 'a' && *encoding <= 'z' ? (char)(*encoding - 'a' + 'A') : *encoding;
    if (c != *letters) return 0;
  }
  return *encoding == *letters;
}

static void XMLCALL on_declaration(void* data, const char* version, const char* encoding, int standalone) {
  (void)standalone;
  if (version == NULL || strncmp(version, "1.", 2) != 0) stop(data, SQUALL_PARSER_UNSUPPORTED_VERSION);
  if (encoding != NULL && !is_utf8(encoding)) stop(data, SQUALL_PARSER_UNSUPPORTED_ENCODING);
}

static void prepare(squall_parser* self) {
  XML_SetUserData(self->expat, self);
  XML_SetElementHandler(self->expat, on_start, on_end);
  XML_SetCharacterDataHandler(self->expat, on_text);
  XML_SetCdataSectionHandler(self->expat, on_cdata, on_cdata_end);
  XML_SetCommentHandler(self->expat, on_comment);
  XML_SetProcessingInstructionHandler(self->expat, on_instruction);
  XML_SetStartDoctypeDeclHandler(self->expat, on_doctype);
  XML_SetXmlDeclHandler(self->expat, on_declaration);
  if (XML_SetReparseDeferralEnabled != NULL) XML_SetReparseDeferralEnabled(self->expat, XML_FALSE);
  self->taken = 0;
  self->error = SQUALL_PARSER_OK;
  self->depth = 0;
  self->count = 0;
}

static squall_parser* create(const squall_parser_limits* limits) {
  squall_parser* self = calloc(1, sizeof *self);
  (void)limits; /* expat has none: we do not claim SQUALL_PARSER_CHECKS_LIMITS */
  if (self == NULL) return NULL;
  self->expat = XML_ParserCreateNS("UTF-8", SEPARATOR);
  if (self->expat == NULL) {
    free(self);
    return NULL;
  }
  prepare(self);
  return self;
}

static void reset(squall_parser* self) {
  XML_ParserReset(self->expat, "UTF-8");
  prepare(self);
}

static int error_of(enum XML_Error error) {
  switch (error) {
    case XML_ERROR_UNDEFINED_ENTITY:
      return SQUALL_PARSER_RESTRICTED_XML;
    case XML_ERROR_UNBOUND_PREFIX:
      return SQUALL_PARSER_BAD_NAMESPACE_PREFIX;
    case XML_ERROR_NO_MEMORY:
      return SQUALL_PARSER_FAILED;
    default:
      return SQUALL_PARSER_NOT_WELL_FORMED;
  }
}

static int feed(squall_parser* self, squall_parser_call* call) {
  const int size = call->size < 1 << 20 ? (int)call->size : 1 << 20; /* the rest comes again */
  self->call = call;
  if (XML_Parse(self->expat, call->bytes, size, XML_FALSE) == XML_STATUS_ERROR) {
    call->error_offset = (uint64_t)XML_GetCurrentByteIndex(self->expat);
    return self->error != SQUALL_PARSER_OK ? self->error : error_of(XML_GetErrorCode(self->expat));
  }
  call->used = (size_t)size;
  self->taken += (uint64_t)size;
  return SQUALL_PARSER_OK;
}

static void destroy(squall_parser* self) {
  XML_ParserFree(self->expat);
  free(self);
}

const squall_parser_api* squall_parser_get_api(void) {
  static const squall_parser_api api = {
      SQUALL_PARSER_ABI,
      sizeof(squall_parser_api),
      "expat-plugin",
      "1",
      "callbacks",
      SQUALL_PARSER_TRANSIENT | SQUALL_PARSER_DECODES | SQUALL_PARSER_CHECKS_WELL_FORMED | SQUALL_PARSER_CHECKS_UTF8 |
          SQUALL_PARSER_CHECKS_NAMESPACES | SQUALL_PARSER_CHECKS_UNIQUENESS | SQUALL_PARSER_CHECKS_RESTRICTED,
      create,
      reset,
      feed,
      destroy,
  };
  return &api;
}
