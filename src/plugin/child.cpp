#include "src/plugin/child.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace squall::plugin {
namespace {

constexpr std::size_t longest_line = 1 << 20;

/// Cuts what a child says into lines.
class Lines {
 public:
  explicit Lines(const ChildTerms& terms) : terms_(terms) {}

  /// False when it has said too much.
  bool take(std::string_view piece) {
    total_ += piece.size();
    pending_ += piece;
    std::size_t begin = 0;
    for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n', begin)) {
      if (terms_.hear) terms_.hear(std::string_view(pending_).substr(begin, end - begin));
      begin = end + 1;
    }
    pending_.erase(0, begin);
    return total_ <= terms_.most_output && pending_.size() <= longest_line;
  }

 private:
  const ChildTerms& terms_;
  std::string pending_;
  std::size_t total_ = 0;
};

/// A pipe from the child.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  }
  ~Pipe() {
    close_write();
    ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_write() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

void settle_in(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGCHLD}) ::signal(signal, SIG_DFL);
}

enum class Heard : std::uint8_t { all, too_little, too_much };

/// Reads until the child closes its end, or breaks the terms.
Heard listen(int descriptor, const ChildTerms& terms) {
  Lines lines(terms);
  std::array<char, 16384> piece{};
  for (;;) {
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(terms.patience.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Heard::too_little;
    const ssize_t size = ::read(descriptor, piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return Heard::all;
    if (!lines.take({piece.data(), static_cast<std::size_t>(size)})) return Heard::too_much;
  }
}

ChildEnd reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  ChildEnd end;
  if (WIFEXITED(status)) end.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

/// Waits for the end of a child that has closed its pipe: it may hang on its way out.
bool ends_in_time(pid_t pid, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  siginfo_t info{};
  do {
    info.si_pid = 0;
    if (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid)
      return true;
    ::usleep(2000);
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

ChildEnd look_after(pid_t pid, Pipe& pipe, const ChildTerms& terms) {
  pipe.close_write();
  const Heard heard = listen(pipe.read_end(), terms);
  const bool silent = heard == Heard::too_little || (heard == Heard::all && !ends_in_time(pid, terms.patience));
  if (silent || heard == Heard::too_much) ::kill(pid, SIGKILL);
  ChildEnd end = reap(pid);
  end.silent = silent;
  end.talkative = heard == Heard::too_much;
  end.patience = terms.patience;
  return end;
}

pid_t fork_or_throw() {
  const pid_t pid = ::fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
  return pid;
}

void silence_output() {
  const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null >= 0) ::dup2(null, STDOUT_FILENO);
}

int guarded(const std::function<int(int)>& work, int descriptor) {
  try {
    return work(descriptor);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 70;
  }
}

}  // namespace

std::string ChildEnd::words() const {
  if (silent)
    return fmt::format("did nothing for {} s and was killed",
                       std::chrono::ceil<std::chrono::seconds>(patience).count());
  if (talkative) return "said more than anybody would and was killed";
  if (signal != 0) return fmt::format("crashed (signal {}, {})", signal, ::strsignal(signal));
  return fmt::format("ended with exit code {}", exit_status);
}

ChildEnd run_forked(const std::function<int(int descriptor)>& work, const ChildTerms& terms) {
  Pipe pipe;
  const pid_t parent = ::getpid();
  const pid_t pid = fork_or_throw();
  if (pid == 0) {
    settle_in(parent);
    silence_output();
    ::_exit(guarded(work, pipe.write_end()));
  }
  return look_after(pid, pipe, terms);
}

ChildEnd run_program(const std::vector<std::string>& command, const ChildTerms& terms) {
  Pipe pipe;
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = fork_or_throw();
  if (pid == 0) {
    settle_in(parent);
    ::dup2(pipe.write_end(), STDOUT_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  return look_after(pid, pipe, terms);
}

}  // namespace squall::plugin
