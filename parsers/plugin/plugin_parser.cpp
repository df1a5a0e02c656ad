#include "parsers/plugin/plugin_parser.hpp"

#include <algorithm>
#include <new>

#include "parsers/plugin/api.hpp"

namespace squall::parsers::plugin {
namespace {

Limits that_events_can_hold(Limits limits) {
  limits.token_bytes = std::min<std::size_t>(limits.token_bytes, 0xFFFF'FFFF);
  return limits;
}

/// Bytes for one call: `used` and the sizes of events are not to overflow.
constexpr std::size_t most_bytes = 1 << 30;

int deliver(void* host, const squall_parser_event* events, std::size_t count) {
  return static_cast<Intake*>(host)->take(events, count) ? 0 : 1;
}

bool is_parse_error(int status) {
  return status > SQUALL_PARSER_OK && status <= SQUALL_PARSER_STANZA_LIMIT;
}

// The two enumerations go in step.
static_assert(static_cast<int>(parse_errc::not_well_formed) == SQUALL_PARSER_NOT_WELL_FORMED);
static_assert(static_cast<int>(parse_errc::text_between_stanzas) == SQUALL_PARSER_TEXT_BETWEEN_STANZAS);
static_assert(static_cast<int>(parse_errc::stanza_limit) == SQUALL_PARSER_STANZA_LIMIT);
static_assert(static_cast<int>(Decoding::attribute) == SQUALL_PARSER_DECODE_ATTRIBUTE);
static_assert(static_cast<int>(Decoding::cdata) == SQUALL_PARSER_DECODE_CDATA);

squall_parser* create(const squall_parser_api& api, const Limits& limits) {
  const squall_parser_limits caps = to_plugin(limits);
  squall_parser* parser = api.create(&caps);
  if (parser == nullptr) throw std::bad_alloc();
  return parser;
}

}  // namespace

PluginParser::PluginParser(const squall_parser_api& api, const Limits& limits)
    : api_(api),
      parser_(create(api, limits), Destroy{&api}),
      framer_(limits),
      intake_(that_events_can_hold(limits), has(api, SQUALL_PARSER_TRANSIENT)) {}

PluginParser::~PluginParser() = default;

void PluginParser::feed(std::string_view bytes) {
  input_ = bytes;
  rest_ = bytes.data();
  piece_ = 0;
}

void PluginParser::reset() {
  const char* end = input_.data() + input_.size();
  begin(error_told_ || input_.data() == nullptr ? std::string_view{}
                                                : std::string_view(rest_, static_cast<std::size_t>(end - rest_)));
}

void PluginParser::discard() {
  begin({});
}

void PluginParser::begin(std::string_view rest) {
  api_.reset(parser_.get());
  framer_.reset();
  intake_.clear();
  taken_ = 0;
  error_ = {};
  error_told_ = false;
  fault_ = nullptr;
  feed(rest);
}

Item PluginParser::next() {
  for (;;) {
    if (const Intake::Ready ready = intake_.next(); ready.kind != ItemKind::need_more) {
      rest_ = called_ != nullptr ? called_ + ready.offset : input_.data();
      const bool has_element = ready.kind != ItemKind::stream_close;
      return {ready.kind, has_element ? intake_.element(ready) : Element{}, {}, {}};
    }
    if (error_) {
      error_told_ = true;
      return {ItemKind::error, {}, {}, error_};
    }
    intake_.settle();
    if (input_.empty()) return {};
    advance();
  }
}

/// Gives the plugin the next bytes, or the next item.
void PluginParser::advance() {
  if (!has(api_, SQUALL_PARSER_WHOLE_ITEMS)) {
    if (piece_ == 0) piece_ = std::min(input_.size(), most_bytes);
    return call_with(input_.substr(0, piece_), false);
  }
  const std::string_view item = framer_.next(input_);
  if (framer_.error()) return fail(framer_.error().code, framer_.error().offset);
  if (!item.empty()) call_with(item, true);
}

void PluginParser::call_with(std::string_view bytes, bool whole) {
  squall_parser_call call{bytes.data(), bytes.size(), deliver, &intake_, 0, 0};
  called_ = whole ? nullptr : bytes.data();
  intake_.begin_call(bytes.size());
  const int status = api_.feed(parser_.get(), &call);
  if (intake_.fault()) return blame(intake_.fault());
  if (intake_.limit() != parse_errc::none) return fail(intake_.limit(), taken_);
  if (status != SQUALL_PARSER_OK) return judge(status, call);
  if (!accept_used(call.used, bytes.size(), whole)) return;
  intake_.end_call(call.used);
  taken_ += call.used;
  if (whole) return;
  input_.remove_prefix(call.used);
  piece_ -= call.used;
}

bool PluginParser::accept_used(std::size_t used, std::size_t size, bool whole) {
  if (used > size) {
    blame("says it took more bytes than it was given");
  } else if (used == 0) {
    blame("takes no bytes and reports no error");
  } else if (whole && used < size) {
    blame("leaves bytes of a whole item");
  } else if (!intake_.ends_by(used)) {
    blame("delivers an item from bytes that it did not take");
  } else if (whole && !intake_.has_item()) {
    blame("delivers nothing for a whole item");
  } else {
    return true;
  }
  return false;
}

void PluginParser::judge(int status, const squall_parser_call& call) {
  if (is_parse_error(status)) return fail(static_cast<parse_errc>(status), call.error_offset);
  blame(status == SQUALL_PARSER_FAILED ? "reports trouble of its own" : "answers a status that is none");
}

void PluginParser::fail(parse_errc code, std::uint64_t offset) {
  error_ = {code, offset};
}

void PluginParser::blame(const char* fault) {
  fault_ = fault;
  fail(parse_errc::plugin_fault, taken_);
}

}  // namespace squall::parsers::plugin
