#pragma once

#include <vector>

#include "parsers/dom/node.hpp"
#include "parsers/event.hpp"
#include "parsers/xml/namespace_names.hpp"

namespace squall::parsers::dom {

/// Appends the start event of an element and its attributes.
/// Errors: false when the namespaces' numbers have run out.
/// Lifetime: events point into the node.
bool append_start(const Node& element, xml::NamespaceNames& names, std::vector<Event>& tape);

/// Appends the events of a whole tree by walking it, spans set.
bool append_tree(const Node& element, xml::NamespaceNames& names, std::vector<Event>& tape);

/// The same for a tree whose innermost last elements are still open: those get no end events, and no span is set.
/// `open`: how many are open.
bool append_unfinished(const Node& element, std::size_t open, xml::NamespaceNames& names, std::vector<Event>& tape);

}  // namespace squall::parsers::dom
