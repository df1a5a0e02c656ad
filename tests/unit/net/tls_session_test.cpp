#include "src/net/tls_session.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "src/net/tls_error.hpp"
#include "tests/support/tls_files.hpp"

namespace squall::net {
namespace {

using Status = TlsSession::Status;

const Certificate& authority() {
  static const Certificate made = make_certificate({.domain = "Test authority", .may_sign = true});
  return made;
}

Certificate signed_for(CertificateRequest request) {
  request.issuer = &authority();
  return make_certificate(request);
}

std::unique_ptr<TlsContext> server_with(Certificate identity, TlsVersions versions = TlsVersions::both) {
  auto made =
      TlsContext::for_server({.identity = {{}, {}, std::move(identity)}, .client_ca_file = {}, .versions = versions});
  EXPECT_TRUE(made) << made.error().text;
  return std::move(*made);
}

/// One side of a dialogue and what it has deciphered.
struct End {
  explicit End(TlsContext& context) : session(context) {}
  TlsSession session;
  std::string received;
  std::string out;

  void start() {
    session.start();
    out += session.outgoing();
  }
  void hear(std::string_view bytes) {
    received += session.receive(bytes).plain;
    out += session.outgoing();
  }
  void say(std::string_view text) {
    EXPECT_TRUE(session.send(text));
    out += session.outgoing();
  }
};

/// Hands over what both have to say, so many bytes at a time, until neither says more.
void exchange(End& a, End& b, std::size_t chunk = 65536) {
  while (!a.out.empty() || !b.out.empty()) {
    for (auto [from, to] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
      const std::string bytes = std::exchange(from->out, {});
      for (std::size_t at = 0; at < bytes.size(); at += chunk) to->hear(std::string_view(bytes).substr(at, chunk));
    }
  }
}

class TlsSessionTest : public testing::Test {
 protected:
  TlsClientOptions trusting() {
    TlsClientOptions options;
    options.domain = "example.org";
    options.ca_file = files_.write("ca.pem", authority().certificate);
    return options;
  }
  std::unique_ptr<TlsContext> client_with(const TlsClientOptions& options) {
    auto made = TlsContext::for_client(options);
    EXPECT_TRUE(made) << made.error().text;
    return std::move(*made);
  }
  /// The client's error after a handshake with a server of that certificate.
  std::error_code error_with(const Certificate& identity, const TlsClientOptions& options) {
    const auto server_context = server_with(identity);
    const auto client_context = client_with(options);
    End server(*server_context), client(*client_context);
    client.start();
    exchange(client, server);
    EXPECT_EQ(client.session.status() == Status::failed, static_cast<bool>(client.session.error()));
    return client.session.error();
  }

  test::TlsFiles files_;
};

TEST_F(TlsSessionTest, ExchangesTextWhateverTheChunksAre) {
  for (const auto versions : {TlsVersions::only_1_2, TlsVersions::only_1_3}) {
    for (const std::size_t chunk : {1U, 2U, 3U, 7U, 65536U}) {
      const auto server_context = server_with(signed_for({.domain = "example.org"}));
      TlsClientOptions options = trusting();
      options.versions = versions;
      const auto client_context = client_with(options);
      End server(*server_context), client(*client_context);
      client.start();
      exchange(client, server, chunk);
      ASSERT_EQ(client.session.status(), Status::open) << client.session.error().message();
      ASSERT_EQ(server.session.status(), Status::open);
      EXPECT_EQ(client.session.version(), versions == TlsVersions::only_1_2 ? "TLSv1.2" : "TLSv1.3");
      const std::string large(40000, 'x');
      client.say("from the client");
      client.say(large);
      server.say("from the server");
      exchange(client, server, chunk);
      EXPECT_EQ(client.received, "from the server");
      EXPECT_EQ(server.received, "from the client" + large);
    }
  }
}

TEST_F(TlsSessionTest, HandsOverWhatComesSealedBehindTheHandshake) {
  const auto server_context = server_with(signed_for({.domain = "example.org"}));
  const auto client_context = client_with(trusting());
  End server(*server_context), client(*client_context);
  client.start();
  server.hear(std::exchange(client.out, {}));
  client.hear(std::exchange(server.out, {}));
  ASSERT_EQ(client.session.status(), Status::open);
  client.say("at once");
  const auto received = server.session.receive(std::exchange(client.out, {}));
  EXPECT_TRUE(received.is_established);
  EXPECT_EQ(received.plain, "at once");
}

TEST_F(TlsSessionTest, AcceptsTheDomainByEachKindOfName) {
  EXPECT_FALSE(error_with(signed_for({.domain = "example.org"}), trusting()));
  EXPECT_FALSE(error_with(signed_for({.domain = "*.example.org"}), [&] {
    auto options = trusting();
    options.domain = "chat.example.org";
    return options;
  }()));
  EXPECT_FALSE(error_with(signed_for({.domain = "host.invalid", .jids = {"Example.org"}}), trusting()));
  EXPECT_FALSE(
      error_with(signed_for({.domain = "host.invalid", .services = {"_xmpp-client.example.org"}}), trusting()));
}

TEST_F(TlsSessionTest, AcceptsAnAddressThatTheCertificateNames) {
  TlsClientOptions options = trusting();
  for (const char* address : {"127.0.0.1", "::1"}) {
    options.domain = address;
    EXPECT_FALSE(error_with(signed_for({.domain = address}), options)) << address;
    const std::error_code wrong = error_with(signed_for({.domain = "example.org"}), options);
    ASSERT_TRUE(is_tls_error(wrong)) << address;
    EXPECT_EQ(tls_reason(wrong), "IP address mismatch");
  }
}

TEST_F(TlsSessionTest, RefusesACertificateForAnotherDomain) {
  for (const Certificate& wrong :
       {signed_for({.domain = "example.net"}), signed_for({.domain = "xexample.org"}),
        signed_for({.domain = "host.invalid", .jids = {"user@example.org"}}),
        signed_for({.domain = "host.invalid", .services = {"_imap.example.org", "_xmpp-server.example.org"}})}) {
    const std::error_code error = error_with(wrong, trusting());
    ASSERT_TRUE(is_tls_error(error));
    EXPECT_EQ(fault_of(error), TlsFault::certificate);
    EXPECT_EQ(tls_reason(error), "hostname mismatch");
  }
}

TEST_F(TlsSessionTest, RefusesExpiredEarlySelfSignedAndUnknownCertificates) {
  using std::chrono::hours;
  const Certificate stranger = make_certificate({.domain = "Somebody", .may_sign = true});
  const auto reason = [&](const Certificate& identity) {
    const std::error_code error = error_with(identity, trusting());
    return is_tls_error(error) ? tls_reason(error) : "accepted";
  };
  EXPECT_EQ(reason(signed_for({.domain = "example.org", .valid_from = hours{-48}, .valid_until = hours{-24}})),
            "certificate has expired");
  EXPECT_EQ(reason(signed_for({.domain = "example.org", .valid_from = hours{24}})), "certificate is not yet valid");
  EXPECT_EQ(reason(make_certificate({.domain = "example.org"})), "self-signed certificate");
  EXPECT_EQ(reason(make_certificate({.domain = "example.org", .issuer = &stranger})),
            "unable to get local issuer certificate");
}

TEST_F(TlsSessionTest, TellsTheServerWhyItWasRefused) {
  const auto server_context = server_with(make_certificate({.domain = "example.org"}));
  const auto client_context = client_with(trusting());
  End server(*server_context), client(*client_context);
  client.start();
  exchange(client, server);
  ASSERT_EQ(server.session.status(), Status::failed);
  EXPECT_EQ(fault_of(server.session.error()), TlsFault::alert);
  EXPECT_EQ(tls_reason(server.session.error()), "unknown CA");
}

TEST_F(TlsSessionTest, AcceptsAnythingWhereNothingIsVerified) {
  TlsClientOptions options;
  options.domain = "example.org";
  options.verify = false;
  EXPECT_FALSE(
      error_with(make_certificate({.domain = "example.net", .valid_until = std::chrono::seconds{-1800}}), options));
}

TEST_F(TlsSessionTest, KnowsThatNoVersionIsInCommon) {
  const auto server_context = server_with(signed_for({.domain = "example.org"}), TlsVersions::only_1_2);
  TlsClientOptions options = trusting();
  options.versions = TlsVersions::only_1_3;
  const auto client_context = client_with(options);
  End server(*server_context), client(*client_context);
  client.start();
  exchange(client, server);
  EXPECT_EQ(fault_of(server.session.error()), TlsFault::version);
  EXPECT_EQ(fault_of(client.session.error()), TlsFault::alert);
  EXPECT_EQ(tls_reason(client.session.error()), "protocol version");
}

TEST_F(TlsSessionTest, KnowsWhatIsNoTlsAtAll) {
  for (const char* clear : {"<stream:error/>  ", "HTTP/1.1 400 Bad Request\r\n", "\x16\x03\x01\xff\xff garbage"}) {
    const auto client_context = client_with(trusting());
    End client(*client_context);
    client.start();
    client.hear(clear);
    ASSERT_EQ(client.session.status(), Status::failed);
    EXPECT_EQ(fault_of(client.session.error()), TlsFault::not_tls) << client.session.error().message();
    EXPECT_EQ(client.received, "");
  }
}

TEST_F(TlsSessionTest, DropsAnAlteredRecordAndWhatFollows) {
  const auto server_context = server_with(signed_for({.domain = "example.org"}));
  const auto client_context = client_with(trusting());
  End server(*server_context), client(*client_context);
  client.start();
  exchange(client, server);
  server.say("first");
  server.say("second");
  server.out[8] = static_cast<char>(server.out[8] ^ 1);
  client.hear(server.out);
  EXPECT_EQ(client.received, "");
  EXPECT_EQ(client.session.status(), Status::failed);
  EXPECT_EQ(fault_of(client.session.error()), TlsFault::protocol);
}

TEST_F(TlsSessionTest, ClosesInOrderInBothDirections) {
  const auto server_context = server_with(signed_for({.domain = "example.org"}));
  const auto client_context = client_with(trusting());
  End server(*server_context), client(*client_context);
  client.start();
  exchange(client, server);
  client.say("last words");
  client.session.close();
  client.out += client.session.outgoing();
  exchange(client, server);
  EXPECT_EQ(server.received, "last words");
  EXPECT_EQ(server.session.status(), Status::closed);
  EXPECT_FALSE(server.session.error());
  server.say("still here");
  exchange(client, server);
  EXPECT_EQ(client.received, "still here");
}

TEST_F(TlsSessionTest, ResumesTheSessionWhoseTicketCameLast) {
  for (const auto versions : {TlsVersions::only_1_2, TlsVersions::only_1_3}) {
    const auto server_context = server_with(signed_for({.domain = "example.org"}));
    TlsClientOptions options = trusting();
    options.versions = versions;
    options.resume = true;
    const auto client_context = client_with(options);
    for (int i = 0; i < 3; ++i) {
      End server(*server_context), client(*client_context);
      client.start();
      exchange(client, server);
      server.say("so that tickets are read");
      exchange(client, server);
      EXPECT_EQ(client.session.is_resumed(), i > 0);
      EXPECT_EQ(client.session.facts().server_end_point, server.session.facts().server_end_point);
      EXPECT_EQ(client.session.facts().unique, server.session.facts().unique);
    }
    EXPECT_EQ(server_context->counts().handshakes, 3U);
    EXPECT_EQ(server_context->counts().resumed, 2U);
    EXPECT_EQ(client_context->counts().resumed, 2U);
  }
}

TEST_F(TlsSessionTest, ResumesNothingUnlessAsked) {
  const auto server_context = server_with(signed_for({.domain = "example.org"}));
  const auto client_context = client_with(trusting());
  for (int i = 0; i < 2; ++i) {
    End server(*server_context), client(*client_context);
    client.start();
    exchange(client, server);
  }
  EXPECT_EQ(server_context->counts().resumed, 0U);
}

TEST_F(TlsSessionTest, HasTheSameChannelBindingsOnBothEnds) {
  for (const auto versions : {TlsVersions::only_1_2, TlsVersions::only_1_3}) {
    const auto server_context = server_with(signed_for({.domain = "example.org"}));
    TlsClientOptions options = trusting();
    options.versions = versions;
    const auto client_context = client_with(options);
    End server(*server_context), client(*client_context);
    client.start();
    exchange(client, server);
    const TlsFacts ours = client.session.facts(), theirs = server.session.facts();
    EXPECT_EQ(ours.is_1_3, versions == TlsVersions::only_1_3);
    EXPECT_EQ(ours.exporter.size(), 32U);
    EXPECT_EQ(ours.exporter, theirs.exporter);
    EXPECT_EQ(ours.unique, theirs.unique);
    EXPECT_EQ(ours.unique.empty(), ours.is_1_3);
    EXPECT_EQ(ours.server_end_point.size(), 32U);
    EXPECT_EQ(ours.server_end_point, theirs.server_end_point);
  }
}

TEST_F(TlsSessionTest, KnowsTheClientByItsCertificate) {
  const std::string ca = files_.write("ca.pem", authority().certificate);
  auto made =
      TlsContext::for_server({.identity = {{}, {}, signed_for({.domain = "example.org"})}, .client_ca_file = ca});
  ASSERT_TRUE(made) << made.error().text;
  const auto identity_with = [&](const Certificate* identity) {
    TlsClientOptions options = trusting();
    if (identity != nullptr) options.identity.made = *identity;
    const auto client_context = client_with(options);
    End server(**made), client(*client_context);
    client.start();
    exchange(client, server);
    return server.session.status() == Status::open ? server.session.facts().peer_identity : "refused";
  };
  const Certificate user = signed_for({.domain = "", .jids = {"test1@example.org"}});
  const Certificate named = signed_for({.domain = "test2"});
  const Certificate stranger = make_certificate({.domain = "", .jids = {"test1@example.org"}});
  EXPECT_EQ(identity_with(&user), "test1@example.org");
  EXPECT_EQ(identity_with(&named), "test2");
  EXPECT_EQ(identity_with(nullptr), "");
  EXPECT_EQ(identity_with(&stranger), "refused");
}

TEST_F(TlsSessionTest, RefusesAClientThatAsksForAnotherProtocolThanXmpp) {
  TlsClientOptions options = trusting();
  options.alpn = true;
  EXPECT_FALSE(error_with(signed_for({.domain = "example.org"}), options));
}

TEST_F(TlsSessionTest, SaysWhichFileIsOfNoUse) {
  using Input = TlsSetupError::Input;
  const auto fault = [](const TlsContext::Result& result) {
    return result ? std::string("none") : std::to_string(static_cast<int>(result.error().input)) + result.error().text;
  };
  const auto expect = [&](Input input, const std::string& text) {
    return std::to_string(static_cast<int>(input)) + text;
  };
  const std::string empty = files_.write("empty.pem", ""), missing = files_.path("missing.pem");
  TlsClientOptions options = trusting();
  options.ca_file = missing;
  EXPECT_EQ(fault(TlsContext::for_client(options)),
            expect(Input::ca, "'" + missing + "' cannot be read: No such file or directory"));
  options.ca_file = empty;
  EXPECT_NE(fault(TlsContext::for_client(options)).find("'" + empty + "' has no certificate in PEM"),
            std::string::npos);
  const std::string certificate = files_.write("certificate.pem", authority().certificate);
  const std::string other_key = files_.write("key.pem", make_certificate({.domain = "example.org"}).key);
  EXPECT_EQ(fault(TlsContext::for_server({.identity = {certificate, other_key, {}}, .client_ca_file = {}})),
            expect(Input::key, "'" + other_key + "' is not the key of the certificate in '" + certificate + "'"));
  EXPECT_NE(fault(TlsContext::for_server({.identity = {empty, other_key, {}}, .client_ca_file = {}}))
                .find("'" + empty + "' has no certificate in PEM"),
            std::string::npos);
}

}  // namespace
}  // namespace squall::net
