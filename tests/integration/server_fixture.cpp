#include "tests/integration/server_fixture.hpp"

namespace squall::server::test {

ServerOptions ServerTest::on_a_free_port() {
  ServerOptions options;
  options.listen.port(0);
  return options;
}

void ServerTest::start() {
  // SCRAM's key derivation would be most of what these tests cost.
  room.config.sasl.allowed = {xmpp::sasl::Mechanism::plain};
  server_ = std::make_unique<Server>(options);
  const auto listening = server_->listen();
  ASSERT_TRUE(listening.has_value());
  address = *listening;
  is_over_ = false;
  thread_ = std::thread([this] {
    server_->run();
    is_over_ = true;
  });
}

void ServerTest::stop() {
  if (!thread_.joinable()) return;
  server_->stop();
  room.run_until([this] { return is_over_.load(); });  // so that clients hear of it and close
  thread_.join();
  counts = server_->counts();
  server_.reset();
}

std::unique_ptr<squall::test::ChatClient> ServerTest::log_in(const std::string& user, const std::string& resource) {
  auto client = std::make_unique<squall::test::ChatClient>(room, user, user, resource);
  EXPECT_TRUE(client->log_in(address)) << user << ": " << client->failure().condition;
  return client;
}

}  // namespace squall::server::test
