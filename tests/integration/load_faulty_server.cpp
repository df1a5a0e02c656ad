#include "load_faulty_server.hpp"

#include <chrono>
#include <stdexcept>

#include "src/server/account_store.hpp"
#include "xmpp/stanza/iq.hpp"

namespace squall::load::test {

class FaultyServer::Session final : private net::ConnectionHandler {
 public:
  explicit Session(FaultyServer& server)
      : server_(server),
        connection_(server.network_, *this),
        stream_(server.config_, "faulty", parsers::make_parser(parsers::ParserKind::stream, {}, *server.workspace_)) {}

  void take(int descriptor) {
    connection_.adopt(descriptor);
    stream_.start(net::Clock::now());
  }
  void deliver(std::string_view xml) { connection_.write(xml); }
  void cut() { connection_.close(true); }
  const std::string& user() const { return user_; }

 private:
  void on_connected() override {}
  void on_closed(std::error_code) override { server_.by_user_.erase(user_); }

  void on_received(std::string_view bytes, net::Arrival) override {
    std::string out;
    stream_.feed(bytes);
    for (auto event = next(out); event.kind != xmpp::ServerEventKind::need_more; event = next(out)) {
      if (!handle(event, out)) break;
    }
    if (!out.empty()) connection_.write(out);
    if (over_) connection_.shutdown();
  }

  xmpp::ServerEvent next(std::string& out) { return stream_.next(net::Clock::now(), out); }

  bool handle(const xmpp::ServerEvent& event, std::string& out) {
    switch (event.kind) {
      case xmpp::ServerEventKind::bind:
        user_ = stream_.user();
        server_.by_user_[user_] = this;
        stream_.bound(user_ + "@localhost/faulty", out);
        return true;
      case xmpp::ServerEventKind::iq:
        xmpp::append_iq_result(out, event.element, "<query xmlns='jabber:iq:roster'/>");
        return true;
      case xmpp::ServerEventKind::message:
        server_.handle(*this, event.element.attribute("to").str(), event.bytes);
        return true;
      case xmpp::ServerEventKind::closed:
      case xmpp::ServerEventKind::failed:
        over_ = true;
        return false;
      default:
        return true;
    }
  }

  FaultyServer& server_;
  net::Connection connection_;
  xmpp::ServerStream stream_;
  std::string user_;
  bool over_ = false;
};

FaultyServer::FaultyServer(Fault fault)
    : fault_(std::move(fault)),
      scratch_(64 * 1024),
      network_{.poller = poller_, .scratch = scratch_},
      listener_(poller_, *this),
      workspace_(parsers::make_workspace()),
      accounts_(server::make_self_named_accounts()) {
  config_.domain = "localhost";
  config_.mechanisms = {xmpp::sasl::Mechanism::plain};
  config_.credentials = accounts_.get();
  if (const auto error = listener_.open({boost::asio::ip::address_v4::loopback(), 0})) throw std::system_error(error);
  endpoint_ = listener_.local_endpoint();
  thread_ = std::thread([this] { serve(); });
}

FaultyServer::~FaultyServer() {
  stopping_ = true;
  thread_.join();
}

void FaultyServer::serve() {
  while (!stopping_) {
    if (reading_) poller_.dispatch();
    if (cutting_) {
      for (const auto& session : sessions_) session->cut();
    }
    std::this_thread::sleep_for(std::chrono::microseconds{200});
  }
}

void FaultyServer::on_accepted(int descriptor) {
  sessions_.push_back(std::make_unique<Session>(*this));
  sessions_.back()->take(descriptor);
}

void FaultyServer::handle(Session& from, std::string_view to, std::string_view xml) {
  const Message message{messages_++, from.user(), std::string(to.substr(0, to.find('@'))), std::string(xml)};
  for (const Delivery& delivery : fault_(message)) {
    const auto receiver = by_user_.find(delivery.to);
    if (receiver != by_user_.end()) receiver->second->deliver(delivery.xml);
  }
}

}  // namespace squall::load::test
