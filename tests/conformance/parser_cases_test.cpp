// fixtures/cases for every parser of the house, cut in every way.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "parsers/batch.hpp"

namespace squall::parsers {
namespace {

namespace fs = std::filesystem;
using Verdict = Answer::Verdict;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Expected {
  std::string verdicts;  ///< "ok", "incomplete", "error", or some of them parted by |
  std::vector<std::string> conditions;
  std::vector<std::string> events;
};

struct Case {
  std::string name;
  std::string bytes;
  std::vector<std::size_t> resets;
  Expected expected;
};

/// The events of an answer. Text at depth one of a stream is not compared: no parser of streams reports it.
std::vector<std::string> compared(std::istream& lines) {
  std::vector<std::string> events;
  int depth = 0;
  bool stream = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) continue;
    if (line == "reset") depth = 0;
    if (line.starts_with("start ") && depth++ == 0)
      stream = line.starts_with("start {http://etherx.jabber.org/streams}stream");
    if (line.starts_with("end ")) --depth;
    if (line.starts_with("text ") && depth == 1 && stream) continue;
    events.push_back(line);
  }
  return events;
}

Expected read_expected(const fs::path& path) {
  std::istringstream lines(contents(path));
  std::string first;
  std::getline(lines, first);
  std::istringstream words(first);
  Expected expected;
  words >> expected.verdicts;
  expected.conditions.assign(std::istream_iterator<std::string>(words), {});
  expected.events = compared(lines);
  return expected;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& entry : fs::directory_iterator(fs::path(SQUALL_SOURCE_DIR) / "fixtures/cases")) {
    fs::path path = entry.path();
    if (path.extension() != ".xml") continue;
    const auto resets = parse_resets(contents(fs::path(path).replace_extension(".reset")));
    cases.push_back(
        {path.stem(), contents(path), resets.value(), read_expected(fs::path(path).replace_extension(".expect"))});
  }
  return cases;
}

/// Events up to the last first-level element that was complete.
std::size_t least_events(const std::vector<std::string>& events) {
  std::size_t least = 0;
  int depth = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i] == "reset") depth = 0;
    if (events[i].starts_with("start ")) ++depth;
    if (events[i].starts_with("end ") && --depth <= 1) least = i + 1;
  }
  return least;
}

bool is_among(const std::string& word, const std::string& alternatives) {
  return ("|" + alternatives + "|").find("|" + word + "|") != std::string::npos;
}

void check(const Answer& answer, const Expected& expected) {
  const std::string verdict = answer.verdict == Verdict::ok      ? "ok"
                              : answer.verdict == Verdict::error ? "error"
                                                                 : "incomplete";
  EXPECT_TRUE(is_among(verdict, expected.verdicts)) << verdict << ", want " << expected.verdicts;
  std::istringstream lines(answer.events);
  const auto events = compared(lines);
  if (answer.verdict == Verdict::ok) {
    EXPECT_EQ(events, expected.events);
    return;
  }
  if (answer.verdict == Verdict::error && !expected.conditions.empty()) {
    const std::string condition(stream_condition(answer.error.code));
    EXPECT_NE(std::count(expected.conditions.begin(), expected.conditions.end(), condition), 0) << condition;
  }
  ASSERT_LE(events.size(), expected.events.size());
  EXPECT_TRUE(std::equal(events.begin(), events.end(), expected.events.begin())) << answer.events;
  if (expected.verdicts.find("|") != std::string::npos) return;
  EXPECT_GE(events.size(), least_events(expected.events));
}

class ParserCases : public testing::TestWithParam<ParserKind> {
 protected:
  void check_all(FeedPlan plan) {
    for (const Case& one : cases_) check_one(one, plan);
  }
  void check_one(const Case& one, FeedPlan plan) {
    SCOPED_TRACE(one.name);
    const auto parser = make_parser(GetParam(), Limits{}, *workspace_);
    check(run_case(*parser, one.bytes, plan, one.resets), one.expected);
  }

  std::vector<Case> cases_ = all_cases();
  std::shared_ptr<Workspace> workspace_ = make_workspace();
};

TEST_P(ParserCases, ThereAreEightyOne) {
  EXPECT_EQ(cases_.size(), 81u);
}

TEST_P(ParserCases, PassAsAWhole) {
  check_all(FeedPlan::all());
}

TEST_P(ParserCases, PassByteByByte) {
  check_all(FeedPlan::chunks(1));
}

TEST_P(ParserCases, PassInPiecesOfThree) {
  check_all(FeedPlan::chunks(3));
}

TEST_P(ParserCases, PassSplitAtEveryByte) {
  for (const Case& one : cases_) {
    for (std::size_t at = 1; at < one.bytes.size() && !HasFailure(); ++at) {
      SCOPED_TRACE(at);
      check_one(one, FeedPlan::split(at));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ParserCases, testing::Values(ParserKind::dom, ParserKind::stream, ParserKind::expat),
                         [](const auto& chosen) { return std::string(to_string(chosen.param)); });

}  // namespace
}  // namespace squall::parsers
