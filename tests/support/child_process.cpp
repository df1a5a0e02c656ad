#include "tests/support/child_process.hpp"

#include <array>
#include <csignal>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace squall::test {
namespace {

[[noreturn]] void become(std::vector<char*>& arguments, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::dup2(output, STDOUT_FILENO);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  pid_ = ::fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) become(arguments, pipe[1]);
  ::close(pipe[1]);
  output_ = pipe[0];
}

ChildProcess::~ChildProcess() {
  terminate();
  ::close(output_);
}

std::string ChildProcess::read_line() {
  while (pending_.find('\n') == std::string::npos && read_more()) {
  }
  const std::size_t end = pending_.find('\n');
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end == std::string::npos ? end : end + 1);
  return line;
}

std::string ChildProcess::read_all() {
  while (read_more()) {
  }
  return std::exchange(pending_, {});
}

int ChildProcess::wait() {
  if (exit_code_ >= 0) return exit_code_;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

int ChildProcess::terminate() {
  if (exit_code_ < 0) ::kill(pid_, SIGTERM);
  return wait();
}

bool ChildProcess::read_more() {
  std::array<char, 4096> chunk{};
  ssize_t size = 0;
  while ((size = ::read(output_, chunk.data(), chunk.size())) < 0 && errno == EINTR) {
  }
  if (size <= 0) return false;
  pending_.append(chunk.data(), static_cast<std::size_t>(size));
  return true;
}

}  // namespace squall::test
