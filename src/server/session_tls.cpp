#include <utility>

#include "src/server/session.hpp"

namespace squall::server {
namespace {

xmpp::sasl::ChannelBinding binding_of(net::TlsFacts facts) {
  return {facts.is_1_3, std::move(facts.exporter), std::move(facts.unique), std::move(facts.server_end_point),
          std::move(facts.peer_identity)};
}

}  // namespace

/// <proceed/> goes out in clear before TLS begins.
void Session::start_tls() {
  if (output_ != nullptr) {
    realm_.counts.bytes_out += output_->size();
    connection_.write(*output_);
    output_->clear();
  }
  if (connection_.start_tls(*realm_.tls)) begin_closing();
}

void Session::on_secured() {
  const net::TlsSession& tls = *connection_.tls();
  ++realm_.counts.tls_handshakes;
  if (tls.is_resumed()) ++realm_.counts.tls_resumed;
  const net::TimePoint now = net::Clock::now();
  if (realm_.direct_tls) {
    stream_.start(now, true, binding_of(tls.facts()));
  } else {
    stream_.tls_established(now, binding_of(tls.facts()));
  }
}

}  // namespace squall::server
