#include "src/cli/progress_printer.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "src/report/printable.hpp"
#include "src/report/progress.hpp"

namespace squall::cli {
namespace {

constexpr std::size_t longest_trace = 1 << 20;

const char* sign_of(load::TraceDirection direction) {
  switch (direction) {
    case load::TraceDirection::sent:
      return "->";
    case load::TraceDirection::received:
      return "<-";
    case load::TraceDirection::note:
      return "--";
  }
  return "??";
}

}  // namespace

ProgressPrinter::ProgressPrinter(bool plain) : rewrites_(!plain && isatty(STDERR_FILENO) == 1) {}

ProgressPrinter::~ProgressPrinter() {
  if (open_) std::fputc('\n', stderr);
}

void ProgressPrinter::show(const metrics::Sample& sample) {
  const std::string line = report::progress_line(sample);
  if (rewrites_)
    fmt::print(stderr, "\r\x1b[K{}", line);
  else
    fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
  open_ = rewrites_;
}

load::TraceSink trace_on_stderr(std::uint32_t user) {
  return [user](load::TraceDirection direction, std::string_view text) {
    fmt::print(stderr, "user={} {} {}\n", user, sign_of(direction), report::printable(text, longest_trace));
  };
}

}  // namespace squall::cli
