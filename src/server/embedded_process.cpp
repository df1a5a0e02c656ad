#include "src/server/embedded_process.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace squall::server {
namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t longest_line = 1 << 20;  // bytes a child may say without an end of line

// Not through sys/pidfd.h: glibc 2.36 declares it without C linkage.
int open_pidfd(pid_t pid) {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U));
}

int milliseconds_until(SteadyClock::time_point end) {
  const auto left = std::chrono::ceil<milliseconds>(end - SteadyClock::now());
  return left.count() > 0 ? static_cast<int>(left.count()) : 0;
}

/// True if `descriptor` becomes readable, or hung up, in time.
bool wait_readable(int descriptor, SteadyClock::time_point end) {
  pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
  for (;;) {
    const int ready = ::poll(&waiting, 1, milliseconds_until(end));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

std::vector<std::string> arguments(const EmbeddedOptions& options, int control) {
  std::vector<std::string> words{
      "squall",   "serve",        "--listen", "127.0.0.1:0",
      "--domain", options.domain, "--parser", std::string(parsers::to_string(options.parser))};
  if (!options.accounts_file.empty()) words.insert(words.end(), {"--accounts", options.accounts_file});
  words.insert(words.end(), options.more.begin(), options.more.end());
  words.insert(words.end(), {"--control-fd", std::to_string(control)});
  return words;
}

/// What is done between fork and exec: only calls that are safe there.
struct ChildSetup {
  pid_t parent;
  int control;
  int null;

  void apply() const {
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);  // it died before the line above
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGCHLD}) ::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    ::fcntl(control, F_SETFD, 0);
  }
};

/// Forks and executes; -1 and errno if there is no child.
pid_t spawn(const EmbeddedOptions& options, int control) {
  const std::vector<std::string> words = arguments(options, control);
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const ChildSetup setup{::getpid(), control, null};
  const pid_t pid = ::fork();
  if (pid == 0) {
    setup.apply();
    ::execv(options.executable.c_str(), argv.data());
    ::_exit(127);
  }
  if (null >= 0) ::close(null);
  return pid;
}

struct Listening {
  std::string host;
  std::uint16_t port = 0;
};

std::optional<Listening> parse_listening(std::string_view line) {
  constexpr std::string_view word = "listening ";
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || space == 0) return std::nullopt;
  const std::string_view digits = line.substr(space + 1);
  Listening listening{std::string(line.substr(0, space)), 0};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), listening.port);
  if (error != std::errc{} || end != digits.data() + digits.size() || listening.port == 0) return std::nullopt;
  return listening;
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

std::string EmbeddedEnd::words() const {
  if (killed) return "did not end in time and was killed";
  if (signal != 0) return fmt::format("was ended by signal {} ({})", signal, ::strsignal(signal));
  return fmt::format("exited with status {}", exit_status);
}

boost::system::result<EmbeddedProcess, std::string> EmbeddedProcess::start(const EmbeddedOptions& options) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fmt::format("cannot make a pipe: {}", ::strerror(errno));
  const pid_t pid = spawn(options, ends[1]);
  const int spawn_error = errno;
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return fmt::format("cannot start the embedded server: {}", ::strerror(spawn_error));
  }
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  EmbeddedProcess process(pid, ends[0]);
  if (auto problem = process.wait_until_listening(options.start_timeout)) return *problem;
  return process;
}

EmbeddedProcess::EmbeddedProcess(EmbeddedProcess&& other) noexcept {
  *this = std::move(other);
}

EmbeddedProcess& EmbeddedProcess::operator=(EmbeddedProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(control_, other.control_);
  std::swap(is_reaped_, other.is_reaped_);
  std::swap(host_, other.host_);
  std::swap(port_, other.port_);
  std::swap(said_, other.said_);
  std::swap(end_, other.end_);
  return *this;
}

EmbeddedProcess::~EmbeddedProcess() {
  if (pid_ < 0) return;
  stop(std::chrono::seconds{1});
  close_if_open(control_);
}

std::optional<std::string> EmbeddedProcess::wait_until_listening(milliseconds patience) {
  const auto end = SteadyClock::now() + patience;
  for (;;) {
    if (!wait_readable(control_, end)) return "the embedded server did not listen in time";
    const bool is_open = read_control();
    if (const auto line = take_line()) {
      const auto listening = parse_listening(*line);
      if (!listening) return "the embedded server said something other than where it listens";
      host_ = listening->host;
      port_ = listening->port;
      return std::nullopt;
    }
    if (!is_open) return fmt::format("the embedded server did not start: it {}", stop(patience).words());
  }
}

/// Takes in what the child has written; false at its end.
bool EmbeddedProcess::read_control() {
  char piece[4096];
  for (;;) {
    const ssize_t size = ::read(control_, piece, sizeof piece);
    if (size > 0 && said_.size() < longest_line) said_.append(piece, static_cast<std::size_t>(size));
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (size < 0 && errno == EAGAIN) return true;
  }
}

std::optional<std::string> EmbeddedProcess::take_line() {
  const std::size_t end = said_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = said_.substr(0, end);
  said_.erase(0, end + 1);
  return line;
}

std::optional<ProcessingReport> EmbeddedProcess::take_processing_times(milliseconds patience) {
  constexpr std::string_view word = "processing ";
  if (pid_ < 0 || is_reaped_ || ::kill(pid_, SIGUSR1) != 0) return std::nullopt;
  const auto end = SteadyClock::now() + patience;
  while (wait_readable(control_, end)) {
    const bool is_open = read_control();
    const auto line = take_line();
    if (line && line->starts_with(word)) return parse_processing_report(std::string_view(*line).substr(word.size()));
    if (!is_open && !line) return std::nullopt;
  }
  return std::nullopt;
}

bool EmbeddedProcess::has_ended() {
  return pid_ >= 0 && (is_reaped_ || reap());
}

/// True if the child has ended; keeps how.
bool EmbeddedProcess::reap() {
  int status = 0;
  const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended == 0) return false;
  is_reaped_ = true;
  if (ended == pid_ && WIFEXITED(status)) end_.exit_status = WEXITSTATUS(status);
  if (ended == pid_ && WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
  read_counts();
  return true;
}

void EmbeddedProcess::read_counts() {
  read_control();
  while (const auto line = take_line()) {
    const auto counts = parse_counts(*line);
    if (!counts) continue;
    end_.counts = *counts;
    end_.faults = parse_fault_counts(*line);
    end_.has_counts = true;
  }
}

bool EmbeddedProcess::wait_exit(milliseconds patience) {
  const auto end = SteadyClock::now() + patience;
  int watched = open_pidfd(pid_);
  const bool is_over = watched >= 0 && wait_readable(watched, end);
  close_if_open(watched);
  return reap() || is_over;
}

EmbeddedEnd EmbeddedProcess::stop(milliseconds patience) {
  if (is_reaped_ || pid_ < 0 || reap()) return end_;
  ::kill(pid_, SIGTERM);
  if (wait_exit(patience)) return end_;
  ::kill(pid_, SIGKILL);
  end_.killed = true;
  wait_exit(std::chrono::seconds{10});
  return end_;
}

}  // namespace squall::server
