#include "src/metrics/verdict.hpp"

#include <fmt/format.h>

#include "src/metrics/funnel.hpp"

namespace squall::metrics {
namespace {

std::string what_was_missing(const Result& result, std::uint64_t failed) {
  const AuditCounts& audit = result.audit;
  std::string words;
  const auto add = [&words](std::uint64_t count, const char* what) {
    if (count == 0) return;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, what);
  };
  add(failed, failed == 1 ? "user failed" : "users failed");
  add(audit.lost(), audit.lost() == 1 ? "message was lost" : "messages were lost");
  add(audit.bounced, "bounced");
  add(audit.unsent(), "unsent");
  return words;
}

/// Where nobody failed; an interrupt may have come before the last login.
std::string who_was_online(const Result& result) {
  const std::uint64_t online = result.funnel.reached_online;
  const std::uint64_t users = result.scenario.population.users;
  if (!result.interrupted || online >= users) return "every user stayed online";
  return fmt::format("interrupted when {} of {} users were online", online, users);
}

}  // namespace

void judge(Result& result) {
  const std::uint64_t failed = failed_users(result.funnel);
  const std::uint64_t missing = result.audit.planned - result.audit.delivered();
  if (result.funnel.reached_online == 0 && failed > 0) {
    result.verdict = Verdict::nobody_online;
    result.verdict_sentence = "nobody could log in";
  } else if (!result.health.valid) {
    result.verdict = Verdict::invalid;
    result.verdict_sentence = "the result is invalid: " + result.health.why_invalid;
  } else if (failed > 0 || missing > result.planned_to_nobody) {
    result.verdict = Verdict::lost;
    result.verdict_sentence = what_was_missing(result, failed);
  } else {
    result.verdict = Verdict::ok;
    result.verdict_sentence = fmt::format("{}, {} of {} messages were delivered", who_was_online(result),
                                          result.audit.delivered(), result.audit.planned);
  }
}

}  // namespace squall::metrics
