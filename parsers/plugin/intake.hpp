#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parsers/expat/arena.hpp"
#include "parsers/parser.hpp"
#include "parsers/plugin/namespace_slots.hpp"
#include "parsers/plugin/squall_parser.h"

namespace squall::parsers::plugin {

/// Takes a plugin's events and makes a tape of them. Nothing of it is believed: order, nesting, sizes, namespaces and
/// amounts are held against the contract (squall_parser.h) and against the bytes the plugin was given. What cannot be
/// held is where its pointers lead; only a process of its own contains that.
/// Memory: at most in proportion to the bytes since the last complete item, and to the bytes of one call.
class Intake {
 public:
  /// `transient`: the events' bytes go when take() returns, and are copied.
  Intake(const Limits& limits, bool transient) : limits_(limits), transient_(transient) {}

  /// The plugin is about to be called with that many bytes; everything before has been settled.
  void begin_call(std::size_t size);
  /// False: the plugin is to stop, for failed() or error().
  bool take(const squall_parser_event* events, std::size_t count);
  /// The plugin took `used` of the bytes.
  void end_call(std::size_t used);

  /// Of the last call: whether an item was completed, and whether that many bytes suffice for all of them.
  bool has_item() const { return item_end_ > 0; }
  bool ends_by(std::size_t used) const { return item_end_ <= used; }

  /// Something that is complete. `offset`: bytes of the call's input up to its end.
  struct Ready {
    ItemKind kind = ItemKind::need_more;  ///< if there is nothing
    std::size_t offset = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  Ready next();
  Element element(const Ready& ready) const;

  /// To be called when all that is ready has been used: makes what is unfinished independent of the call's bytes and of
  /// the plugin's memory. Cost: linear in what has come since the last time, plus once in what is unfinished.
  void settle();
  Element unfinished() const;
  /// Bytes taken since the last complete item.
  std::size_t pending_bytes() const { return in_stanza() ? since_item_ : 0; }

  /// A limit that the events break.
  parse_errc limit() const { return limit_; }
  /// How the contract was broken, or nothing: a literal.
  const char* fault() const { return fault_; }

  void clear();

 private:
  enum class State : std::uint8_t { start, tag, value_due, content, item_due, between, end_due, closed };

  bool take_one(const squall_parser_event& event);
  bool can_start() const;
  bool start(const squall_parser_event& event);
  bool attribute(const squall_parser_event& event);
  bool value(const squall_parser_event& event);
  bool text(const squall_parser_event& event);
  bool end();
  bool item(const squall_parser_event& event);
  bool item_kind(ItemKind& kind);
  bool bind(const squall_parser_event& event);

  bool check_name(const squall_parser_event& event);
  bool check_bytes(const squall_parser_event& event);
  const char* kept(const squall_parser_event& event);
  bool in_stanza() const { return open_.size() > 1; }
  void move_rest();
  void keep_rest();
  bool lie(const char* words) {
    fault_ = words;
    return false;
  }
  bool over(parse_errc limit) {
    limit_ = limit;
    return false;
  }

  Limits limits_;
  bool transient_;
  State state_ = State::start;
  parse_errc limit_ = parse_errc::none;
  const char* fault_ = nullptr;
  NamespaceSlots namespaces_;
  std::vector<Event> tape_;
  std::vector<std::uint32_t> open_;  // places of start events on the tape; of the root, nothing
  std::vector<Ready> ready_;
  std::size_t next_ready_ = 0;
  std::uint32_t rest_ = 0;        // tape: where what is unfinished begins
  std::uint32_t kept_ = 0;        // tape: up to here the bytes are ours
  std::uint32_t attributes_ = 0;  // of the tag
  std::size_t call_size_ = 0;
  std::size_t item_end_ = 0;       // of the call's bytes: behind the last item
  std::size_t since_item_ = 0;     // bytes taken since
  std::uint64_t events_left_ = 0;  // that this call may bring
  std::uint64_t bytes_left_ = 0;
  std::uint64_t events_since_item_ = 0;
  std::uint64_t bytes_since_item_ = 0;
  expat::Arena arena_;  // bytes that are ours
  expat::Arena spare_;
};

}  // namespace squall::parsers::plugin
