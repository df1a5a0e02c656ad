#include "xmpp/stream/mechanism_choice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace squall::xmpp {
namespace {

using sasl::BindingType;
using sasl::Mechanism;

const sasl::ChannelBinding tls12{false, "exporter", "unique", "certificate", ""};
const sasl::ChannelBinding tls13{true, "exporter", "", "certificate", ""};

MechanismOffer offer(std::vector<Mechanism> known) {
  MechanismOffer result;
  result.has_plus = std::any_of(known.begin(), known.end(), sasl::is_plus);
  result.known = std::move(known);
  return result;
}

std::optional<MechanismChoice> choose(std::vector<Mechanism> offered, const sasl::ChannelBinding& binding,
                                      Features features = {}, sasl::Policy policy = {}) {
  return choose_mechanism(policy, offer(std::move(offered)), features, {true, true, binding});
}

Features listing(std::vector<BindingType> types) {
  Features features;
  features.lists_bindings = true;
  features.bindings = std::move(types);
  return features;
}

sasl::Policy forcing(Mechanism mechanism) {
  sasl::Policy policy;
  policy.allowed = {mechanism};
  return policy;
}

const std::vector<Mechanism> with_plus{Mechanism::plain, Mechanism::scram_sha_256, Mechanism::scram_sha_256_plus};

TEST(MechanismChoiceTest, BindsToTls12WithTlsUnique) {
  const auto choice = choose(with_plus, tls12);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->mechanism, Mechanism::scram_sha_256_plus);
  EXPECT_EQ(choice->gs2.header(), "p=tls-unique,,");
  EXPECT_EQ(choice->gs2.octets, "unique");
}

TEST(MechanismChoiceTest, TakesTheBestOfTheListedBindings) {
  const auto choice = choose(with_plus, tls12, listing({BindingType::tls_server_end_point, BindingType::tls_exporter}));
  EXPECT_EQ(choice->gs2.header(), "p=tls-exporter,,");
  const auto other = choose(with_plus, tls12, listing({BindingType::tls_server_end_point}));
  EXPECT_EQ(other->gs2.header(), "p=tls-server-end-point,,");
}

/// ejabberd 23.01 offers -PLUS over TLS 1.3 and accepts tls-unique alone, which does not exist there.
TEST(MechanismChoiceTest, DoesNotBindToTls13UnlessTlsExporterIsListed) {
  const auto choice = choose(with_plus, tls13);
  EXPECT_EQ(choice->mechanism, Mechanism::scram_sha_256);
  EXPECT_EQ(choice->gs2.header(), "n,,");
  const auto listed = choose(with_plus, tls13, listing({BindingType::tls_unique, BindingType::tls_exporter}));
  EXPECT_EQ(listed->mechanism, Mechanism::scram_sha_256_plus);
  EXPECT_EQ(listed->gs2.header(), "p=tls-exporter,,");
  const auto other = choose(with_plus, tls13, listing({BindingType::tls_server_end_point}));
  EXPECT_EQ(other->mechanism, Mechanism::scram_sha_256);
}

TEST(MechanismChoiceTest, AForcedMechanismIsTriedAllTheSame) {
  const auto choice = choose(with_plus, tls13, {}, forcing(Mechanism::scram_sha_256_plus));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->gs2.header(), "p=tls-exporter,,");
}

TEST(MechanismChoiceTest, AForcedMechanismThatIsNotOfferedIsNotReplaced) {
  EXPECT_FALSE(choose({Mechanism::scram_sha_1}, tls12, {}, forcing(Mechanism::scram_sha_1_plus)));
}

TEST(MechanismChoiceTest, SaysThatItCouldHaveBoundWhereTheServerSeemsNotTo) {
  EXPECT_EQ(choose({Mechanism::scram_sha_1}, tls12)->gs2.header(), "y,,");
  EXPECT_EQ(choose({Mechanism::scram_sha_1}, tls13)->gs2.header(), "n,,");
  EXPECT_EQ(choose({Mechanism::scram_sha_1}, {}, {})->gs2.header(), "n,,");
  EXPECT_EQ(choose({Mechanism::scram_sha_1}, tls12, {}, forcing(Mechanism::scram_sha_1))->gs2.header(), "n,,");
}

TEST(MechanismChoiceTest, AnUnknownPlusMechanismShowsThatTheServerBinds) {
  auto offered = offer({Mechanism::scram_sha_1});
  offered.has_plus = true;
  EXPECT_EQ(choose_mechanism({}, offered, {}, {true, true, tls12})->gs2.header(), "n,,");
}

TEST(MechanismChoiceTest, PasswordsStayOutOfClearConnections) {
  const ConnectionSecurity clear{false, false, tls12};
  EXPECT_FALSE(choose_mechanism({}, offer({Mechanism::plain, Mechanism::iq_auth_plain}), {}, clear));
  const auto choice = choose_mechanism({}, offer({Mechanism::plain, Mechanism::digest_md5}), {}, clear);
  EXPECT_EQ(choice->mechanism, Mechanism::digest_md5);
  EXPECT_EQ(choose_mechanism({}, offer({Mechanism::scram_sha_1_plus, Mechanism::scram_sha_1}), {}, clear)->mechanism,
            Mechanism::scram_sha_1);
}

TEST(MechanismChoiceTest, AnonymousAndExternalAreForThoseThatAskForThem) {
  EXPECT_FALSE(choose({Mechanism::anonymous, Mechanism::external}, tls12));
  EXPECT_TRUE(choose({Mechanism::anonymous}, tls12, {}, forcing(Mechanism::anonymous)));
}

}  // namespace
}  // namespace squall::xmpp
