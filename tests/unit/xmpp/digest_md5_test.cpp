#include "xmpp/sasl/digest_md5.hpp"

#include <string>

#include <gtest/gtest.h>

#include "xmpp/sasl/digest_md5_client.hpp"
#include "xmpp/sasl/digest_md5_server.hpp"

namespace squall::xmpp::sasl {
namespace {

/// RFC 2831 section 4, the IMAP example.
digest_md5::Exchange of_rfc2831() {
  return {"chris", "elwood.innosoft.com", "secret", "OA6MG9tEQGm2hh", "OA6MHXh6VqTrRk", "imap/elwood.innosoft.com", ""};
}

TEST(DigestMd5Test, ValuesOfTheExampleInRfc2831) {
  EXPECT_EQ(digest_md5::response_value(of_rfc2831()), "d388dad90d4bbd760a152321f2143af7");
  EXPECT_EQ(digest_md5::rspauth_value(of_rfc2831()), "ea40f60335c427b5527b84dbabcdfffd");
}

TEST(DigestMd5Test, ParsesQuotesCommasAndWhiteSpace) {
  const auto list = digest_md5::parse(R"(realm="a, \"b\" \\c" , NONCE=x,, qop="auth,auth-int")");
  ASSERT_TRUE(list);
  EXPECT_EQ(digest_md5::find(*list, "realm"), "a, \"b\" \\c");
  EXPECT_EQ(digest_md5::find(*list, "nonce"), "x");
  EXPECT_EQ(digest_md5::find(*list, "qop"), "auth,auth-int");
  EXPECT_FALSE(digest_md5::find(*list, "charset"));
}

TEST(DigestMd5Test, RefusesBrokenLists) {
  for (const std::string text : {"realm", "realm=", "=x", "realm=\"x", "realm=\"x\\", "a=b c=d", "realm=\"a\"b"}) {
    EXPECT_FALSE(digest_md5::parse(text)) << text;
  }
  EXPECT_TRUE(digest_md5::parse(""));
}

TEST(DigestMd5Test, NamesOfWesternEuropeAreHashedInTheirOldEncoding) {
  EXPECT_EQ(digest_md5::latin1_if_possible("J\u00FCrgen"), "J\xFCrgen");
  EXPECT_EQ(digest_md5::latin1_if_possible("\u0141ukasz"), "\u0141ukasz");
}

class TwoAccounts final : public CredentialStore {
 public:
  std::optional<std::string> password(std::string_view user) const override {
    if (user == "juliet") return "secret";
    if (user == "j\u00FCr\\\"g,e=n") return "p\u00E4ss, \u0142ong";
    return std::nullopt;
  }
};

const TwoAccounts accounts;

DigestMd5Client client_of(std::string user, std::string password) {
  ClientContext context;
  context.domain = "localhost";
  context.nonce = "cnonce";
  return {std::move(user), std::move(password), std::move(context)};
}

DigestMd5Server server() {
  ServerContext context;
  context.credentials = &accounts;
  context.domain = "localhost";
  context.nonce = "snonce";
  return DigestMd5Server{std::move(context)};
}

/// Leads both ends through; the last step of the server.
ServerStep exchange(DigestMd5Client& client, DigestMd5Server& server) {
  const auto response = client.respond(server.respond("").data);
  EXPECT_TRUE(response);
  return response ? server.respond(*response) : ServerStep{};
}

TEST(DigestMd5Test, BothEndsAgree) {
  auto client = client_of("juliet", "secret");
  auto s = server();
  const auto step = exchange(client, s);
  ASSERT_EQ(step.kind, ServerStep::Kind::success);
  EXPECT_EQ(s.user(), "juliet");
  EXPECT_FALSE(client.finish(step.data));
}

TEST(DigestMd5Test, BothEndsAgreeOnStrangeNamesAndPasswords) {
  auto client = client_of("j\u00FCr\\\"g,e=n", "p\u00E4ss, \u0142ong");
  auto s = server();
  const auto step = exchange(client, s);
  ASSERT_EQ(step.kind, ServerStep::Kind::success);
  EXPECT_FALSE(client.finish(step.data));
}

TEST(DigestMd5Test, TheServersProofMayComeAsAChallenge) {
  auto client = client_of("juliet", "secret");
  auto s = server();
  const auto step = exchange(client, s);
  const auto answer = client.respond(step.data);
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, "");
  EXPECT_FALSE(client.finish(std::nullopt));
}

TEST(DigestMd5Test, SuccessNeedsTheServersProof) {
  for (const std::optional<std::string_view> data :
       {std::optional<std::string_view>{}, {""}, {"rspauth=0123456789abcdef0123456789abcdef"}, {"x=y"}, {"\""}}) {
    auto client = client_of("juliet", "secret");
    auto s = server();
    exchange(client, s);
    const auto error = client.finish(data);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, sasl_errc::not_verified);
  }
}

TEST(DigestMd5Test, SuccessBeforeTheChallengeIsNotVerified) {
  auto client = client_of("juliet", "secret");
  EXPECT_EQ(client.finish("rspauth=x")->code, sasl_errc::not_verified);
}

TEST(DigestMd5Test, ChallengesThatBreakTheRulesAreInvalid) {
  for (const std::string text :
       {"", "nonce=\"a\"", "algorithm=md5-sess", "nonce=\"\",algorithm=md5-sess", "nonce=a,nonce=b,algorithm=md5-sess",
        "nonce=a,algorithm=md5", "nonce=a,algorithm=md5-sess,qop=\"auth-int\"", "nonce=a,algorithm=md5-sess,charset=x",
        "nonce=\"a,algorithm=md5-sess"}) {
    auto client = client_of("juliet", "secret");
    const auto response = client.respond(text);
    ASSERT_FALSE(response) << text;
    EXPECT_EQ(response.error().code, sasl_errc::challenge_invalid);
  }
  auto client = client_of("juliet", "secret");
  EXPECT_FALSE(client.respond("algorithm=md5-sess,nonce=" + std::string(3000, 'x')));
}

/// ejabberd gives no realm, jabberd2 one behind a space.
TEST(DigestMd5Test, TheRealmIsTheServersOrNone) {
  auto without = client_of("juliet", "secret");
  const auto first = without.respond(R"(nonce="n",qop="auth",charset=utf-8,algorithm=md5-sess)");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->find("realm"), std::string::npos);
  auto with = client_of("juliet", "secret");
  const auto second = with.respond(R"(realm="localhost", nonce="n", qop="auth", charset=utf-8, algorithm=md5-sess)");
  ASSERT_TRUE(second);
  EXPECT_NE(second->find("realm=\"localhost\""), std::string::npos);
}

TEST(DigestMd5Test, AWrongPasswordIsNotAuthorized) {
  auto client = client_of("juliet", "wrong");
  auto s = server();
  EXPECT_EQ(exchange(client, s).condition, "not-authorized");
  auto nobody = client_of("nobody", "");
  auto t = server();
  EXPECT_EQ(exchange(nobody, t).condition, "not-authorized");
}

TEST(DigestMd5Test, TheServerRefusesWhatIsNotMeantForIt) {
  const std::string good =
      *client_of("juliet", "secret").respond(R"(realm="localhost",nonce="snonce",charset=utf-8,algorithm=md5-sess)");
  const auto answer = [&](std::string from, std::string to) {
    auto text = good;
    text.replace(text.find(from), from.size(), to);
    auto s = server();
    s.respond("");
    return s.respond(text).condition;
  };
  EXPECT_EQ(answer("snonce", "other"), "not-authorized");
  EXPECT_EQ(answer("xmpp/localhost", "xmpp/elsewhere"), "not-authorized");
  EXPECT_EQ(answer("nc=00000001", "nc=00000002"), "not-authorized");
  EXPECT_EQ(answer("realm=\"localhost\"", "realm=\"other\""), "not-authorized");
  EXPECT_EQ(answer("cnonce=\"cnonce\",", ""), "malformed-request");
  EXPECT_EQ(answer("username=\"juliet\"", "username=\"\""), "malformed-request");
  EXPECT_EQ(answer("charset=utf-8", "authzid=\"romeo@localhost\""), "invalid-authzid");
}

}  // namespace
}  // namespace squall::xmpp::sasl
