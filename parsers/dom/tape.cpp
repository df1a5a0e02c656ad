#include "parsers/dom/tape.hpp"

namespace squall::parsers::dom {
namespace {

struct Frame {
  const Node* node;
  std::size_t start;  // index of its start event
  std::size_t next_child = 0;
  bool open;  // has no end tag yet
};

/// Walks a tree in document order with a stack of its own, so that depth costs no calls.
class Walk {
 public:
  Walk(std::size_t open, xml::NamespaceNames& names, std::vector<Event>& tape)
      : open_(open), spans_(open == 0), names_(names), tape_(tape) {}

  bool run(const Node& element) {
    if (!enter(element, open_ > 0)) return false;
    while (!stack_.empty()) {
      if (!step(stack_.back())) return false;
    }
    return true;
  }

 private:
  bool enter(const Node& element, bool open) {
    stack_.push_back({&element, tape_.size(), 0, open});
    return append_start(element, names_, tape_);
  }

  bool step(Frame& top) {
    const auto& children = top.node->children();
    if (top.next_child == children.size()) return leave(top);
    const Node& child = *children[top.next_child++];
    if (child.is_text()) return append_text(child.characters);
    return enter(child, top.open && top.next_child == children.size() && stack_.size() < open_);
  }

  bool append_text(const std::string& characters) {
    tape_.push_back(Event::text(characters.data(), static_cast<std::uint32_t>(characters.size()), Decoding::none));
    return true;
  }

  bool leave(const Frame& top) {
    if (!top.open) tape_.push_back(Event::end());
    if (spans_) tape_[top.start].set_span(static_cast<std::uint32_t>(tape_.size() - top.start));
    stack_.pop_back();
    return true;
  }

  std::size_t open_;
  bool spans_;
  xml::NamespaceNames& names_;
  std::vector<Event>& tape_;
  std::vector<Frame> stack_;
};

}  // namespace

bool append_start(const Node& element, xml::NamespaceNames& names, std::vector<Event>& tape) {
  const auto size16 = [](const std::string& s) { return static_cast<std::uint16_t>(s.size()); };
  const auto number = names.index(element.name.ns);
  if (!number) return false;
  tape.push_back(Event::start(element.name.local.data(), size16(element.name.local), *number));
  for (const Attribute& a : element.attributes) {
    const auto ns = names.index(a.name.ns);
    if (!ns) return false;
    tape.push_back(Event::attribute(a.name.local.data(), size16(a.name.local), *ns));
    tape.push_back(Event::value(a.value.data(), static_cast<std::uint32_t>(a.value.size()), Decoding::none));
  }
  return true;
}

bool append_tree(const Node& element, xml::NamespaceNames& names, std::vector<Event>& tape) {
  return Walk(0, names, tape).run(element);
}

bool append_unfinished(const Node& element, std::size_t open, xml::NamespaceNames& names, std::vector<Event>& tape) {
  return Walk(open, names, tape).run(element);
}

}  // namespace squall::parsers::dom
