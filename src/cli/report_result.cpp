#include "src/cli/report_result.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "src/cli/exit_code.hpp"
#include "src/cli/version.hpp"
#include "src/report/json.hpp"
#include "src/report/printable.hpp"
#include "src/report/terminal.hpp"
#include "src/report/write_file.hpp"

namespace squall::cli {
namespace {

bool stdout_takes_colours() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

int exit_code_of(metrics::Verdict verdict) {
  switch (verdict) {
    case metrics::Verdict::ok:
      return exit_ok;
    case metrics::Verdict::lost:
      return exit_failures;
    case metrics::Verdict::invalid:
      return exit_invalid;
    case metrics::Verdict::nobody_online:
      return exit_nobody_online;
  }
  return exit_internal;
}

/// True unless a file was wanted and could not be written.
bool save(const RunPlan& plan, const metrics::Result& result) {
  if (plan.json.empty()) return true;
  try {
    report::write_file(plan.json, report::json_report(result, report::this_machine()));
    return true;
  } catch (const std::system_error& error) {
    fmt::print(stderr, "squall {}: --json: {}\n", plan.command, report::printable(error.what(), 4096));
    return false;
  }
}

}  // namespace

// Saves first: whoever reads the report through a pipe may hang up.
int report_result(const RunPlan& plan, metrics::Result& result) {
  result.version = version();
  const bool saved = save(plan, result);
  fmt::print("{}", report::terminal_report(result, stdout_takes_colours()));
  std::fflush(stdout);
  return saved ? exit_code_of(result.verdict) : exit_internal;
}

}  // namespace squall::cli
