#include "tests/support/chat_client.hpp"

#include "tests/support/loopback.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/error.hpp"
#include "xmpp/stanza/message.hpp"

namespace squall::test {
namespace {

ChatClient::Stanza to_stanza(const parsers::Element& element) {
  std::string scratch;
  const auto body = element.child(xmpp::ns::client, "body");
  return {element.attribute("from").str(), element.attribute("type").str(), element.attribute("id").str(),
          body ? std::string(body.text(scratch)) : "", xmpp::read_stanza_error(element).condition};
}

}  // namespace

ChatRoom::ChatRoom(std::string domain) : workspace(parsers::make_workspace()) {
  config.domain = std::move(domain);
}

bool ChatRoom::run_until(const std::function<bool()>& done) {
  return drive(
      poller.descriptor(), [&] { poller.dispatch(); }, done);
}

ChatClient::ChatClient(ChatRoom& room, std::string user, std::string password, std::string resource)
    : room_(room),
      user_(std::move(user)),
      password_(std::move(password)),
      resource_(std::move(resource)),
      connection_(room.connections, *this),
      stream_(room.config, {user_, password_, resource_}, *room.workspace) {}

bool ChatClient::log_in(const boost::asio::ip::tcp::endpoint& server) {
  if (connect(server)) return false;
  return room_.run_until([&] { return is_online() || is_over(); }) && is_online();
}

void ChatClient::send_message(std::string_view to, std::string_view body) {
  std::string out;
  xmpp::append_message(out, {.to = to, .id = "m", .body = body});
  send(out);
}

std::uint32_t ChatClient::request(std::string_view to, std::string_view payload) {
  std::string out;
  const std::uint32_t number = stream_.request("get", to, payload, out);
  send(out);
  return number;
}

void ChatClient::close() {
  std::string out;
  stream_.close(out);
  send(out);
}

void ChatClient::on_connected() {
  std::string out;
  stream_.start(net::Clock::now(), out);
  send(out);
}

void ChatClient::on_received(std::string_view bytes, net::Arrival arrival) {
  received += bytes;
  stream_.feed(bytes);
  take_events(arrival.at);
}

void ChatClient::on_closed(std::error_code) {
  has_connection = false;
  stream_.connection_lost(xmpp::session_errc::connection_lost, {});
  take_events(net::Clock::now());
}

void ChatClient::take_events(net::TimePoint now) {
  std::string out;
  for (auto event = stream_.next(now, out); event.kind != xmpp::ClientEventKind::need_more;
       event = stream_.next(now, out)) {
    if (event.kind == xmpp::ClientEventKind::message) messages.push_back(to_stanza(event.element));
    if (event.kind == xmpp::ClientEventKind::presence) presences.push_back(to_stanza(event.element));
    if (event.kind == xmpp::ClientEventKind::iq_answer) answers.push_back(to_stanza(event.element));
    if (event.kind == xmpp::ClientEventKind::failed) is_failed_ = true;
    if (event.kind == xmpp::ClientEventKind::closed) is_closed = true;
  }
  if (!out.empty()) send(out);
  if (is_closed || is_failed_) connection_.shutdown();
}

}  // namespace squall::test
