#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/stream_fuzzing.hpp"
#include "xmpp/stream/client_stream.hpp"

/// Whatever a server says: the client ends once, and sends only XML.
namespace squall::fuzz {
namespace {

using xmpp::ClientEventKind;

xmpp::ClientConfig config_of(std::uint8_t flags) {
  xmpp::ClientConfig config;
  config.domain = "localhost";
  config.nonce = [] { return std::string{"fyko+d2lbbFgONRv9qkxdawL"}; };
  config.sasl.max_iterations = 5000;
  config.fetch_roster = (flags & 1) != 0;
  if ((flags & 2) != 0) config.sasl.allowed = {xmpp::sasl::Mechanism::scram_sha_1};
  if ((flags & 4) != 0) config.tls = xmpp::TlsPolicy::if_offered;
  if ((flags & 8) != 0) config.sasl2 = config.stream_management = config.carbons = config.client_state = true;
  if ((flags & 16) != 0) config.sasl.allowed = xmpp::sasl::all_mechanisms();
  config.sasl.min_iterations = 1;
  config.limits.stanza_bytes = 4096;
  return config;
}

/// Over TLS 1.2, which has every type of binding; or in clear.
xmpp::sasl::ChannelBinding binding_of(std::uint8_t flags) {
  return (flags & 32) != 0 ? xmpp::sasl::ChannelBinding{false, "exporter", "unique", "end point", ""}
                           : xmpp::sasl::ChannelBinding{};
}

/// A session to be resumed, or none.
std::unique_ptr<xmpp::ManagedSession> interrupted(std::uint8_t flags) {
  if ((flags & 64) == 0) return nullptr;
  auto session = std::make_unique<xmpp::ManagedSession>(
      xmpp::ManagedSession{"id", "user@localhost/balcony", 3, xmpp::UnackedQueue{4}, 0});
  session->unacked.push("<message/>");
  return session;
}

class Session {
 public:
  explicit Session(std::uint8_t flags)
      : config_(config_of(flags)),
        workspace_(parsers::make_workspace()),
        stream_(config_, {"user", "pencil", "balcony"}, *workspace_) {
    stream_.resume(interrupted(flags));
    stream_.start(now_, out_, (flags & 32) != 0, binding_of(flags));
  }

  void hear(std::string_view bytes) {
    stream_.feed(bytes);
    drain();
  }

  void command(char word) {
    switch (word) {
      case 'c':
        stream_.close(out_);
        break;
      case 'r':
        stream_.request("get", "user@localhost", "<ping xmlns='urn:xmpp:ping'/>", out_);
        break;
      case 's':
        if (stream_.has_room()) stream_.sent("<message/>", out_);
        break;
      case 't':
        stream_.tls_established(now_, out_);
        break;
      case 'x':
        stream_.expire(now_ += std::chrono::seconds{20});
        break;
      case 'l':
        stream_.connection_lost(xmpp::session_errc::connection_lost, "reset");
        break;
      default:
        break;
    }
    drain();
  }

  void finish() {
    command('l');
    require(ends_ == 1, "a session ends exactly once");
    require(!stream_.deadline(), "a session that is over waits for nothing");
  }

 private:
  void drain() {
    for (;;) {
      const auto event = stream_.next(now_, out_);
      check_.take(out_);
      if (event.kind == ClientEventKind::need_more) return;
      require(ends_ == 0, "an event came behind the end");
      if (event.kind == ClientEventKind::failed || event.kind == ClientEventKind::closed) ++ends_;
      if (event.kind == ClientEventKind::online) require(!stream_.jid().empty(), "online without a JID");
    }
  }

  xmpp::ClientConfig config_;
  std::shared_ptr<parsers::Workspace> workspace_;
  xmpp::ClientStream stream_;
  OutputCheck check_;
  xmpp::TimePoint now_{};
  std::string out_;
  int ends_ = 0;
};

}  // namespace
}  // namespace squall::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = squall::fuzz::read_input(data, size);
  squall::fuzz::Session session{input.flags};
  squall::fuzz::play(
      input, [&](std::string_view bytes) { session.hear(bytes); }, [&](char word) { session.command(word); });
  session.finish();
  return 0;
}
