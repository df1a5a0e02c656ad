#include "src/shard/shard_link.hpp"

#include <cerrno>
#include <charconv>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "src/process/child_process.hpp"
#include "src/shard/sample_line.hpp"

namespace squall::shard {
namespace {

constexpr std::size_t longest_order = 256;

std::optional<net::TimePoint> parse_start(std::string_view line) {
  constexpr std::string_view word = "steady ";
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  std::int64_t nanoseconds = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), nanoseconds);
  if (error != std::errc{} || end != line.data() + line.size()) return std::nullopt;
  return net::TimePoint{std::chrono::nanoseconds{nanoseconds}};
}

}  // namespace

ShardLink::ShardLink() {
  ::fcntl(process::child_hears, F_SETFL, O_NONBLOCK);
}

void ShardLink::say(std::string line) {
  line += '\n';
  // Shorter than PIPE_BUF, so whole or not at all; a parent that is gone ends this process by a signal.
  [[maybe_unused]] const auto written = ::write(process::child_says, line.data(), line.size());
}

void ShardLink::tell(const metrics::Sample& sample) {
  say(sample_line(sample));
}

void ShardLink::arrive(std::uint64_t online) {
  say(fmt::format("arrived {}", online));
}

std::optional<net::TimePoint> ShardLink::start() {
  char piece[longest_order];
  while (is_open_ && !start_) {
    const ssize_t size = ::read(process::child_hears, piece, sizeof piece);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) break;
    is_open_ = size > 0 && heard_.size() < longest_order;
    heard_.append(piece, static_cast<std::size_t>(size));
    const std::size_t end = heard_.find('\n');
    if (end != std::string::npos) start_ = parse_start(std::string_view(heard_).substr(0, end));
  }
  return start_;
}

int ShardLink::descriptor() const {
  return is_open_ && !start_ ? process::child_hears : -1;
}

}  // namespace squall::shard
