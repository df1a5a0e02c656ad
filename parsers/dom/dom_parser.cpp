#include "parsers/dom/dom_parser.hpp"

#include <algorithm>
#include <limits>

#include "parsers/dom/tape.hpp"

namespace squall::parsers::dom {
namespace {

constexpr std::size_t many_names = 256;

Limits that_events_can_hold(Limits limits) {
  limits.name_bytes = std::min<std::uint32_t>(limits.name_bytes, std::numeric_limits<std::uint16_t>::max());
  limits.token_bytes = std::min<std::size_t>(limits.token_bytes, std::numeric_limits<std::uint32_t>::max());
  return limits;
}

Element element_of(const std::vector<Event>& tape, const NamespaceTable& names) {
  return tape.empty() ? Element{} : Element{tape.data(), tape.data() + tape.size(), &names};
}

}  // namespace

DomParser::DomParser(const Limits& limits) : limits_(that_events_can_hold(limits)), root_(Node::element()) {}

void DomParser::feed(std::string_view bytes) {
  buffer_.erase(0, at_);
  offset_ += at_;
  at_ = 0;
  buffer_.append(bytes);
  dry_ = dry_ && bytes.empty();
}

void DomParser::reset() {
  std::string unread;
  if (!dry_ && !error_) unread = buffer_.substr(at_);
  discard();
  feed(unread);
}

void DomParser::discard() {
  state_ = State::start;
  buffer_.clear();
  at_ = 0;
  offset_ = 0;
  dry_ = true;
  error_ = {};
  root_ = Node::element();
  tree_.reset();
  tape_.clear();
  unfinished_ = {};
}

Item DomParser::next() {
  if (error_) return failed(error_);
  if (dry_) return {};
  tape_.clear();
  tree_.reset();
  unfinished_ = {};
  if (names_.size() > many_names) names_.clear();
  Reader reader(limits_, buffer_, at_, offset_);
  switch (state_) {
    case State::start:
      return read_prolog(reader);
    case State::prolog:
      return read_header(reader);
    case State::content:
      return read_content(reader);
    case State::empty_root:
      return stream_close(reader);
    default:
      break;
  }
  return read_epilog(reader);
}

Item DomParser::read_prolog(Reader& reader) {
  if (!reader.declaration()) return stopped(reader, at_);
  consume(reader.position());
  state_ = State::prolog;
  return read_header(reader);
}

Item DomParser::read_header(Reader& reader) {
  reader.skip_space();
  consume(reader.position());
  root_ = Node::element();
  bool empty = false;
  if (!reader.header(*root_, empty)) return stopped(reader, at_);
  if (limits_.depth == 0) return failed({parse_errc::depth_limit, offset_ + at_});
  consume(reader.position());
  state_ = empty ? State::empty_root : State::content;
  if (!append_start(*root_, names_, tape_)) return failed({parse_errc::stanza_limit, offset_ + at_});
  return {ItemKind::stream_open, element_of(tape_, names_), {}, {}};
}

Item DomParser::read_content(Reader& reader) {
  reader.skip_space();
  consume(reader.position());
  Reader::Next next{};
  if (!reader.between_stanzas(next)) return stopped(reader, at_);
  return next == Reader::Next::footer ? read_footer(reader) : read_stanza(reader, at_);
}

Item DomParser::read_stanza(Reader& reader, std::size_t start) {
  if (!reader.stanza(*root_, tree_)) {
    open_ = reader.open_elements();
    show_unfinished();
    return stopped(reader, start);
  }
  if (!append_tree(*tree_, names_, tape_)) return failed({parse_errc::stanza_limit, offset_ + start});
  consume(reader.position());
  return {ItemKind::stanza, element_of(tape_, names_), std::string_view(buffer_).substr(start, at_ - start), {}};
}

Item DomParser::read_footer(Reader& reader) {
  return reader.footer(*root_) ? stream_close(reader) : stopped(reader, at_);
}

Item DomParser::stream_close(Reader& reader) {
  consume(reader.position());
  state_ = State::epilog;
  return {ItemKind::stream_close, {}, {}, {}};
}

Item DomParser::read_epilog(Reader& reader) {
  reader.skip_space();
  consume(reader.position());
  reader.epilog();
  return stopped(reader, at_);
}

Item DomParser::stopped(const Reader& reader, std::size_t resume_at) {
  if (reader.stop() == Reader::Stop::error) return failed(reader.error());
  consume(resume_at);
  dry_ = true;
  return {};
}

Item DomParser::failed(ParseError error) {
  error_ = error;
  return {ItemKind::error, {}, {}, error};
}

void DomParser::show_unfinished() {
  if (!tree_) return;
  append_unfinished(*tree_, open_, names_, tape_);
  unfinished_ = element_of(tape_, names_);
}

}  // namespace squall::parsers::dom
