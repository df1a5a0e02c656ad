#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace squall::plugin {

/// What was found about a plugin before it is measured.
struct Examination {
  std::string path;
  std::string name;  ///< as the plugin calls itself; the path until that is known
  std::string version;
  std::string checks;
  std::string builds;
  bool needs_whole_items = false;
  bool resolves_namespaces = false;

  std::optional<std::string> unusable;  ///< it is no plugin for this program: one line
  std::optional<std::string> failure;   ///< it crashed, hung or broke its contract, completing "plugin NAME …"

  std::size_t answers = 0;               ///< cases and corpora, times the ways they were cut
  std::size_t wrong = 0;                 ///< answers other than the right ones
  std::size_t other_conditions = 0;      ///< right verdicts, but with another stream error than squall's
  std::size_t wrong_inputs = 0;          ///< cases and kinds of traffic with a wrong answer among theirs
  std::vector<std::string> differences;  ///< a line for each of the first of these, fit for a terminal

  bool is_sound() const { return !unusable && !failure; }
};

/// Loads a plugin in a process of its own and compares what it makes of the cases, cut in every way, and of a little of
/// each kind of traffic with what squall's own parser makes of them. No parser need deliver the front of an item that
/// does not become whole; one of whole items need not tell what is wrong with it either.
/// `patience`: how long one answer may take.
Examination examine(const std::string& path, std::chrono::milliseconds patience);

}  // namespace squall::plugin
