#include "parsers/dom/node.hpp"

#include <iterator>
#include <utility>

namespace squall::parsers::dom {

Node::~Node() {
  // Grandchildren are moved up before their parents go, so that the depth of a tree is never the depth of calls.
  while (!children_.empty()) {
    std::unique_ptr<Node> last = std::move(children_.back());
    children_.pop_back();
    children_.insert(children_.end(), std::make_move_iterator(last->children_.begin()),
                     std::make_move_iterator(last->children_.end()));
    last->children_.clear();
  }
}

Node& Node::append(std::unique_ptr<Node> child) {
  child->parent_ = this;
  return *children_.emplace_back(std::move(child));
}

const Node* Node::child(std::string_view ns, std::string_view local) const {
  for (const auto& node : children_) {
    if (!node->is_text() && node->name.local == local && node->name.ns == ns) return node.get();
  }
  return nullptr;
}

const std::string* Node::attribute(std::string_view local) const {
  for (const Attribute& a : attributes) {
    if (a.name.local == local && a.name.ns.empty()) return &a.value;
  }
  return nullptr;
}

std::string Node::own_text() const {
  std::string joined;
  for (const auto& node : children_) {
    if (node->is_text()) joined += node->characters;
  }
  return joined;
}

const std::string* Node::uri_of(std::string_view prefix) const {
  for (const Node* node = this; node; node = node->parent_ ? node->parent_ : node->scope) {
    for (const Declaration& d : node->declarations) {
      if (d.prefix == prefix) return &d.uri;
    }
  }
  return nullptr;
}

}  // namespace squall::parsers::dom
