#include "parsers/parser.hpp"

#include "parsers/dom/dom_parser.hpp"
#include "parsers/expat/expat_parser.hpp"
#include "parsers/stream/stream_parser.hpp"
#include "parsers/workspace.hpp"

namespace squall::parsers {

std::shared_ptr<Workspace> make_workspace() {
  return std::make_shared<Workspace>();
}

std::string_view to_string(ParserKind kind) {
  switch (kind) {
    case ParserKind::dom:
      return "dom";
    case ParserKind::expat:
      return "expat";
    case ParserKind::stream:
      break;
  }
  return "stream";
}

std::optional<ParserKind> parser_kind(std::string_view name) {
  for (const ParserKind kind : {ParserKind::stream, ParserKind::dom, ParserKind::expat}) {
    if (to_string(kind) == name) return kind;
  }
  return std::nullopt;
}

std::unique_ptr<Parser> make_parser(ParserKind kind, const Limits& limits, Workspace& workspace) {
  switch (kind) {
    case ParserKind::stream:
      return std::make_unique<StreamParser>(limits, workspace);
    case ParserKind::dom:
      return std::make_unique<dom::DomParser>(limits);
    case ParserKind::expat:
      return std::make_unique<expat::ExpatParser>(limits);
  }
  return nullptr;
}

}  // namespace squall::parsers
