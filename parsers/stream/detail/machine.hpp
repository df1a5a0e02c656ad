#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/error.hpp"
#include "parsers/event.hpp"
#include "parsers/limits.hpp"
#include "parsers/reference.hpp"
#include "parsers/stream/detail/idle.hpp"
#include "parsers/stream/detail/namespaces.hpp"
#include "parsers/stream/detail/state.hpp"

namespace squall::parsers::detail {

class StreamMemory;

/// So many stanzas are walked before the first of them is given out.
inline constexpr std::size_t most_ready = 32;

/// Parses one stream while there are bytes to parse or an unfinished stanza to keep. Borrowed from a StreamMemory.
/// Windows of the input are walked where they lie, as long as the stanza in hand lies there too and the input goes on
/// for a while; else they are appended to a buffer of the machine's own, behind what is unfinished.
class Machine final : public NamespaceTable, private Walk {
 public:
  explicit Machine(StreamMemory& memory);

  void start(const Idle& idle, const RootScope& root, std::uint16_t default_ns, const Limits& limits);
  void feed(std::string_view input);
  /// Never data_out, slow or go_on.
  StepKind run() { return ready_ != ready_out ? give() : advance(); }

  bool has_unfinished() const { return keep != nullptr; }
  std::size_t pending_bytes() const { return keep != nullptr ? static_cast<std::size_t>(data_end - keep) : 0; }
  Idle idle() const;
  const ParseError& error() const { return error_; }
  /// What run() came upon.
  Element element() const {
    return {reinterpret_cast<const Event*>(given_.first), reinterpret_cast<const Event*>(given_.last), this};
  }
  Element unfinished() const;
  std::string_view bytes() const { return {given_.begin, static_cast<std::size_t>(given_.end - given_.begin)}; }
  std::string_view root_name() const;
  std::uint16_t root_default_ns() const { return stack[1].ns; }
  bool has_usual_root() const { return namespaces_.is_usual(root_name()); }
  RootScope root_scope() const { return namespaces_.scope(root_name(), root_default_ns()); }
  /// The root's scope has moved to `root`.
  void set_root(const RootScope& root);
  /// What was fed and lies behind the last item.
  std::string_view rest() const;

  std::string_view name(std::uint16_t index) const override { return namespaces_.name(index); }

  /// So that a machine that met something huge does not keep it for ever.
  void trim();
  bool is_large() const;

 private:
  // machine.cpp: the input
  StepKind give();
  StepKind advance();
  void settle();
  StepKind step();
  StepKind walk();
  bool is_fast() const;
  StepKind give_root(StepKind kind);
  bool refill();
  std::size_t buffered_window() const;
  void return_to_input();
  void take_direct(std::size_t size);
  void take_buffered(std::size_t size);
  void index(std::size_t size, char* copy);
  std::size_t keep_positions();
  void own_positions();
  void leave_window(const char* next);
  bool has_room_behind(std::size_t size) const;
  void make_room(std::size_t size);
  void move_data(const char* to);
  void rebase(std::ptrdiff_t by);
  void move_events(Slot* to);
  void reserve_tape(std::size_t more);
  void grow_stack();
  void limit_stack();
  StepKind out_of_data();
  StepKind slow();

  // machine_limits.cpp
  StepKind fail(parse_errc code, const char* p);
  bool over_limit(const char* p);
  const char* token_start() const;
  std::uint64_t offset_of(const char* p) const {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(base_offset_) + (p - base));
  }

  // machine_content.cpp: what is not a tag
  bool is_outside() const { return state == State::prolog || state == State::between || state == State::epilog; }
  StepKind outside();
  StepKind outside_byte(const char* p);
  bool skip_space(const char* limit);
  StepKind outside_reference();
  StepKind not_allowed_outside(const char* p);
  void begin_item(const char* p);
  StepKind text();
  StepKind text_byte(const char* p);
  StepKind text_reference();
  void end_text(const char* p);
  StepKind cdata();
  StepKind end_cdata(const char* p);
  StepKind opened();
  StepKind markup();
  StepKind bang(std::string_view bytes);
  StepKind instruction(std::string_view bytes);
  StepKind declaration();
  StepKind end_declaration(const char* p);
  StepKind reference_error(const Reference& reference, const char* p);

  // machine_tags.cpp: tags, byte by byte
  bool is_plain_beginning() const;
  StepKind start_tag();
  StepKind scan_tag();
  StepKind scan_byte();
  StepKind scan_name(Scan next);
  StepKind name_done(Scan next);
  bool is_name_begin() const { return scan_at == name_begin || (colon != nullptr && scan_at == colon + 1); }
  StepKind element_named();
  StepKind scan_value();
  StepKind value_byte(const char* p);
  StepKind value_reference();
  StepKind end_value(const char* p);
  StepKind border_byte(char c);
  StepKind equals_byte(char c);
  StepKind finish_tag(bool empty);
  void push();
  std::string_view open_name() const;
  StepKind close_tag();
  StepKind close_byte();
  StepKind end_close_tag();
  StepKind pop(const char* behind);
  void end_stanza();
  void skip_positions(const char* to);

  // machine_attributes.cpp: attributes, declarations, prefixes
  StepKind accept_attribute(const char* value_end);
  StepKind emit_attribute(const char* value_end);
  StepKind declare(std::string_view prefix, std::string_view raw);
  StepKind resolve_prefixes();
  StepKind check_unique();
  const Slot* repeated_of_few() const;
  const Slot* repeated_of_many(std::size_t count) const;

  StreamMemory& memory_;
  Namespaces namespaces_;
  Limits limits_;
  std::string_view input_;         // not yet in a window
  const char* window_ = nullptr;   // the newest bytes that are indexed
  const char* source_ = nullptr;   // where they lie in what was fed last, if they do
  std::uint64_t base_offset_ = 0;  // of position 0 in the stream
  Carry carry_;
  ParseError error_;
  bool buffered_ = false;
  bool bad_ = false;  // ill-formed bytes follow the window
  bool bom_ = false;
  bool in_epilog_ = false;
  bool root_given_ = false;             // and is over when run() is called again
  bool fresh_ = false;                  // nothing was taken yet of what was fed last
  StepKind stopped_ = StepKind::go_on;  // what the walk came to behind the stanzas that are to be given out first
  bool over_ = true;                    // need_more was returned: what was fed may be gone
  bool strict_ = false;                 // limits are so small that the walk could pass one
  Position own_positions_[most_kept_positions];
  Ready given_{};
  Ready* ready_ = ready_items_;  // the next to be given out
  Ready ready_items_[most_ready];
  std::unique_ptr<char[]> buffer_;
  std::size_t buffer_size_ = 0;
  std::unique_ptr<Slot[]> tape_;
  std::size_t tape_size_ = 0;
  std::unique_ptr<Open[]> stack_;
  std::size_t stack_size_ = 0;
  const RootScope* root_ = nullptr;
  std::string scratch_;
};

}  // namespace squall::parsers::detail
