#include "parsers/expat/expat_parser.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include <expat.h>

#include "parsers/expat/expanded_name.hpp"
#include "parsers/expat/handlers.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml/special_markup.hpp"

namespace squall::parsers::expat {
namespace {

constexpr std::size_t piece_bytes = 65536;  // expat copies what it is given
constexpr std::size_t huge_token = 1024;    // from here on a token is held back until it is whole
constexpr std::size_t head_bytes = 15;      // enough for every decision on how a token begins
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

Limits that_events_can_hold(Limits limits) {
  limits.name_bytes = std::min<std::uint32_t>(limits.name_bytes, std::numeric_limits<std::uint16_t>::max());
  limits.token_bytes = std::min<std::size_t>(limits.token_bytes, std::numeric_limits<std::int32_t>::max());
  return limits;
}

parse_errc code_of(XML_Error error) {
  switch (error) {
    case XML_ERROR_UNDEFINED_ENTITY:
      return parse_errc::restricted_xml;
    case XML_ERROR_UNBOUND_PREFIX:
      return parse_errc::bad_namespace_prefix;
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
      return parse_errc::unsupported_encoding;
    default:
      return parse_errc::not_well_formed;
  }
}

}  // namespace

void ExpatParser::Freed::operator()(XML_ParserStruct* parser) const {
  XML_ParserFree(parser);
}

ExpatParser::ExpatParser(const Limits& limits)
    : limits_(that_events_can_hold(limits)), expat_(XML_ParserCreateNS("UTF-8", separator)) {
  if (!expat_) throw std::bad_alloc();
  prepare();
}

ExpatParser::~ExpatParser() = default;

void ExpatParser::prepare() {
  XML_SetReturnNSTriplet(expat_.get(), 1);
#if SQUALL_EXPAT_DEFERS
  XML_SetReparseDeferralEnabled(expat_.get(), XML_FALSE);
#endif
  Handlers::install(expat_.get(), this);
}

void ExpatParser::feed(std::string_view bytes) {
  input_ = bytes;
  fed_ += bytes.size();
}

void ExpatParser::reset() {
  std::string_view rest = error_ ? std::string_view{} : input_;
  if (suspended_) {
    const auto unread = piece_.size() - static_cast<std::size_t>(taken_ - piece_offset_);
    rest = {piece_.data() + (piece_.size() - unread), unread + input_.size()};
  }
  discard();
  feed(rest);
}

void ExpatParser::discard() {
  XML_ParserReset(expat_.get(), "UTF-8");
  prepare();
  tape_.clear();
  held_.clear();
  head_.clear();
  input_ = piece_ = {};
  piece_offset_ = fed_ = taken_ = skipped_ = 0;
  watch_ = {};
  error_ = {};
  depth_ = declarations_ = 0;
  in_text_ = in_cdata_ = suspended_ = root_seen_ = opened_ = finished_ = closed_ = false;
}

std::size_t ExpatParser::pending_bytes() const {
  return static_cast<std::size_t>(seen() - watch_.stanza_start.value_or(taken_));
}

Item ExpatParser::next() {
  while (!has_item()) {
    if (error_) return {ItemKind::error, {}, {}, error_};
    if (!suspended_ && input_.empty()) return {};
    advance();
  }
  return deliver();
}

Item ExpatParser::deliver() {
  if (opened_ || finished_) {
    const ItemKind kind = opened_ ? ItemKind::stream_open : ItemKind::stanza;
    opened_ = finished_ = false;
    return {kind, tape_.element(), {}, {}};
  }
  closed_ = false;
  return {ItemKind::stream_close, {}, {}, {}};
}

void ExpatParser::advance() {
  if (suspended_) return settle(XML_ResumeParser(expat_.get()));
  drop_space_before_root();
  if (!first_bytes_are_utf8()) return;
  const std::string_view piece = input_.substr(0, piece_bytes);
  input_.remove_prefix(piece.size());
  if (hold(piece)) return check_pending();
  if (!held_.empty()) {
    piece_offset_ = seen() - piece.size() - held_.size();
    give(held_);
    held_.clear();
    if (error_) return;
  }
  piece_offset_ = seen() - piece.size();
  give(piece);
}

/// Expat waits with white space before the root for what follows, and would pile it up.
void ExpatParser::drop_space_before_root() {
  if (root_seen_ || head_.empty() || !xml::is_space(head_[0])) return;
  while (!input_.empty() && xml::is_space(input_[0])) {
    input_.remove_prefix(1);
    ++skipped_;
  }
}

/// Expat would take these beginnings for UTF-16, whatever encoding it was told.
bool ExpatParser::first_bytes_are_utf8() {
  for (std::uint64_t at = seen(); at < 2 && at - seen() < input_.size(); ++at) {
    const char c = input_[static_cast<std::size_t>(at - seen())];
    if (c == '\0' || (at == 0 && (c == '\xFE' || c == '\xFF'))) return fail(parse_errc::not_well_formed, at);
  }
  return true;
}

/// Keeps a piece from expat if a huge token goes on behind it: expat would read all of that again.
bool ExpatParser::hold(std::string_view piece) {
  if (head_.empty() || seen() - piece.size() - taken_ < huge_token) return false;
  if (token_end_seen_.find(piece)) return false;
  held_.append(piece);
  return true;
}

void ExpatParser::give(std::string_view piece) {
  if (piece.empty()) return;
  piece_ = piece;
  settle(XML_Parse(expat_.get(), piece.data(), static_cast<int>(piece.size()), XML_FALSE));
}

void ExpatParser::settle(int status) {
  suspended_ = status == XML_STATUS_SUSPENDED;
  if (status == XML_STATUS_ERROR) return explain_error();
  if (suspended_) return;
  remember_pending();
  check_pending();
}

void ExpatParser::explain_error() {
  if (error_) return;
  const std::string head = pending_head();
  const bool special = !in_cdata_ && (head.starts_with("<!") || head.starts_with("<?"));
  const bool restricted = special && xml::special_markup(head) == xml::SpecialMarkup::restricted;
  const auto code = restricted ? parse_errc::restricted_xml : code_of(XML_GetErrorCode(expat_.get()));
  error_ = watch_with(head).earlier(limits_, {code, std::max(token_start(), taken_)});
}

/// The first bytes of the token that begins at taken_.
std::string ExpatParser::pending_head() const {
  std::string head;
  if (taken_ < piece_offset_) {
    head = head_;
    head += piece_.substr(0, head_bytes - std::min(head_bytes, head.size()));
  } else {
    head = piece_.substr(static_cast<std::size_t>(taken_ - piece_offset_), head_bytes);
  }
  return taken_ == 0 && head.starts_with(byte_order_mark) ? head.substr(byte_order_mark.size()) : head;
}

/// A piece is used up but for a token that is not whole.
void ExpatParser::remember_pending() {
  const bool begins_here = taken_ >= piece_offset_;
  head_ = pending_head();
  if (head_.empty()) return;
  if (begins_here) token_end_seen_.restart(head_[0]);
  token_end_seen_.find(piece_.substr(begins_here ? static_cast<std::size_t>(taken_ - piece_offset_) : 0));
}

void ExpatParser::check_pending() {
  if (error_ || head_.empty() || in_cdata_) return;
  if (xml::is_space(head_[0]) && depth_ < 2) return;
  if (head_.starts_with("<!") || head_.starts_with("<?")) {
    check_special();
  } else if (head_[0] == '&' && depth_ == 1) {
    fail(parse_errc::text_between_stanzas, taken_);
  }
  if (!error_) error_ = watch_with(head_).check(limits_, seen());
}

/// Expat waits for the end of what begins so; the others do not.
void ExpatParser::check_special() {
  switch (xml::special_markup(head_)) {
    case xml::SpecialMarkup::restricted:
      fail(parse_errc::restricted_xml, taken_);
      return;
    case xml::SpecialMarkup::malformed:
      fail(parse_errc::not_well_formed, taken_);
      return;
    case xml::SpecialMarkup::declaration:
      if (taken_ > 0) fail(parse_errc::not_well_formed, taken_);
      return;
    default:
      return;
  }
}

/// The sizes to watch if the token that begins at taken_, with these bytes, is counted in.
xml::SizeWatch ExpatParser::watch_with(std::string_view head) const {
  xml::SizeWatch watch = watch_;
  const bool markup = head.starts_with('<') && !in_cdata_;
  if (markup || !in_text_) watch.token_start = taken_;
  if (markup && depth_ < 2 && !head.starts_with("</")) watch.stanza_start = taken_;
  return watch;
}

bool ExpatParser::fail(parse_errc code, std::uint64_t offset) {
  if (error_) return false;
  error_ = {code, offset};
  XML_StopParser(expat_.get(), XML_FALSE);
  return false;
}

std::uint64_t ExpatParser::token_start() const {
  const XML_Index index = XML_GetCurrentByteIndex(expat_.get());
  return index < 0 ? taken_ : static_cast<std::uint64_t>(index) + skipped_;
}

std::uint64_t ExpatParser::token_end() const {
  return token_start() + static_cast<std::uint64_t>(XML_GetCurrentByteCount(expat_.get()));
}

}  // namespace squall::parsers::expat
