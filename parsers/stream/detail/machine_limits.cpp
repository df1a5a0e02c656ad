#include "parsers/stream/detail/machine.hpp"

namespace squall::parsers::detail {

/// First byte of the token in hand.
const char* Machine::token_start() const {
  switch (state) {
    case State::content:
    case State::text:
    case State::cdata:
      return mark;
    case State::prolog:
    case State::between:
    case State::epilog:
    case State::root_empty:
      return keep;
    default:
      return tag;
  }
}

/// Sets the error if the stanza or the token in hand is too long when it reaches up to `p`.
bool Machine::over_limit(const char* p) {
  const auto held = static_cast<std::uint64_t>(p - keep);
  const auto size = static_cast<std::uint64_t>(p - token_start());
  const bool token = size > limits_.token_bytes;
  const bool stanza = held > limits_.stanza_bytes;
  if (!token && !stanza) return false;
  const std::uint64_t token_at = offset_of(token_start()) + limits_.token_bytes;
  const std::uint64_t stanza_at = offset_of(keep) + limits_.stanza_bytes;
  const bool by_token = token && (!stanza || token_at < stanza_at);
  error_ = by_token ? ParseError{parse_errc::token_limit, token_at} : ParseError{parse_errc::stanza_limit, stanza_at};
  return true;
}

/// An error at `p`, unless a limit was passed before it.
StepKind Machine::fail(parse_errc code, const char* p) {
  if (keep == nullptr || !over_limit(p)) error_ = {code, offset_of(p)};
  return StepKind::error;
}

}  // namespace squall::parsers::detail
