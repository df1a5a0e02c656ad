/* Squall's interface for parser plugins: an XML stream parser in a shared library, measured by `squall parsers
 * --plugin ./mine.so`, read with by `squall parse --plugin` and served with by `squall serve --plugin`.
 *
 * A plugin exports one function, squall_parser_get_api(), and includes nothing but this file, which is C99 and C++.
 * docs/plugins.md leads from nothing to a table; examples/plugins/ has a plugin in C and one in Rust.
 *
 * What a parser is given: the bytes of an XMPP stream (RFC 6120) in pieces of any size. What it delivers: events.
 *
 *     START root, ATTRIBUTE VALUE ..., ITEM                      the stream header
 *     START, ATTRIBUTE VALUE ..., TEXT, START ... END, END, ITEM   a stanza, and so on
 *     END, ITEM                                                  the end of the stream
 *
 * It delivers them as an array, with one event in it or ten thousand: a parser that calls back for each event hands
 * over one at a time, a fast one a stanza or a whole read at once. Nothing is delivered for namespace declarations, for
 * white space between stanzas and for the XML declaration.
 *
 * A parser is used by one thread at a time; two parsers of one plugin may be used by two threads at once. No exception,
 * panic or longjmp may leave the plugin.
 */
#ifndef SQUALL_PARSER_H
#define SQUALL_PARSER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when something here changes its meaning. Squall takes plugins of exactly this version. Fields may be added at
 * the end of squall_parser_api within a version, which is what its `size` is for. */
#define SQUALL_PARSER_ABI 1

/* What is wrong with a stream. A parser that cannot tell some of them apart reports SQUALL_PARSER_NOT_WELL_FORMED. */
enum squall_parser_error {
  SQUALL_PARSER_OK = 0,               /* good so far, whether or not something is complete */
  SQUALL_PARSER_NOT_WELL_FORMED,      /* breaks XML 1.0 or Namespaces in XML, bad UTF-8 included */
  SQUALL_PARSER_RESTRICTED_XML,       /* comment, processing instruction, DOCTYPE, entity other than the five */
  SQUALL_PARSER_UNSUPPORTED_ENCODING, /* the XML declaration names an encoding other than UTF-8 */
  SQUALL_PARSER_UNSUPPORTED_VERSION,  /* ... or a version other than 1.x */
  SQUALL_PARSER_BAD_NAMESPACE_PREFIX, /* a prefix that nothing declares */
  SQUALL_PARSER_TEXT_BETWEEN_STANZAS, /* character data other than white space among the root's children */
  SQUALL_PARSER_DEPTH_LIMIT,
  SQUALL_PARSER_ATTRIBUTE_LIMIT,
  SQUALL_PARSER_NAME_LIMIT,
  SQUALL_PARSER_TOKEN_LIMIT,
  SQUALL_PARSER_STANZA_LIMIT,
  SQUALL_PARSER_FAILED = 100 /* the parser's own trouble: no memory, for instance */
};

/* Caps to hold before memory grows. Those that a parser does not hold, Squall holds as far as the events show them. */
typedef struct squall_parser_limits {
  uint32_t depth;        /* open elements, the root included */
  uint32_t attributes;   /* attributes and namespace declarations of one element */
  uint32_t name_bytes;   /* a qualified name, prefix and colon included; at most 65535 */
  uint32_t reserved;     /* 0 */
  uint64_t token_bytes;  /* one run of text, one tag */
  uint64_t stanza_bytes; /* one first-level element, also the stream header */
} squall_parser_limits;

enum squall_parser_event_kind {
  SQUALL_PARSER_START,     /* data, size: local name. ns: its namespace */
  SQUALL_PARSER_ATTRIBUTE, /* likewise; stands behind START or VALUE, and a VALUE follows it at once */
  SQUALL_PARSER_VALUE,     /* data, size, decoding: the attribute's value */
  SQUALL_PARSER_TEXT,      /* data, size, decoding: character data in a stanza; one run may come in several */
  SQUALL_PARSER_END,       /* the innermost open element ends */
  SQUALL_PARSER_ITEM,      /* the header, a stanza or the stream is complete. size: bytes of this call's input up to the
                              `>` that completed it, that byte included */
  SQUALL_PARSER_NAMESPACE  /* data, size: a namespace name that `ns` stands for from here on, see below */
};

/* How the bytes of a VALUE or TEXT become characters. A parser that decodes says NONE always. */
enum squall_parser_decoding {
  SQUALL_PARSER_DECODE_NONE,     /* they are the characters */
  SQUALL_PARSER_DECODE_TEXT,     /* references (all of them checked), CR and CR LF to LF */
  SQUALL_PARSER_DECODE_CDATA,    /* CR and CR LF to LF */
  SQUALL_PARSER_DECODE_ATTRIBUTE /* as TEXT, then TAB and LF to a space, unless they came as references */
};

/* 16 bytes on 64-bit machines.
 *
 * `data` points into the bytes that the call was given, or into memory of the parser's that stays as it is until the
 * next call for this parser (SQUALL_PARSER_TRANSIENT: until `deliver` returns). It need not end in NUL, and may be NULL
 * if `size` is 0.
 *
 * Namespaces: `ns` 0 is no namespace. Numbers 1 to SQUALL_PARSER_MAX_NS are the parser's: a NAMESPACE event says what
 * one stands for, before it is used. What was said up to the ITEM of the stream header holds until reset(); what was
 * said later is forgotten at the next ITEM. Saying something again, or another name for the same number, is fine: the
 * simplest parser says `1` before each name that is not in the namespace of the name before.
 */
typedef struct squall_parser_event {
  const char *data;
  uint32_t size;
  uint16_t ns;
  uint8_t kind;     /* squall_parser_event_kind */
  uint8_t decoding; /* squall_parser_decoding */
} squall_parser_event;

#define SQUALL_PARSER_MAX_NS 4095

/* One call of feed(). */
typedef struct squall_parser_call {
  /* In: the next bytes of the stream, at least one. They stay as they are until the call has returned and its events
   * have been used, which is before the next call. */
  const char *bytes;
  size_t size;
  /* In: takes events, any number of times a call. Answers 0, or another number: then return from feed() as soon as may
   * be; whatever it returns is not looked at. */
  int (*deliver)(void *host, const squall_parser_event *events, size_t count);
  void *host; /* for deliver */
  /* Out: how many of the bytes were taken, 0 before the call. Those that were not, exactly they and at the same place,
   * are the next call's, unless reset() comes first: a parser may return after each stanza, or when its array of events
   * is full. At least one must be taken, or an error returned. The bytes of a tag that is not complete are taken too,
   * and kept by the parser. */
  size_t used;
  /* Out, with an error: bytes since the start of the stream (creation or reset) before the one that cannot be. */
  uint64_t error_offset;
} squall_parser_call;

typedef struct squall_parser squall_parser; /* the plugin's own */

/* What a parser needs and does. Shown in the tables: claim only what the parser does itself. */
#define SQUALL_PARSER_WHOLE_ITEMS (UINT64_C(1) << 0) /* needs the header, each stanza and the end tag of the stream whole, \
   one a call, which Squall sees to; `bytes` of the first one may begin with an XML declaration. Must take all bytes */
#define SQUALL_PARSER_TRANSIENT (UINT64_C(1) << 1) /* events point at bytes that go when `deliver` returns: Squall copies them */
#define SQUALL_PARSER_DECODES (UINT64_C(1) << 2)   /* values and text come decoded: DECODE_NONE only */
/* It checks: */
#define SQUALL_PARSER_CHECKS_WELL_FORMED (UINT64_C(1) << 8) /* tags, names, quotes, references */
#define SQUALL_PARSER_CHECKS_UTF8 (UINT64_C(1) << 9)        /* UTF-8, and that characters are XML's */
#define SQUALL_PARSER_CHECKS_NAMESPACES (UINT64_C(1) << 10) /* resolves prefixes; without, the server does not take it */
#define SQUALL_PARSER_CHECKS_UNIQUENESS (UINT64_C(1) << 11) /* no two attributes of one expanded name */
#define SQUALL_PARSER_CHECKS_RESTRICTED (UINT64_C(1) << 12) /* RFC 6120 section 11.1, with its own error */
#define SQUALL_PARSER_CHECKS_LIMITS (UINT64_C(1) << 13)     /* squall_parser_limits */

/* Everything in it is const and lives as long as the library is loaded. No pointer is NULL. */
typedef struct squall_parser_api {
  uint32_t abi;  /* SQUALL_PARSER_ABI */
  uint32_t size; /* sizeof(squall_parser_api) */
  const char *name;    /* 1 to 24 of a-z, 0-9, '-', '_' and '.': the row's name in tables */
  const char *version; /* printable ASCII, at most 40 characters, as also: */
  const char *builds;  /* what it makes of a stream: "callbacks", "a tree", "an array of events" */
  uint64_t capabilities;

  /* A parser at the start of a stream, or NULL. `limits` goes when the call returns. */
  squall_parser *(*create)(const squall_parser_limits *limits);
  /* A new stream begins with the next byte (RFC 6120 sections 4.3.3, 5.4.3.3, 6.4.6): nothing of the old one is left. */
  void (*reset)(squall_parser *parser);
  /* Answers a squall_parser_error. After an error only reset() and destroy() are called. */
  int (*feed)(squall_parser *parser, squall_parser_call *call);
  void (*destroy)(squall_parser *parser);
} squall_parser_api;

#if defined(_WIN32)
#define SQUALL_PARSER_EXPORT __declspec(dllexport)
#else
#define SQUALL_PARSER_EXPORT __attribute__((visibility("default")))
#endif

/* The one symbol that a plugin exports. */
SQUALL_PARSER_EXPORT const squall_parser_api *squall_parser_get_api(void);

#ifdef __cplusplus
}
#endif

#endif
