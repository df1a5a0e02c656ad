#include "src/process/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace squall::process {
namespace {

using std::chrono::milliseconds;

struct Pipe {
  int read = -1;
  int write = -1;

  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// Between fork and exec: only calls that are safe there.
void become(pid_t parent, int hears, int says, int null) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGCHLD, SIGUSR1}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  // Out of the way first: either end may lie on the other's place.
  const int hears_aside = ::fcntl(hears, F_DUPFD, 16), says_aside = ::fcntl(says, F_DUPFD, 16);
  ::dup2(says_aside, child_says);
  ::dup2(hears_aside, child_hears);
  ::close_range(child_hears + 1, ~0U, CLOSE_RANGE_CLOEXEC);
}

pid_t spawn(const ChildCommand& command, int hears, int says) {
  std::vector<char*> argv;
  for (const std::string& word : command.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    become(parent, hears, says, null);
    ::execv(command.executable.c_str(), argv.data());
    ::_exit(127);
  }
  const int error = errno;
  if (null >= 0) ::close(null);
  errno = error;
  return pid;
}

}  // namespace

std::string ChildEnd::words() const {
  if (killed) return "did not end in time and was killed";
  if (signal != 0) return fmt::format("was ended by signal {} ({})", signal, ::strsignal(signal));
  return fmt::format("exited with status {}", exit_status);
}

boost::system::result<ChildProcess, std::string> ChildProcess::start(const ChildCommand& command) {
  Pipe from_child, to_child;
  const bool open = from_child.open() && to_child.open();
  const pid_t pid = open ? spawn(command, to_child.read, from_child.write) : -1;
  const int error = errno;
  close_if_open(from_child.write);
  close_if_open(to_child.read);
  if (pid < 0) {
    close_if_open(from_child.read);
    close_if_open(to_child.write);
    return fmt::format("cannot start another process: {}", ::strerror(error));
  }
  ::fcntl(from_child.read, F_SETFL, O_NONBLOCK);
  return ChildProcess(pid, to_child.write, from_child.read, command.longest_line);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept {
  *this = std::move(other);
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(says_, other.says_);
  std::swap(hears_, other.hears_);
  std::swap(longest_line_, other.longest_line_);
  std::swap(dropping_, other.dropping_);
  std::swap(said_, other.said_);
  std::swap(end_, other.end_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) stop(std::chrono::seconds{1});
  close_if_open(says_);
  close_if_open(hears_);
}

bool ChildProcess::read() {
  char piece[65536];
  for (;;) {
    const ssize_t size = ::read(hears_, piece, sizeof piece);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno == EAGAIN;
    if (size == 0) return false;
    said_.append(piece, static_cast<std::size_t>(size));
    if (said_.size() <= longest_line_ || said_.find('\n') != std::string::npos) continue;
    said_.clear();
    dropping_ = true;
  }
}

std::optional<std::string> ChildProcess::take_line() {
  std::size_t end = said_.find('\n');
  if (dropping_ && end != std::string::npos) {
    said_.erase(0, end + 1);
    dropping_ = false;
    end = said_.find('\n');
  }
  if (end == std::string::npos) return std::nullopt;
  std::string line = said_.substr(0, end);
  said_.erase(0, end + 1);
  return line;
}

bool ChildProcess::tell(std::string_view line) {
  std::string text(line);
  text += '\n';
  ssize_t written = 0;
  do {
    written = ::write(says_, text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  return written == static_cast<ssize_t>(text.size());
}

std::optional<ChildEnd> ChildProcess::end() {
  if (end_ || pid_ < 0) return end_;
  int status = 0;
  const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended == 0) return std::nullopt;
  end_.emplace();
  if (ended == pid_ && WIFEXITED(status)) end_->exit_status = WEXITSTATUS(status);
  if (ended == pid_ && WIFSIGNALED(status)) end_->signal = WTERMSIG(status);
  return end_;
}

bool ChildProcess::wait_exit(milliseconds patience) {
  int watched = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0U));
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(until - std::chrono::steady_clock::now());
    pollfd waiting{.fd = watched, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<milliseconds::rep>(0, left.count())));
    if (ready < 0 && errno == EINTR) continue;
    break;
  }
  close_if_open(watched);
  return end().has_value();
}

ChildEnd ChildProcess::stop(milliseconds patience) {
  if (end()) return *end_;
  ::kill(pid_, SIGTERM);
  if (wait_exit(patience)) return *end_;
  ::kill(pid_, SIGKILL);
  wait_exit(std::chrono::seconds{10});
  if (!end_) end_.emplace();
  end_->killed = true;
  return *end_;
}

}  // namespace squall::process
