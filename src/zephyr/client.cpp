#include "src/zephyr/client.hpp"

#include <utility>

#include <fmt/format.h>

#include "src/report/printable.hpp"

namespace squall::zephyr {
namespace {

std::string words_of(const xmpp::Failure& failure) {
  return fmt::format("{}: {} {}", xmpp::to_string(failure.stage), report::printable(failure.condition),
                     report::printable(failure.text));
}

}  // namespace

Client::Client(ClientContext& context, std::uint32_t index, std::string user, std::string password,
               std::string resource)
    : context_(context),
      index_(index),
      user_(std::move(user)),
      password_(std::move(password)),
      resource_(std::move(resource)),
      connection_(context.network, *this),
      stream_(context.stream, {user_, password_, resource_}, context.workspace) {}

void Client::log_in(const boost::asio::ip::tcp::endpoint& server) {
  state_ = State::logging_in;
  if (const std::error_code error = connection_.connect(server)) fail("connect: " + error.message());
}

void Client::cut() {
  connection_.close(true);
  if (state_ != State::failed) state_ = State::idle;
}

void Client::on_connected() {
  stream_.start(net::Clock::now(), context_.out);
  flush();
}

void Client::on_received(std::string_view bytes, net::Arrival arrival) {
  stream_.feed(bytes);
  for (auto event = stream_.next(arrival.at, context_.out); event.kind != xmpp::ClientEventKind::need_more;
       event = stream_.next(arrival.at, context_.out)) {
    handle(event, arrival);
    if (state_ == State::failed) return;
  }
  flush();
}

void Client::handle(const xmpp::ClientEvent& event, net::Arrival arrival) {
  switch (event.kind) {
    case xmpp::ClientEventKind::message:
      return context_.owner.received(*this, event.element, arrival);
    case xmpp::ClientEventKind::online:
      state_ = State::online;
      flush();
      return context_.owner.settled(*this);
    case xmpp::ClientEventKind::failed:
      return fail(words_of(stream_.failure()));
    case xmpp::ClientEventKind::closed:
      return fail("the server closed the stream");
    default:
      return;
  }
}

void Client::flush() {
  if (context_.out.empty()) return;
  connection_.write(context_.out);
  context_.out.clear();
}

void Client::on_closed(std::error_code error) {
  if (state_ == State::failed) return;
  fail("connection lost: " + (error ? error.message() : std::string("closed by the server")));
}

void Client::fail(std::string words) {
  const bool was_online = state_ == State::online;
  context_.out.clear();
  state_ = State::failed;
  failure_ = std::move(words);
  was_online ? context_.owner.lost(*this) : context_.owner.settled(*this);
}

}  // namespace squall::zephyr
