#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/parser.hpp"

namespace squall::parsers {

/// How a case is cut before it is fed: `all` (one buffer), `chunk:N` (N bytes at a time), `split:K` (two buffers, cut
/// at byte K).
class FeedPlan {
 public:
  /// nullopt for anything else, also for `chunk:0`.
  static std::optional<FeedPlan> parse(std::string_view words);
  static FeedPlan all() { return {}; }
  static FeedPlan chunks(std::size_t bytes) { return FeedPlan(Kind::chunk, bytes); }
  static FeedPlan split(std::size_t at) { return FeedPlan(Kind::split, at); }

  /// Bytes to feed at once from `at` on, at least one, of a case of `size` bytes; `at` < `size`.
  std::size_t next(std::size_t at, std::size_t size) const;

 private:
  enum class Kind : std::uint8_t { all, chunk, split };
  FeedPlan() = default;
  FeedPlan(Kind kind, std::size_t number) : kind_(kind), number_(number) {}

  Kind kind_ = Kind::all;
  std::size_t number_ = 0;
};

/// What a parser makes of a case.
struct Answer {
  enum class Verdict : std::uint8_t {
    ok,          ///< the root is closed
    incomplete,  ///< good so far
    error,
  };
  Verdict verdict = Verdict::incomplete;
  ParseError error;    ///< if so; its offset counts from the last reset
  std::string events;  ///< canonical, one a line
};

/// Feeds `bytes` as the plan says, and resets the parser at each of the offsets in `resets` (sorted), as a stream
/// restarts there. Stops at the first error. The parser must be fresh.
/// A document whose root is no stream (RFC 6120 section 4.8.1) is parsed as the one element of a stream, so that text
/// beside the root's children, which no stream may have, is reported.
Answer run_case(Parser& parser, std::string_view bytes, FeedPlan plan, const std::vector<std::size_t>& resets = {});

/// The offsets that a .reset file lists, numbers in white space; nullopt if it holds anything else.
std::optional<std::vector<std::size_t>> parse_resets(std::string_view text);

/// The answer as text: `ok`, `incomplete` or `error CONDITION`, a note `# …` on an error, and the events, a line each.
std::string to_text(const Answer& answer);

}  // namespace squall::parsers
