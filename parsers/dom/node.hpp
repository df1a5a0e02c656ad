#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace squall::parsers::dom {

/// A qualified name: as written (prefix and local part) and what the prefix stands for.
struct Name {
  std::string prefix;
  std::string local;
  std::string ns;  ///< empty: no namespace
};

struct Attribute {
  Name name;
  std::string value;  ///< decoded
};

/// xmlns='uri' (empty prefix) or xmlns:prefix='uri'.
struct Declaration {
  std::string prefix;
  std::string uri;
};

/// An element or a run of character data in a tree on the heap. A node owns its children; destroying a tree of any
/// depth needs no stack.
class Node {
 public:
  static std::unique_ptr<Node> element() { return std::unique_ptr<Node>(new Node(false)); }
  static std::unique_ptr<Node> text() { return std::unique_ptr<Node>(new Node(true)); }
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  bool is_text() const { return is_text_; }
  Node* parent() const { return parent_; }
  const std::vector<std::unique_ptr<Node>>& children() const { return children_; }
  Node& append(std::unique_ptr<Node> child);

  /// The first child element of that name, or nullptr.
  const Node* child(std::string_view ns, std::string_view local) const;
  /// The value of an attribute in no namespace, or nullptr.
  const std::string* attribute(std::string_view local) const;
  /// The element's own character data, all runs joined.
  std::string own_text() const;
  /// What a prefix stands for here, looked up through the parents; nullptr if nothing declares it.
  const std::string* uri_of(std::string_view prefix) const;

  Name name;                              ///< elements
  std::vector<Attribute> attributes;      ///< elements; in document order
  std::vector<Declaration> declarations;  ///< elements; in document order
  std::string characters;                 ///< text; decoded
  /// Where prefixes are looked up that no parent declares: the stream header above a stanza's first element.
  const Node* scope = nullptr;

 private:
  explicit Node(bool is_text) : is_text_(is_text) {}

  Node* parent_ = nullptr;
  std::vector<std::unique_ptr<Node>> children_;
  bool is_text_;
};

}  // namespace squall::parsers::dom
