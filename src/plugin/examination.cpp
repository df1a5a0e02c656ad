#include "src/plugin/examination.hpp"

#include <charconv>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "parsers/batch.hpp"
#include "parsers/corpus/corpus.hpp"
#include "parsers/plugin/api.hpp"
#include "parsers/plugin/plugin_parser.hpp"
#include "src/plugin/cases.hpp"
#include "src/plugin/child.hpp"
#include "src/plugin/library.hpp"
#include "src/report/printable.hpp"

// The child examines and says what it finds in lines of fields parted by tabs; the parent takes them down. What comes
// from the child may come from the plugin: it is believed no more than that.

namespace squall::plugin {
namespace {

using parsers::Answer;
using parsers::FeedPlan;
using Verdict = Answer::Verdict;

constexpr std::size_t corpus_bytes = 128 * 1024;
constexpr std::uint64_t corpus_seed = 7;
constexpr std::size_t most_differences = 8;
constexpr int lied = 3;

/// Writes lines to the parent.
class Voice {
 public:
  explicit Voice(int descriptor) : descriptor_(descriptor) {}

  template <class... Fields>
  void say(const Fields&... fields) const {
    std::string line;
    ((line += report::printable(fields, 400), line += '\t'), ...);
    line.back() = '\n';
    for (std::string_view rest = line; !rest.empty();) {
      const ssize_t size = ::write(descriptor_, rest.data(), rest.size());
      if (size <= 0) ::_exit(1);  // nobody listens
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
  }

 private:
  int descriptor_;
};

/// Where two answers part, in words; empty if the plugin's is right.
std::string difference(const Answer& own, const Answer& right, bool may_be_late) {
  const std::string_view words[] = {"ok", "incomplete", "error"};
  const auto word = [&](Verdict verdict) { return words[static_cast<std::size_t>(verdict)]; };
  const bool is_open = right.verdict != Verdict::ok && own.verdict != Verdict::ok;
  if (own.verdict != right.verdict && !(is_open && may_be_late && own.verdict == Verdict::incomplete)) {
    return fmt::format("says {}, right is {}", word(own.verdict), word(right.verdict));
  }
  if (own.events == right.events || (is_open && right.events.starts_with(own.events))) return {};
  std::size_t line = 1, at = 0;
  while (at < own.events.size() && at < right.events.size() && own.events[at] == right.events[at])
    line += right.events[at++] == '\n';
  const auto line_at = [at](const std::string& text) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    return begin < text.size() ? text.substr(begin, text.find('\n', begin) - begin) : std::string("nothing");
  };
  return fmt::format("event {} is `{}`, right is `{}`", line, line_at(own.events), line_at(right.events));
}

/// The child's work.
class Examiner {
 public:
  Examiner(const squall_parser_api& api, const Voice& voice)
      : api_(api), voice_(voice), workspace_(parsers::make_workspace()) {}

  /// The exit code.
  int run() {
    for (const Case& one : cases()) {
      if (!read_case(one)) return lied;
    }
    for (const auto kind : parsers::corpus::kinds()) {
      const auto traffic = parsers::corpus::make(kind, corpus_bytes, corpus_seed);
      const std::string name = fmt::format("traffic {}", parsers::corpus::to_string(kind));
      for (const char* plan : {"all", "chunk:65536", "chunk:1460", "chunk:7"}) {
        if (!read(name, traffic.bytes, {}, plan)) return lied;
      }
    }
    voice_.say("done");
    return 0;
  }

 private:
  bool read_case(const Case& one) {
    const auto resets = parsers::parse_resets(one.resets).value_or(std::vector<std::size_t>{});
    const std::string name = fmt::format("case {}", one.name);
    for (const char* plan : {"all", "chunk:1", "chunk:3"}) {
      if (!read(name, one.bytes, resets, plan)) return false;
    }
    for (std::size_t at = 1; at < one.bytes.size(); ++at) {
      if (!read(name, one.bytes, resets, fmt::format("split:{}", at))) return false;
    }
    return true;
  }

  /// One answer. False if the plugin broke its contract over it.
  bool read(const std::string& name, std::string_view bytes, const std::vector<std::size_t>& resets,
            const std::string& plan) {
    voice_.say("at", fmt::format("{}, {}", name, plan));
    const FeedPlan cut = *FeedPlan::parse(plan);
    const auto truth = parsers::make_parser(parsers::ParserKind::stream, {}, *workspace_);
    const Answer right = parsers::run_case(*truth, bytes, cut, resets);
    parsers::plugin::PluginParser parser(api_, {});
    const Answer own = parsers::run_case(parser, bytes, cut, resets);
    if (!parser.fault().empty()) {
      voice_.say("lie", parser.fault());
      return false;
    }
    const auto words = difference(own, right, parsers::plugin::has(api_, SQUALL_PARSER_WHOLE_ITEMS));
    if (!words.empty()) {
      voice_.say("wrong", name, fmt::format("{}, {}: {}", name, plan, words));
    } else {
      voice_.say(own.error.code == right.error.code || !own.error ? "right" : "condition");
    }
    return true;
  }

  const squall_parser_api& api_;
  const Voice& voice_;
  std::shared_ptr<parsers::Workspace> workspace_;
};

int examine_in_child(const std::string& path, int descriptor) {
  const Voice voice(descriptor);
  voice.say("at", "being loaded");
  const auto library = Library::open(path);
  if (!library) {
    voice.say("unusable", library.error());
    return 0;
  }
  const squall_parser_api& api = library->api();
  voice.say("name", api.name);
  voice.say("version", api.version);
  voice.say("checks", parsers::plugin::checks_of(api));
  voice.say("builds", api.builds);
  if (parsers::plugin::has(api, SQUALL_PARSER_WHOLE_ITEMS)) voice.say("whole-items");
  if (parsers::plugin::has(api, SQUALL_PARSER_CHECKS_NAMESPACES)) voice.say("namespaces");
  return Examiner(api, voice).run();
}

/// The parent's side.
class Notes {
 public:
  explicit Notes(const std::string& path) { found_.path = found_.name = path; }

  void take(std::string_view line) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const std::string_view word = line.substr(0, tab);
    take(word, report::printable(line.substr(std::min(tab + 1, line.size())), 1000));
  }

  Examination close(const ChildEnd& end) {
    if (found_.unusable) return found_;
    if (!lie_.empty()) {
      found_.failure = fmt::format("breaks its contract: it {} ({})", lie_, at_);
    } else if (!end.in_order()) {
      found_.failure = fmt::format("{} ({})", end.words(), at_);
    } else if (!is_done_) {
      found_.failure = fmt::format("ended the process ({})", at_);
    }
    return found_;
  }

 private:
  void take(std::string_view word, std::string rest) {
    if (word == "at") at_ = std::move(rest);
    if (word == "unusable") found_.unusable = std::move(rest);
    if (word == "lie") lie_ = std::move(rest);
    if (word == "name") found_.name = std::move(rest);
    if (word == "version") found_.version = std::move(rest);
    if (word == "checks") found_.checks = std::move(rest);
    if (word == "builds") found_.builds = std::move(rest);
    found_.needs_whole_items |= word == "whole-items";
    found_.resolves_namespaces |= word == "namespaces";
    is_done_ |= word == "done";
    count(word, rest);
  }

  void count(std::string_view word, const std::string& rest) {
    if (word != "right" && word != "wrong" && word != "condition") return;
    ++found_.answers;
    if (word == "condition") ++found_.other_conditions;
    if (word != "wrong") return;
    ++found_.wrong;
    note_difference(rest);
  }

  /// One line for each case or kind of traffic: a parser that errs in one, errs in it wherever it is cut.
  void note_difference(const std::string& rest) {
    const std::size_t tab = rest.find("\\t");
    const std::string name = rest.substr(0, tab);
    if (name == last_wrong_) return;
    last_wrong_ = name;
    ++found_.wrong_inputs;
    if (tab == std::string::npos || found_.differences.size() == most_differences) return;
    found_.differences.push_back(rest.substr(tab + 2));
  }

  Examination found_;
  std::string at_ = "being started";
  std::string lie_;
  std::string last_wrong_;
  bool is_done_ = false;
};

}  // namespace

Examination examine(const std::string& path, std::chrono::milliseconds patience) {
  Notes notes(path);
  ChildTerms terms;
  terms.patience = patience;
  terms.hear = [&notes](std::string_view line) { notes.take(line); };
  const ChildEnd end = run_forked([&path](int descriptor) { return examine_in_child(path, descriptor); }, terms);
  return notes.close(end);
}

}  // namespace squall::plugin
