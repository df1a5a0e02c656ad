#include "tests/integration/cli_program.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace squall::test {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

int unlinked_file() {
  std::string name = "/tmp/squall-test-XXXXXX";
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) fail("mkostemp");
  ::unlink(name.c_str());
  return descriptor;
}

std::string text_of(int file) {
  std::string text;
  std::array<char, 4096> block{};
  for (off_t at = 0;; at += static_cast<off_t>(block.size())) {
    const ssize_t got = ::pread(file, block.data(), block.size(), at);
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
}

[[noreturn]] void become(std::vector<char*>& arguments, int output, int errors) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

Program::Program(const std::vector<std::string>& arguments) : output_(unlinked_file()) {
  std::string program = SQUALL_PROGRAM;
  std::vector<char*> words{program.data()};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) fail("pipe2");
  errors_ = pipe[0];
  pid_ = ::fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) become(words, output_, pipe[1]);
  ::close(pipe[1]);
}

Program::~Program() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(errors_);
  ::close(output_);
}

bool Program::read_errors() {
  std::array<char, 4096> block{};
  ssize_t got = 0;
  while ((got = ::read(errors_, block.data(), block.size())) < 0 && errno == EINTR) {
  }
  if (got > 0) error_text_.append(block.data(), static_cast<std::size_t>(got));
  return got > 0;
}

bool Program::wait_for_error_text(const std::string& text) {
  while (error_text_.find(text) == std::string::npos)
    if (!read_errors()) return false;
  return true;
}

void Program::signal_at_once(const std::vector<int>& signals) const {
  ::kill(pid_, SIGSTOP);
  ::waitpid(pid_, nullptr, WUNTRACED);
  for (const int signal : signals) ::kill(pid_, signal);
  ::kill(pid_, SIGCONT);
}

std::vector<pid_t> Program::children() const {
  const std::string process = std::to_string(pid_);
  std::ifstream file("/proc/" + process + "/task/" + process + "/children");
  return {std::istream_iterator<pid_t>(file), {}};
}

ProgramEnd Program::wait() {
  while (read_errors()) {
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_of(output_), error_text_};
}

ProgramEnd run_program(const std::vector<std::string>& arguments) {
  return Program(arguments).wait();
}

std::string command_line(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/cmdline", std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  for (char& c : text)
    if (c == '\0') c = ' ';
  return text;
}

bool is_alive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text[name_end + 2] != 'Z';
}

}  // namespace squall::test
