#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/stream_fuzzing.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stream/server_stream.hpp"

/// Whatever a client says: the server ends its stream once, sends only XML, and binds nobody without a password.
namespace squall::fuzz {
namespace {

using xmpp::ServerEventKind;

class OneAccount final : public xmpp::CredentialStore {
 public:
  std::optional<std::string> password(std::string_view user) const override {
    return user == "user" ? std::optional<std::string>{"pencil"} : std::nullopt;
  }
};

const OneAccount accounts;

/// Every mechanism that asks for a password.
std::vector<xmpp::sasl::Mechanism> mechanisms() {
  auto all = xmpp::sasl::all_mechanisms();
  std::erase(all, xmpp::sasl::Mechanism::anonymous);
  std::erase(all, xmpp::sasl::Mechanism::external);
  return all;
}

xmpp::ServerConfig config_of() {
  xmpp::ServerConfig config;
  config.domain = "localhost";
  config.credentials = &accounts;
  config.scram_iterations = 1;
  config.nonce = [] { return std::string{"servernonce"}; };
  config.mechanisms = mechanisms();
  config.tls = xmpp::ServerTls::offered;
  config.sasl2 = config.stream_management = config.client_state = config.registration = true;
  config.limits.stanza_bytes = 4096;
  return config;
}

class Session {
 public:
  explicit Session(std::uint8_t flags)
      : kind_(flags % 3 == 0   ? parsers::ParserKind::stream
              : flags % 3 == 1 ? parsers::ParserKind::dom
                               : parsers::ParserKind::expat),
        workspace_(parsers::make_workspace()),
        stream_(config_, "id1", make_parser(kind_, config_.limits, *workspace_)) {
    const bool secured = (flags & 64) != 0;
    stream_.start(now_, secured, secured ? binding() : xmpp::sasl::ChannelBinding{});
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
      case 'w':
        stream_.close_with("conflict", out_);
        break;
      case 'x':
        stream_.expire(now_ += std::chrono::seconds{40}, out_);
        break;
      case 't':
        stream_.tls_established(now_, binding());
        break;
      case 'n':
        refuses_ = !refuses_;
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
    require(ends_ == 1, "a stream ends exactly once");
    require(!stream_.deadline(), "a stream that is over waits for nothing");
  }

 private:
  void drain() {
    for (;;) {
      const auto event = stream_.next(now_, out_);
      if (event.kind == ServerEventKind::bind) bind(event.resource);
      if (event.kind == ServerEventKind::registration) append_iq_error(out_, event.element, xmpp::not_allowed);
      check_.take(out_);
      if (event.kind == ServerEventKind::need_more) return;
      require(ends_ == 0, "an event came behind the end");
      if (event.kind == ServerEventKind::failed || event.kind == ServerEventKind::closed) ++ends_;
    }
  }

  static xmpp::sasl::ChannelBinding binding() { return {true, "exporter", "", "end point", ""}; }

  void bind(std::string_view resource) {
    require(stream_.user() == "user", "a resource is asked for without a login");
    if (refuses_) return stream_.refuse_bind("conflict", out_);
    stream_.bound("user@localhost/" + std::string{resource.empty() ? "r" : resource}, out_);
  }

  xmpp::ServerConfig config_ = config_of();
  parsers::ParserKind kind_;
  std::shared_ptr<parsers::Workspace> workspace_;
  xmpp::ServerStream stream_;
  OutputCheck check_;
  xmpp::TimePoint now_{};
  std::string out_;
  bool refuses_ = false;
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
