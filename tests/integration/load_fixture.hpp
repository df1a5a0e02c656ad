#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "src/load/controller.hpp"
#include "src/server/server.hpp"

namespace squall::load::test {

/// The embedded server on a thread of this process and a port of its own.
class ServerThread {
 public:
  explicit ServerThread(server::ServerOptions options = {});
  ~ServerThread();
  const boost::asio::ip::tcp::endpoint& endpoint() const { return endpoint_; }
  /// Ends every session at once and waits for the thread.
  void kill();
  /// What it counted; stops it first.
  const server::ServerCounts& counts();
  /// Likewise, of its faults.
  server::FaultCounts fault_counts();

 private:
  void join();

  server::Server server_;
  boost::asio::ip::tcp::endpoint endpoint_;
  std::thread thread_;
};

/// A short run of `users` users, each a message every 200 ms for a second.
RunInputs inputs_for(const boost::asio::ip::tcp::endpoint& server, std::uint32_t users);

/// Descriptors that this process has open.
std::size_t open_descriptors();

/// What must hold of every result, whatever happened.
void expect_adds_up(const metrics::Result& result);

}  // namespace squall::load::test
