#pragma once

#include <string_view>
#include <vector>

#include "parsers/event.hpp"
#include "parsers/expat/arena.hpp"
#include "parsers/xml/namespace_names.hpp"

namespace squall::parsers::expat {

/// Writes the events of one element at a time, copying names and text, which expat takes back after each call.
class TapeWriter {
 public:
  /// Opens an element. Errors: false when the namespaces' numbers have run out (also attribute()).
  bool start(std::string_view ns, std::string_view local);
  bool attribute(std::string_view ns, std::string_view local, std::string_view value);
  /// Neighbouring runs become one event where memory allows.
  void text(std::string_view characters);
  void end();
  void clear();

  std::size_t open_elements() const { return open_.size(); }
  Element element() const;
  /// The events so far if an element is still open, or nothing.
  Element unfinished() const { return open_.empty() ? Element{} : element(); }

 private:
  Arena arena_;
  std::vector<Event> tape_;
  std::vector<std::uint32_t> open_;  // indices of start events
  xml::NamespaceNames names_;
};

}  // namespace squall::parsers::expat
