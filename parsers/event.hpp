#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace squall::parsers {

/// The event vocabulary of all parsers. Events of one first-level element lie in a row (a tape):
///
///     start (attribute value)* ( text | start … end )* end
///
/// xmlns declarations are not events. Neighbouring runs of text may come as several text events.
enum class EventKind : std::uint8_t { start, attribute, value, text, end };

/// How the bytes of a text or value event become characters.
enum class Decoding : std::uint8_t {
  none,       ///< the bytes are the characters
  text,       ///< references and line ends
  cdata,      ///< line ends only
  attribute,  ///< references, line ends, and white space to space
};

/// One event: 16 bytes, trivially copyable, pointing into memory that the parser or its caller owns.
/// Lifetime: until the parser is fed, reset or destroyed, or the bytes it was fed go away.
class Event {
 public:
  Event() = default;
  static Event start(const char* local, std::uint16_t local_size, std::uint16_t ns);
  static Event attribute(const char* local, std::uint16_t local_size, std::uint16_t ns);
  static Event value(const char* data, std::uint32_t size, Decoding decoding);
  static Event text(const char* data, std::uint32_t size, Decoding decoding);
  static Event end();

  EventKind kind() const { return kind_; }
  Decoding decoding() const { return decoding_; }
  /// Local name, or the bytes of a text or value as they were received.
  std::string_view bytes() const { return {data(), kind_ <= EventKind::attribute ? name_size_ : size_}; }
  /// Index into the namespace table of the tape; 0 is "no namespace".
  std::uint16_t ns() const { return static_cast<std::uint16_t>(word_ >> 48); }
  /// start: events from this one to just past its end, once the element is complete.
  std::uint32_t span() const { return size_; }
  void set_span(std::uint32_t events) { size_ = events; }

 private:
  const char* data() const { return reinterpret_cast<const char*>(word_ & 0xFFFF'FFFF'FFFFu); }

  std::uint64_t word_ = 0;  // 48 bits of pointer, 16 of namespace
  std::uint32_t size_ = 0;
  std::uint16_t name_size_ = 0;
  EventKind kind_ = EventKind::end;
  Decoding decoding_ = Decoding::none;
};
static_assert(sizeof(Event) == 16);

/// Appends the characters that `raw` stands for. The parser has checked every reference in it.
void decode(std::string_view raw, Decoding decoding, std::string& out);

/// Character data as received, decoded only when asked.
class Text {
 public:
  Text() = default;
  Text(std::string_view raw, Decoding decoding) : raw_(raw), decoding_(decoding), present_(true) {}

  /// False for an attribute that is not there; everything else then acts like the empty string.
  bool present() const { return present_; }
  bool empty() const { return raw_.empty(); }
  std::string_view raw() const { return raw_; }
  Decoding decoding() const { return decoding_; }
  /// The characters; `scratch` is filled only if decoding is needed, and must outlive the result.
  std::string_view view(std::string& scratch) const;
  std::string str() const;
  void append_to(std::string& out) const { decode(raw_, decoding_, out); }
  bool operator==(std::string_view characters) const;

 private:
  std::string_view raw_;
  Decoding decoding_ = Decoding::none;
  bool present_ = false;
};

/// The namespace names that a tape's events refer to by index.
/// Index 0 is no namespace; low indices are well-known (names.hpp); the rest is the parser's.
class NamespaceTable {
 public:
  virtual ~NamespaceTable() = default;
  virtual std::string_view name(std::uint16_t index) const = 0;
};

/// A read-only view of one element on a tape: cheap to copy, allocates nothing.
/// Lifetime: that of its events.
class Element {
 public:
  Element() = default;
  /// `complete` false: the stream header, or an unfinished stanza; then spans are not set and children() is empty.
  Element(const Event* first, const Event* last, const NamespaceTable* namespaces)
      : first_(first), last_(last), namespaces_(namespaces) {}

  explicit operator bool() const { return first_ != nullptr; }
  std::string_view local() const { return first_->bytes(); }
  std::string_view ns() const { return namespaces_->name(first_->ns()); }
  std::uint16_t ns_index() const { return first_->ns(); }
  bool is(std::string_view ns, std::string_view local) const { return this->local() == local && this->ns() == ns; }

  /// An attribute in no namespace, or one in `ns`. Cost: linear in the attributes.
  Text attribute(std::string_view local) const;
  Text attribute(std::string_view ns, std::string_view local) const;

  class ChildIterator;
  class Children;
  /// The child elements, in order.
  Children children() const;
  /// The first child with that name, or an empty Element.
  Element child(std::string_view ns, std::string_view local) const;
  Element first_child() const;

  /// The element's own character data, all runs joined; `scratch` is used only if joining or decoding is needed.
  std::string_view text(std::string& scratch) const;

  const Event* begin() const { return first_; }
  const Event* end() const { return last_; }
  const NamespaceTable& namespaces() const { return *namespaces_; }

 private:
  const Event* content() const;  // first event behind the attributes

  const Event* first_ = nullptr;
  const Event* last_ = nullptr;  // one past the last event
  const NamespaceTable* namespaces_ = nullptr;
};

class Element::ChildIterator {
 public:
  using value_type = Element;
  using difference_type = std::ptrdiff_t;

  ChildIterator() = default;
  ChildIterator(const Event* at, const Event* last, const NamespaceTable* namespaces);
  Element operator*() const { return {at_, at_ + at_->span(), namespaces_}; }
  ChildIterator& operator++();
  ChildIterator operator++(int) {
    auto old = *this;
    ++*this;
    return old;
  }
  bool operator==(const ChildIterator& other) const { return at_ == other.at_; }

 private:
  void skip_text();

  const Event* at_ = nullptr;  // a start event, or the end
  const Event* last_ = nullptr;
  const NamespaceTable* namespaces_ = nullptr;
};

class Element::Children {
 public:
  Children(ChildIterator first, ChildIterator last) : first_(first), last_(last) {}
  ChildIterator begin() const { return first_; }
  ChildIterator end() const { return last_; }

 private:
  ChildIterator first_;
  ChildIterator last_;
};

// Inline because parsers build events in their innermost loops.

inline Event Event::start(const char* local, std::uint16_t local_size, std::uint16_t ns) {
  Event e;
  e.word_ = reinterpret_cast<std::uintptr_t>(local) | std::uint64_t{ns} << 48;
  e.name_size_ = local_size;
  e.kind_ = EventKind::start;
  return e;
}

inline Event Event::attribute(const char* local, std::uint16_t local_size, std::uint16_t ns) {
  Event e = start(local, local_size, ns);
  e.kind_ = EventKind::attribute;
  return e;
}

inline Event Event::value(const char* data, std::uint32_t size, Decoding decoding) {
  Event e = text(data, size, decoding);
  e.kind_ = EventKind::value;
  return e;
}

inline Event Event::text(const char* data, std::uint32_t size, Decoding decoding) {
  Event e;
  e.word_ = reinterpret_cast<std::uintptr_t>(data);
  e.size_ = size;
  e.kind_ = EventKind::text;
  e.decoding_ = decoding;
  return e;
}

inline Event Event::end() {
  return {};
}

}  // namespace squall::parsers
