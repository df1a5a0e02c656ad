#include <csignal>
#include <fstream>

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/wait.h>

#include "src/server/embedded_process.hpp"
#include "tests/support/chat_client.hpp"
#include "tests/support/loopback.hpp"

// `squall serve` as a child process.

namespace squall::server::test {
namespace {

using squall::test::ChatClient;
using testing::HasSubstr;

EmbeddedOptions usual_options() {
  EmbeddedOptions options;
  options.executable = SQUALL_PROGRAM;
  return options;
}

boost::asio::ip::tcp::endpoint address_of(const EmbeddedProcess& process) {
  return {boost::asio::ip::make_address(process.host()), process.port()};
}

TEST(EmbeddedProcessTest, ServesAndTellsItsCountsAtTheEnd) {
  auto process = EmbeddedProcess::start(usual_options());
  ASSERT_TRUE(process.has_value()) << process.error();
  squall::test::ChatRoom room;
  ChatClient alice(room, "alice", "alice", "home");
  ASSERT_TRUE(alice.log_in(address_of(*process)));
  alice.send_message("alice@localhost/home", "to myself");
  ASSERT_TRUE(room.run_until([&] { return !alice.messages.empty(); }));
  EXPECT_FALSE(process->has_ended());
  alice.close();
  ASSERT_TRUE(room.run_until([&] { return !alice.has_connection; }));
  const EmbeddedEnd end = process->stop();
  EXPECT_TRUE(end.in_order()) << end.words();
  ASSERT_TRUE(end.has_counts);
  EXPECT_EQ(end.counts.logins, 1U);
  EXPECT_EQ(end.counts.messages_routed, 1U);
  EXPECT_EQ(process->stop().counts, end.counts) << "told again";
}

TEST(EmbeddedProcessTest, TellsHowOftenItDidEachFault) {
  EmbeddedOptions options = usual_options();
  options.more = {"--fault", "bounce:nth=2,reset:nth=1000", "--fault-seed", "7"};
  auto process = EmbeddedProcess::start(options);
  ASSERT_TRUE(process.has_value()) << process.error();
  squall::test::ChatRoom room;
  ChatClient alice(room, "alice", "alice", "home");
  ASSERT_TRUE(alice.log_in(address_of(*process)));
  for (int i = 0; i < 5; ++i) alice.send_message("alice@localhost/home", "to myself");
  ASSERT_TRUE(room.run_until([&] { return alice.messages.size() == 5; }));
  const EmbeddedEnd end = process->stop();
  EXPECT_EQ(end.faults[FaultKind::bounce], 2U);
  EXPECT_EQ(end.faults[FaultKind::reset], 0U);
  EXPECT_EQ(end.counts.messages_bounced, 2U);
  EXPECT_EQ(end.counts.messages_routed, 3U);
}

TEST(EmbeddedProcessTest, TellsHowAChildEndedThatNobodyStopped) {
  auto process = EmbeddedProcess::start(usual_options());
  ASSERT_TRUE(process.has_value()) << process.error();
  ::kill(process->pid(), SIGKILL);
  pollfd ending{.fd = process->control_descriptor(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(::poll(&ending, 1, 10000), 1);
  while (!process->has_ended()) continue;  // its descriptors go a moment before it does
  const EmbeddedEnd end = process->stop();
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_FALSE(end.in_order());
  EXPECT_FALSE(end.has_counts);
  EXPECT_THAT(end.words(), HasSubstr("signal 9"));
}

TEST(EmbeddedProcessTest, SaysWhyTheChildDidNotStart) {
  EmbeddedOptions options = usual_options();
  options.accounts_file = "/nonexistent/accounts.csv";
  const auto process = EmbeddedProcess::start(options);
  ASSERT_FALSE(process.has_value());
  EXPECT_THAT(process.error(), HasSubstr("exited with status 2"));
}

TEST(EmbeddedProcessTest, SaysThatThereIsNoSuchProgram) {
  EmbeddedOptions options;
  options.executable = "/nonexistent/squall";
  const auto process = EmbeddedProcess::start(options);
  ASSERT_FALSE(process.has_value());
  EXPECT_THAT(process.error(), HasSubstr("exited with status 127"));
}

TEST(EmbeddedProcessTest, KillsAChildThatDoesNotEnd) {
  auto process = EmbeddedProcess::start(usual_options());
  ASSERT_TRUE(process.has_value()) << process.error();
  ::kill(process->pid(), SIGSTOP);
  const EmbeddedEnd end = process->stop(std::chrono::milliseconds{50});
  EXPECT_TRUE(end.killed);
  EXPECT_EQ(end.signal, SIGKILL);
}

TEST(EmbeddedProcessTest, StopsTheChildWhenItIsDestroyed) {
  pid_t pid = -1;
  const std::size_t before = squall::test::open_descriptors();
  {
    auto process = EmbeddedProcess::start(usual_options());
    ASSERT_TRUE(process.has_value()) << process.error();
    pid = process->pid();
  }
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_EQ(squall::test::open_descriptors(), before);
}

/// The pid and the port, told by a child of ours that starts a server and then dies without a word.
TEST(EmbeddedProcessTest, DiesWithItsParent) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto process = EmbeddedProcess::start(usual_options());
    const pid_t server = process ? process->pid() : -1;
    if (::write(ends[1], &server, sizeof server) != sizeof server) ::_exit(1);
    ::kill(::getpid(), SIGKILL);
  }
  pid_t server = -1;
  ASSERT_EQ(::read(ends[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
  ::waitpid(parent, nullptr, 0);
  ASSERT_GT(server, 0);
  // The end of the pipe: the server inherits nothing of it, so only the parent held it.
  ::close(ends[1]);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);
  ::close(ends[0]);
  const auto is_gone = [server] {
    std::ifstream status("/proc/" + std::to_string(server) + "/stat");
    std::string number, name, state;
    return !(status >> number >> name >> state) || state == "Z";
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  while (!is_gone() && std::chrono::steady_clock::now() < end) ::poll(nullptr, 0, 10);
  EXPECT_TRUE(is_gone());
}

}  // namespace
}  // namespace squall::server::test
