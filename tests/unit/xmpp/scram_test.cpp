#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "xmpp/sasl/base64.hpp"
#include "xmpp/sasl/scram_client.hpp"
#include "xmpp/sasl/scram_server.hpp"

namespace squall::xmpp::sasl {
namespace {

ClientContext client_context(std::string nonce, ScramKeyCache* cache = nullptr) {
  ClientContext context;
  context.nonce = std::move(nonce);
  context.cache = cache;
  return context;
}

/// RFC 5802 section 5.
TEST(ScramTest, Sha1ExchangeOfRfc5802) {
  ScramClient client{Hash::sha_1, "user", "pencil", client_context("fyko+d2lbbFgONRv9qkxdawL")};
  EXPECT_EQ(client.initial_response(), "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL");
  const auto response = client.respond("r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096");
  ASSERT_TRUE(response);
  EXPECT_EQ(*response, "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=");
  EXPECT_FALSE(client.finish("v=rmF9pqV8S7suAoZWja4dJRkFsKQ="));
  EXPECT_EQ(client.rounds(), 4096U);
}

/// RFC 7677 section 3.
ScramClient client_of_rfc7677() {
  return {Hash::sha_256, "user", "pencil", client_context("rOprNGfwEbeRWgbNEkqO")};
}
constexpr std::string_view challenge_of_rfc7677 =
    "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";

TEST(ScramTest, Sha256ExchangeOfRfc7677) {
  auto client = client_of_rfc7677();
  const auto response = client.respond(challenge_of_rfc7677);
  ASSERT_TRUE(response);
  EXPECT_EQ(*response,
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
  EXPECT_FALSE(client.finish("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="));
}

TEST(ScramTest, ServerFinalMayComeAsAChallenge) {
  auto client = client_of_rfc7677();
  ASSERT_TRUE(client.respond(challenge_of_rfc7677));
  const auto last = client.respond("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
  ASSERT_TRUE(last);
  EXPECT_EQ(*last, "");
  EXPECT_FALSE(client.finish(std::nullopt));
}

sasl_errc error_after_challenge(std::string_view challenge) {
  auto client = client_of_rfc7677();
  const auto response = client.respond(challenge);
  EXPECT_FALSE(response);
  return response.error().code;
}

TEST(ScramTest, ANonceThatDoesNotExtendOursIsNotVerified) {
  EXPECT_EQ(error_after_challenge("r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"), sasl_errc::not_verified);
  EXPECT_EQ(error_after_challenge("r=rOprNGfwEbeRWgbNEkqO,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"), sasl_errc::not_verified);
}

TEST(ScramTest, MoreIterationsThanThePolicyAllowsAreNotComputed) {
  EXPECT_EQ(error_after_challenge("r=rOprNGfwEbeRWgbNEkqO1,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=1000001"),
            sasl_errc::iterations_not_accepted);
}

TEST(ScramTest, AWrongSignatureIsNotVerified) {
  auto client = client_of_rfc7677();
  ASSERT_TRUE(client.respond(challenge_of_rfc7677));
  EXPECT_EQ(client.finish("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G5=")->code, sasl_errc::not_verified);
}

TEST(ScramTest, SuccessWithoutSignatureIsNotVerified) {
  auto client = client_of_rfc7677();
  ASSERT_TRUE(client.respond(challenge_of_rfc7677));
  EXPECT_EQ(client.finish(std::nullopt)->code, sasl_errc::not_verified);
}

TEST(ScramTest, SuccessBeforeAnyChallengeIsNotVerified) {
  auto client = client_of_rfc7677();
  EXPECT_EQ(client.finish("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")->code, sasl_errc::not_verified);
}

TEST(ScramTest, TheServersOwnErrorIsPassedOn) {
  auto client = client_of_rfc7677();
  ASSERT_TRUE(client.respond(challenge_of_rfc7677));
  const auto error = client.finish("e=invalid-proof");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, sasl_errc::rejected);
  EXPECT_EQ(error->text, "invalid-proof");
}

TEST(ScramTest, AThirdChallengeIsInvalid) {
  auto client = client_of_rfc7677();
  ASSERT_TRUE(client.respond(challenge_of_rfc7677));
  ASSERT_TRUE(client.respond("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="));
  EXPECT_EQ(client.respond("x").error().code, sasl_errc::challenge_invalid);
}

TEST(ScramKeyCacheTest, ComputesEachPasswordSaltAndCountOnce) {
  ScramKeyCache cache;
  std::uint64_t rounds = 0;
  const auto first = cache.get(Hash::sha_1, "pencil", "salt", 10, rounds);
  EXPECT_EQ(rounds, 10U);
  EXPECT_EQ(cache.get(Hash::sha_1, "pencil", "salt", 10, rounds).stored_key.bytes(), first.stored_key.bytes());
  EXPECT_EQ(rounds, 10U);
  cache.get(Hash::sha_1, "pencils", "alt", 10, rounds);
  cache.get(Hash::sha_1, "pencil", "salt", 11, rounds);
  cache.get(Hash::sha_256, "pencil", "salt", 10, rounds);
  EXPECT_EQ(rounds, 41U);
  EXPECT_EQ(cache.size(), 4U);
}

TEST(ScramKeyCacheTest, NeverHoldsMoreThanItsBound) {
  ScramKeyCache cache{3};
  std::uint64_t rounds = 0;
  for (int i = 0; i < 10; ++i) {
    cache.get(Hash::sha_1, "pencil", "salt" + std::to_string(i), 1, rounds);
    EXPECT_LE(cache.size(), 3U);
  }
}

class Accounts final : public CredentialStore {
 public:
  std::optional<std::string> password(std::string_view user) const override {
    if (user == "user") return "pencil";
    if (user == "a,b=c") return "p\xC3\xA4ss,w=rd";
    return std::nullopt;
  }
};

ServerContext server_context(const Accounts& accounts) {
  ServerContext context;
  context.credentials = &accounts;
  context.domain = "localhost";
  context.salt_secret = "secret";
  context.nonce = "fromserver";
  return context;
}

struct Outcome {
  ServerStep step;
  bool client_believes = false;
};

Outcome exchange(Mechanism mechanism, std::string_view user, std::string_view password) {
  const Accounts accounts;
  auto server = make_server_mechanism(mechanism, server_context(accounts));
  ClientContext context = client_context("fromclient");
  context.user = user;
  context.password = password;
  auto client = make_client_mechanism(mechanism, context);
  auto step = server->respond(client->initial_response());
  while (step.kind == ServerStep::Kind::challenge) step = server->respond(*client->respond(step.data));
  Outcome outcome{step};
  if (step.kind == ServerStep::Kind::success) outcome.client_believes = !client->finish(step.data);
  return outcome;
}

class EachMechanism : public testing::TestWithParam<Mechanism> {};

TEST_P(EachMechanism, LogsIn) {
  const auto outcome = exchange(GetParam(), "user", "pencil");
  EXPECT_EQ(outcome.step.kind, ServerStep::Kind::success);
  EXPECT_TRUE(outcome.client_believes);
}

TEST_P(EachMechanism, LogsInWithNameAndPasswordThatNeedEscaping) {
  EXPECT_TRUE(exchange(GetParam(), "a,b=c", "p\xC3\xA4ss,w=rd").client_believes);
}

TEST_P(EachMechanism, ComparesPreparedPasswords) {
  EXPECT_TRUE(exchange(GetParam(), "user",
                       "pen\xC2\xAD"
                       "cil")
                  .client_believes);
}

TEST_P(EachMechanism, RefusesAWrongPasswordAndAnUnknownUserAlike) {
  EXPECT_EQ(exchange(GetParam(), "user", "pen").step.condition, "not-authorized");
  EXPECT_EQ(exchange(GetParam(), "nobody", "pencil").step.condition, "not-authorized");
}

INSTANTIATE_TEST_SUITE_P(ScramTest, EachMechanism,
                         testing::Values(Mechanism::plain, Mechanism::scram_sha_1, Mechanism::scram_sha_256),
                         [](const auto& param_info) {
                           std::string name{to_string(param_info.param)};
                           std::erase(name, '-');
                           return name;
                         });

TEST(ScramServerTest, SaltIsFixedForAUserAndDiffersBetweenUsers) {
  const Accounts accounts;
  const auto first_challenge = [&](std::string_view user) {
    ScramServer server{Hash::sha_1, server_context(accounts)};
    return server.respond("n,,n=" + std::string{user} + ",r=abc").data;
  };
  EXPECT_EQ(first_challenge("user"), first_challenge("user"));
  EXPECT_NE(first_challenge("user"), first_challenge("nobody"));
}

TEST(ScramServerTest, RefusesChannelBindingThatItDoesNotOffer) {
  const Accounts accounts;
  ScramServer server{Hash::sha_1, server_context(accounts)};
  EXPECT_EQ(server.respond("p=tls-unique,,n=user,r=abc").condition, "malformed-request");
}

TEST(ScramServerTest, RefusesAForeignAuthorizationIdentity) {
  const Accounts accounts;
  ScramServer foreign{Hash::sha_1, server_context(accounts)};
  EXPECT_EQ(foreign.respond("n,a=other@localhost,n=user,r=abc").condition, "invalid-authzid");
  ScramServer own{Hash::sha_1, server_context(accounts)};
  EXPECT_EQ(own.respond("n,a=user@localhost,n=user,r=abc").kind, ServerStep::Kind::challenge);
}

TEST(ScramServerTest, RefusesAFinalMessageWithAnotherNonceOrBinding) {
  const Accounts accounts;
  ScramServer nonce{Hash::sha_1, server_context(accounts)};
  nonce.respond("n,,n=user,r=abc");
  EXPECT_EQ(nonce.respond("c=biws,r=abcother,p=QUJD").condition, "not-authorized");
  ScramServer binding{Hash::sha_1, server_context(accounts)};
  binding.respond("n,,n=user,r=abc");
  EXPECT_EQ(binding.respond("c=eSws,r=abcfromserver,p=QUJD").condition, "malformed-request");
}

}  // namespace
}  // namespace squall::xmpp::sasl
