#include "load_fixture.hpp"

#include <filesystem>
#include <stdexcept>

namespace squall::load::test {
namespace {

server::ServerOptions on_free_port(server::ServerOptions options) {
  options.listen.port(0);
  options.shutdown_patience = std::chrono::milliseconds{500};
  return options;
}

}  // namespace

ServerThread::ServerThread(server::ServerOptions options) : server_(on_free_port(std::move(options))) {
  const auto listening = server_.listen();
  if (!listening) throw std::runtime_error(listening.error());
  endpoint_ = *listening;
  thread_ = std::thread([this] { server_.run(); });
}

ServerThread::~ServerThread() {
  join();
}

void ServerThread::kill() {
  server_.stop();
  join();
}

const server::ServerCounts& ServerThread::counts() {
  join();
  return server_.counts();
}

server::FaultCounts ServerThread::fault_counts() {
  join();
  return server_.fault_counts();
}

void ServerThread::join() {
  if (!thread_.joinable()) return;
  server_.stop();
  server_.stop();
  thread_.join();
}

RunInputs inputs_for(const boost::asio::ip::tcp::endpoint& server, std::uint32_t users) {
  scenario::Scenario scenario;
  scenario.target.domain = "localhost";
  scenario.population.users = users;
  scenario.rate_hz = 5;
  scenario.duration = std::chrono::seconds{1};
  scenario.drain = std::chrono::seconds{2};
  scenario.login_rate_hz = 1000;
  return {scenario, {server}, Accounts::from_templates("test{n}", "test{n}", "squall"), "run", {}};
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd"), end;
  return static_cast<std::size_t>(std::distance(all, end));
}

void expect_adds_up(const metrics::Result& result) {
  EXPECT_EQ(result.audit.planned, result.audit.sum_of_outcomes());
  std::uint64_t users = 0;
  for (const auto& row : result.funnel.rows) users += row.users;
  EXPECT_EQ(users, result.scenario.population.users);
  EXPECT_EQ(result.latency.from_plan.count() - result.latency.from_plan.infinite(), result.audit.delivered());
  EXPECT_EQ(result.latency.exact + result.latency.shared_stamp + result.latency.no_stamp, result.audit.delivered());
  EXPECT_FALSE(result.verdict_sentence.empty());
}

}  // namespace squall::load::test
