#include "src/server/forwarder.hpp"

#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "parsers/names.hpp"
#include "xmpp/xml.hpp"

namespace squall::server {
namespace {

using parsers::Event;
using parsers::EventKind;

bool lies_within(std::string_view part, std::string_view whole) {
  const std::less_equal<> before;
  return before(whole.data(), part.data()) && before(part.data() + part.size(), whole.data() + whole.size());
}

bool is_name(const Event& event) {
  return event.kind() == EventKind::start || event.kind() == EventKind::attribute;
}

/// True if the name stands in `bytes` without a prefix, or with the prefix xml that every stream has.
bool needs_no_declaration(const Event& event, std::string_view bytes) {
  const std::string_view name = event.bytes();
  if (!lies_within(name, bytes) || name.data() == bytes.data()) return false;
  const std::string_view before = bytes.substr(0, static_cast<std::size_t>(name.data() - bytes.data()));
  return before.back() != ':' || event.ns() == parsers::well_known::xml;
}

bool is_from(const Event& event) {
  return event.kind() == EventKind::attribute && event.ns() == parsers::well_known::none && event.bytes() == "from";
}

/// The attribute `from` with its value and quotes as it stands in `bytes`; empty if there is none.
std::string_view find_from(const Stanza& stanza) {
  for (const Event* e = stanza.element.begin() + 1; e->kind() == EventKind::attribute; e += 2) {
    if (!is_from(*e)) continue;
    const char* name = e->bytes().data();
    const std::string_view value = e[1].bytes();
    return {name, static_cast<std::size_t>(value.data() + value.size() + 1 - name)};
  }
  return {};
}

/// Writes a tape as XML. `open_` holds the start events whose end has not come.
class Rebuild final : public Forwarder {
 public:
  void append(std::string& out, const Stanza& stanza, std::string_view from_attribute) override {
    element_ = &stanza.element;
    from_attribute_ = from_attribute;
    open_.clear();
    in_tag_ = false;
    prefixes_ = 0;
    for (const Event* e = stanza.element.begin(); e < stanza.element.end(); ++e) {
      append_event(out, *e);
      if (e->kind() == EventKind::attribute) ++e;  // its value
    }
  }

 private:
  void append_event(std::string& out, const Event& event) {
    switch (event.kind()) {
      case EventKind::start:
        return append_start(out, event);
      case EventKind::attribute:
        return append_attribute(out, event);
      case EventKind::text:
        return append_text(out, event);
      case EventKind::end:
        return append_end(out);
      case EventKind::value:
        return;
    }
  }

  void append_start(std::string& out, const Event& event) {
    finish_tag(out);
    const std::uint16_t around = open_.empty() ? parsers::well_known::client : open_.back()->ns();
    out.append("<").append(event.bytes());
    if (event.ns() != around) xmpp::xml::append_attribute(out, "xmlns", namespace_of(event));
    if (open_.empty()) out.append(from_attribute_);
    open_.push_back(&event);
    in_tag_ = true;
  }

  void append_attribute(std::string& out, const Event& event) {
    if (open_.size() == 1 && is_from(event)) return;
    const parsers::Text value{(&event)[1].bytes(), (&event)[1].decoding()};
    name_.clear();
    if (event.ns() == parsers::well_known::xml) {
      name_ = "xml:";
    } else if (event.ns() != parsers::well_known::none) {
      declare_prefix(out, event);
    }
    name_ += event.bytes();
    xmpp::xml::append_attribute(out, name_, value.view(scratch_));
  }

  /// An attribute's namespace needs a prefix; each gets one of its own. `name_` is left as that prefix and a colon.
  void declare_prefix(std::string& out, const Event& event) {
    fmt::format_to(std::back_inserter(name_), "xmlns:ns{}", ++prefixes_);
    xmpp::xml::append_attribute(out, name_, namespace_of(event));
    name_.erase(0, std::string_view("xmlns:").size());
    name_ += ':';
  }

  void append_text(std::string& out, const Event& event) {
    finish_tag(out);
    xmpp::xml::append_text(out, parsers::Text{event.bytes(), event.decoding()}.view(scratch_));
  }

  void append_end(std::string& out) {
    if (in_tag_) {
      out += "/>";
    } else {
      out.append("</").append(open_.back()->bytes()).append(">");
    }
    in_tag_ = false;
    open_.pop_back();
  }

  void finish_tag(std::string& out) {
    if (in_tag_) out += '>';
    in_tag_ = false;
  }

  std::string_view namespace_of(const Event& event) const { return element_->namespaces().name(event.ns()); }

  const parsers::Element* element_ = nullptr;
  std::string_view from_attribute_;
  std::vector<const Event*> open_;
  bool in_tag_ = false;
  unsigned prefixes_ = 0;
  std::string name_;
  std::string scratch_;
};

class Splice final : public Forwarder {
 public:
  void append(std::string& out, const Stanza& stanza, std::string_view from_attribute) override {
    const std::string_view from = find_from(stanza);
    if (!can_splice(stanza) || (!from.empty() && !lies_within(from, stanza.bytes))) {
      return rebuild_.append(out, stanza, from_attribute);
    }
    const std::size_t name_end = 1 + stanza.element.local().size();
    out.append(stanza.bytes, 0, name_end).append(from_attribute);
    std::string_view rest = stanza.bytes.substr(name_end);
    if (!from.empty()) {
      const auto ahead = static_cast<std::size_t>(from.data() - rest.data());
      out.append(rest, 0, ahead);
      rest.remove_prefix(ahead + from.size());
    }
    out.append(rest);
  }

 private:
  Rebuild rebuild_;
};

}  // namespace

bool can_splice(const Stanza& stanza) {
  const std::string_view bytes = stanza.bytes;
  if (bytes.size() < 2 || stanza.element.ns_index() != parsers::well_known::client) return false;
  if (stanza.element.local().data() != bytes.data() + 1) return false;  // the root has a prefix
  for (const Event& event : stanza.element) {
    if (is_name(event) && !needs_no_declaration(event, bytes)) return false;
  }
  return true;
}

std::unique_ptr<Forwarder> make_forwarder(Forwarding kind) {
  if (kind == Forwarding::rebuild) return std::make_unique<Rebuild>();
  return std::make_unique<Splice>();
}

}  // namespace squall::server
