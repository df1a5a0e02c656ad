#include "parsers/plugin/stream_plugin.hpp"

#include <new>
#include <vector>

#include "parsers/names.hpp"
#include "parsers/stream/stream_parser.hpp"

// The interface's side of it: no C++ leaves these functions.
struct squall_parser {
  explicit squall_parser(const squall::parsers::Limits& limits) : stream(limits, workspace) {}

  squall::parsers::Workspace workspace;
  squall::parsers::StreamParser stream;
  std::vector<squall_parser_event> events;
  bool is_busy = false;    // it has not said need_more since it was fed
  bool is_closed = false;  // END of the root was delivered
  std::size_t left = 0;    // bytes it was fed and that were not taken
  char last_byte = 0;      // of the call before
};

namespace squall::parsers::plugin {
namespace {

// Well-known namespaces have their own numbers as slots, all others in turn the last one.
constexpr std::uint16_t last_slot = SQUALL_PARSER_MAX_NS;

squall_parser_event name_event(std::uint16_t slot, std::string_view name) {
  return {name.data(), static_cast<std::uint32_t>(name.size()), slot, SQUALL_PARSER_NAMESPACE, 0};
}

/// Writes events of ours as the interface's.
class Writer {
 public:
  Writer(std::vector<squall_parser_event>& out, const NamespaceTable& names) : out_(out), names_(names) {}

  void write(const Event& event) {
    const std::string_view bytes = event.bytes();
    const auto size = static_cast<std::uint32_t>(bytes.size());
    switch (event.kind()) {
      case EventKind::start:
        return add({bytes.data(), size, slot(event.ns()), SQUALL_PARSER_START, 0});
      case EventKind::attribute:
        return add({bytes.data(), size, slot(event.ns()), SQUALL_PARSER_ATTRIBUTE, 0});
      case EventKind::value:
        return add({bytes.data(), size, 0, SQUALL_PARSER_VALUE, static_cast<std::uint8_t>(event.decoding())});
      case EventKind::text:
        return add({bytes.data(), size, 0, SQUALL_PARSER_TEXT, static_cast<std::uint8_t>(event.decoding())});
      case EventKind::end:
        return add({nullptr, 0, 0, SQUALL_PARSER_END, 0});
    }
  }

 private:
  void add(const squall_parser_event& event) { out_.push_back(event); }

  std::uint16_t slot(std::uint16_t ns) {
    if (ns < well_known::count()) return ns;
    if (ns != in_last_slot_) add(name_event(last_slot, names_.name(ns)));
    in_last_slot_ = ns;
    return last_slot;
  }

  std::vector<squall_parser_event>& out_;
  const NamespaceTable& names_;
  std::uint16_t in_last_slot_ = 0;
};

void announce_well_known(std::vector<squall_parser_event>& out) {
  const auto names = well_known::namespaces();
  for (std::uint16_t i = 1; i < names.size(); ++i) out.push_back(name_event(i, names[i]));
}

void write_end(squall_parser& self, std::size_t used) {
  self.events.push_back({nullptr, 0, 0, SQUALL_PARSER_END, 0});
  self.events.push_back({nullptr, static_cast<std::uint32_t>(used), 0, SQUALL_PARSER_ITEM, 0});
  self.is_closed = true;
}

/// The header or a stanza. `used`: bytes of the call up to its end.
void write_element(squall_parser& self, const Item& item, std::size_t used) {
  if (item.kind == ItemKind::stream_open) announce_well_known(self.events);
  Writer writer(self.events, item.element.namespaces());
  for (const Event& event : item.element) writer.write(event);
  self.events.push_back({nullptr, static_cast<std::uint32_t>(used), 0, SQUALL_PARSER_ITEM, 0});
}

/// True if the root's start tag, which ends behind `used` bytes, is its end tag as well.
bool is_empty_root(const squall_parser& self, const squall_parser_call& call) {
  return (call.used > 1 ? call.bytes[call.used - 2] : self.last_byte) == '/';
}

/// The events of an item lie in memory that the parser takes over when it is asked again, so it is one item a call.
Item next_item(squall_parser& self, const squall_parser_call& call) {
  if (self.left == 0) {
    while (self.is_busy) self.is_busy = self.stream.next().kind == ItemKind::stream_close;
    self.stream.feed({call.bytes, call.size});
  }
  Item item = self.stream.next();
  if (item.kind == ItemKind::stream_close && self.is_closed) item = self.stream.next();
  self.is_busy = item.kind != ItemKind::need_more;
  return item;
}

int feed_one(squall_parser& self, squall_parser_call& call) {
  const Item item = next_item(self, call);
  if (item.kind == ItemKind::error) {
    call.error_offset = item.error.offset;
    return static_cast<int>(item.error.code);
  }
  self.left = self.is_busy ? self.stream.rest().size() : 0;
  call.used = call.size - self.left;
  if (self.is_busy) {
    self.events.clear();
    if (item.element) write_element(self, item, call.used);
    if (item.kind == ItemKind::stream_close || (item.kind == ItemKind::stream_open && is_empty_root(self, call))) {
      write_end(self, call.used);
    }
    call.deliver(call.host, self.events.data(), self.events.size());
  }
  self.last_byte = call.bytes[call.used - 1];
  return SQUALL_PARSER_OK;
}

squall_parser* create(const squall_parser_limits* limits) try {
  return new squall_parser(Limits{limits->depth, limits->attributes, limits->name_bytes,
                                  static_cast<std::size_t>(limits->token_bytes),
                                  static_cast<std::size_t>(limits->stanza_bytes)});
} catch (const std::bad_alloc&) {
  return nullptr;
}

void reset(squall_parser* self) {
  self->stream.discard();
  self->is_busy = self->is_closed = false;
  self->left = 0;
}

int feed(squall_parser* self, squall_parser_call* call) try {
  return feed_one(*self, *call);
} catch (const std::bad_alloc&) {
  return SQUALL_PARSER_FAILED;
}

void destroy(squall_parser* self) {
  delete self;
}

constexpr squall_parser_api api{
    .abi = SQUALL_PARSER_ABI,
    .size = sizeof(squall_parser_api),
    .name = "stream-plugin",
    .version = "1",
    .builds = "an array of events a stanza",
    .capabilities = SQUALL_PARSER_CHECKS_WELL_FORMED | SQUALL_PARSER_CHECKS_UTF8 | SQUALL_PARSER_CHECKS_NAMESPACES |
                    SQUALL_PARSER_CHECKS_UNIQUENESS | SQUALL_PARSER_CHECKS_RESTRICTED | SQUALL_PARSER_CHECKS_LIMITS,
    .create = create,
    .reset = reset,
    .feed = feed,
    .destroy = destroy,
};

}  // namespace

const squall_parser_api& stream_api() {
  return api;
}

}  // namespace squall::parsers::plugin
