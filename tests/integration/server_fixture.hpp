#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "src/server/server.hpp"
#include "tests/support/chat_client.hpp"

namespace squall::server::test {

/// A server on a free port with a thread of its own, and clients for it.
class ServerTest : public testing::Test {
 protected:
  ~ServerTest() override { stop(); }

  /// Starts it with `options`, which is what a test changes before.
  void start();
  /// Stops it in order; its counts stand in `counts` then.
  void stop();
  std::unique_ptr<squall::test::ChatClient> log_in(const std::string& user, const std::string& resource = {});

  ServerOptions options = on_a_free_port();
  boost::asio::ip::tcp::endpoint address;
  ServerCounts counts;
  squall::test::ChatRoom room;

 private:
  static ServerOptions on_a_free_port();

  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::atomic<bool> is_over_ = false;
};

}  // namespace squall::server::test
