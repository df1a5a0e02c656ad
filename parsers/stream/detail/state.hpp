#pragma once

#include <cstddef>
#include <cstdint>

/// What the kernels of every instruction set and the rest of the parser share: plain data only, so that no inline
/// function with external linkage is compiled for one instruction set and called on another.
namespace squall::parsers::detail {

/// Where an interesting byte lies in its window.
using Position = std::uint16_t;

inline constexpr std::size_t window_bytes = 16384;
/// Bytes that may be read behind the end of a window's data, whatever they hold.
inline constexpr std::size_t padding = 64;

/// An Event as two words; see event.hpp.
struct [[gnu::may_alias]] Slot {
  std::uint64_t word;  // pointer, namespace << 48
  std::uint64_t rest;  // size or span, name size << 32, kind << 48, decoding << 56
};

/// A stanza that is complete and not yet given out: its bytes and events.
struct Ready {
  const char* begin;
  const char* end;
  Slot* first;
  Slot* last;
};

/// What the index found of an unfinished value is kept for the next window if it is no more than this; else every byte
/// that comes could cost a look at many.
inline constexpr std::ptrdiff_t most_kept_positions = 16;
inline constexpr std::ptrdiff_t most_kept_bytes = 4096;

/// The walk leaves elements with longer names alone.
inline constexpr std::uint64_t longest_quick_name = 31;

/// An open element.
struct Open {
  std::uint64_t key;       // first eight bytes of its qualified name, the rest zero
  Slot* start;             // its start event
  std::uint32_t bindings;  // prefixes in scope outside it
  std::uint16_t size;      // of the qualified name
  std::uint16_t quick;     // the same if the walk may close it: neither the root nor prefixed nor binding; else 0
  std::uint16_t prefix;    // of the prefix and its colon
  std::uint16_t ns;        // default namespace inside it
};

enum class State : std::uint8_t {
  prolog,      // before the root's start tag
  between,     // in the root, outside stanzas
  epilog,      // behind the root's end tag
  root_empty,  // <root/>: the stream is open, and closes with the next step
  content,     // in a stanza; mark: start of the run of text
  text,        // as content, at a byte that needs thought
  cdata,       // mark: first byte behind <![CDATA[
  open,        // tag: a `<` whose kind of markup is not known yet
  start,       // tag: the `<` of a start tag to be scanned byte by byte
  scan,        // in a start tag, scanned byte by byte
  attributes,  // mark: behind the name or a value
  value,       // as attributes; of the attribute that follows, a known one, the value is not complete
  close,       // tag: the `<` of an end tag
  markup,      // tag: the `<` of <! or <?
  declaration  // tag: the `<` of <?xml
};

/// Where scanning a start tag byte by byte stands.
enum class Scan : std::uint8_t {
  element_first,
  element,
  border,  // white space, `>` or `/>` must follow
  space,   // an attribute may follow
  attribute,
  before_equals,
  after_equals,
  value,
  slash,
  close_first,
  close,
  close_space
};

enum class StepKind : std::uint8_t { data_out, slow, go_on, need_more, stanza, stream_open, stream_close, error };

/// What the indexer knows at a border between two windows.
struct Carry {
  std::uint32_t tail = 0;  // the last three bytes, the newest lowest
  std::uint8_t after_lt = 0;
  std::uint8_t in_name = 0;
  std::uint16_t unused = 0;
};

/// The state of the walk along the index. All pointers into data belong to one block of memory at a time.
struct Walk {
  const char* base = nullptr;  // position 0
  const Position* at = nullptr;
  const Position* end = nullptr;
  const char* data_end = nullptr;  // of the window
  Slot* tape = nullptr;
  Slot* out = nullptr;
  Slot* item = nullptr;  // where the events of what is unfinished begin
  Ready* ready_out = nullptr;
  Ready* ready_end = nullptr;
  Open* stack = nullptr;  // stack[0] stands for the document, stack[1] for the root
  Open* top = nullptr;
  Open* stack_end = nullptr;   // the last usable entry
  const char* keep = nullptr;  // first byte of what is unfinished, null if nothing is
  const char* stop = nullptr;  // no limit of size can be hit before it
  const char* mark = nullptr;
  const char* tag = nullptr;
  Slot* first = nullptr;   // start event of the tag
  std::uint64_t seen = 0;  // known attribute names in the tag
  const char* name_begin = nullptr;
  const char* name_end = nullptr;
  const char* colon = nullptr;
  const char* scan_at = nullptr;
  const char* reference = nullptr;  // a reference that is not complete
  std::uint64_t span_limit = 0;     // what lies between keep and stop
  std::uint32_t attributes = 0;     // in the tag, declarations too, without those in `seen`
  std::uint32_t attribute_limit = 0;
  std::uint32_t name_limit = 0;
  std::uint32_t bindings = 0;      // prefixes in scope
  std::uint32_t bindings_out = 0;  // prefixes in scope outside the tag
  std::uint16_t ns = 0;            // default namespace in the tag
  std::uint16_t prefix = 0;        // size of the tag's prefix and colon
  State state = State::prolog;
  Scan scan = Scan::border;
  char quote = 0;
  std::uint8_t decoding = 0;
  // Between tags: attributes and prefix are 0, bindings_out is bindings, and this is false.
  bool check = false;  // the tag has prefixes, or declares some, or has attributes of unknown name
};

}  // namespace squall::parsers::detail
