#pragma once

#include <string>
#include <string_view>

#include "parsers/parser.hpp"

namespace squall::parsers {

/// Writes what a parser delivers in canonical form, one event a line, so that the answers of parsers can be compared:
///
///     start {ns}local {ns}attr="value" …   attributes sorted by (ns, local)
///     text "…"                             neighbouring runs joined
///     end {ns}local
///     reset
///
/// In quoted strings and namespace names `\`, `"`, LF, CR and TAB are `\\`, `\"`, `\n`, `\r` and `\t`.
/// Text outside first-level elements is not reported.
class CanonicalWriter {
 public:
  void stream_open(const Element& root);
  void stanza(const Element& element);
  void stream_close();
  /// What there is of a stanza that did not become complete; text that no markup follows is left out, for more of it
  /// may have been due.
  void unfinished(const Element& element);
  void reset();

  /// The lines so far, each ended by LF.
  const std::string& lines() const { return lines_; }
  std::string take() { return std::move(lines_); }

 private:
  class Walk;

  std::string lines_;
  std::string root_;  // {ns}local
};

}  // namespace squall::parsers
