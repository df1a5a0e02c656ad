#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "xmpp/xep/xep0077_register.hpp"

// In-band registration as a dialogue, at several chunk sizes.

namespace squall::xmpp::xep0077 {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

constexpr std::string_view header =
    "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' id='1' version='1.0'>";
constexpr std::string_view plain_features =
    "<stream:features><register xmlns='http://jabber.org/features/iq-register'/></stream:features>";
constexpr std::string_view tls_features =
    "<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls></stream:features>";
constexpr std::string_view proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>";

class RegisterStreamTest : public testing::TestWithParam<std::size_t> {
 protected:
  RegisterStreamTest() { config_.domain = "example.org"; }

  void start() {
    stream_.emplace(config_, "anna&", "a<b", *workspace_);
    stream_->start(now_, out_);
    EXPECT_THAT(take(), HasSubstr("to='example.org'"));
  }
  RegisterEvent server_sends(std::string_view bytes) {
    RegisterEvent last = RegisterEvent::need_more;
    for (std::size_t at = 0; at < bytes.size(); at += GetParam()) {
      stream_->feed(bytes.substr(at, GetParam()));
      for (auto event = stream_->next(now_, out_); event != RegisterEvent::need_more;
           event = stream_->next(now_, out_)) {
        last = event;
        if (event == RegisterEvent::failed || event == RegisterEvent::start_tls) return event;
      }
    }
    return last;
  }
  std::string take() { return std::exchange(out_, {}); }

  ClientConfig config_;
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
  std::optional<RegisterStream> stream_;
  std::string out_;
  TimePoint now_{seconds{100}};
};

TEST_P(RegisterStreamTest, AsksForTheAccountAndIsDone) {
  start();
  EXPECT_EQ(server_sends(header), RegisterEvent::need_more);
  EXPECT_EQ(server_sends(plain_features), RegisterEvent::need_more);
  EXPECT_EQ(take(),
            "<iq type='set' id='register'><query xmlns='jabber:iq:register'><username>anna&amp;</username>"
            "<password>a&lt;b</password></query></iq>");
  EXPECT_EQ(server_sends("<iq type='result' id='other'/><iq type='result' id='register'/>"), RegisterEvent::done);
  EXPECT_FALSE(stream_->existed());
  EXPECT_FALSE(stream_->deadline());
}

TEST_P(RegisterStreamTest, TakesAConflictAsDone) {
  for (const std::string error :
       {"<error type='cancel'><conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>",
        "<error code='409'/>"}) {
    start();
    server_sends(header);
    server_sends(plain_features);
    EXPECT_EQ(server_sends("<iq type='error' id='register'>" + error + "</iq>"), RegisterEvent::done);
    EXPECT_TRUE(stream_->existed());
    take();
  }
}

TEST_P(RegisterStreamTest, TellsWhyItWasRefused) {
  start();
  server_sends(header);
  server_sends(plain_features);
  EXPECT_EQ(server_sends("<iq type='error' id='register'><error type='cancel'>"
                         "<not-allowed xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"),
            RegisterEvent::failed);
  EXPECT_EQ(stream_->failure().condition, "not-allowed");
}

TEST_P(RegisterStreamTest, SecuresTheStreamBeforeAPasswordLeaves) {
  config_.tls = TlsPolicy::if_offered;
  start();
  server_sends(header);
  server_sends(tls_features);
  EXPECT_THAT(take(), HasSubstr("<starttls"));
  EXPECT_EQ(server_sends(proceed), RegisterEvent::start_tls);
  stream_->tls_established(now_, out_);
  EXPECT_THAT(take(), HasSubstr("<stream:stream"));
  server_sends(header);
  server_sends(plain_features);
  EXPECT_THAT(take(), HasSubstr("jabber:iq:register"));
}

TEST_P(RegisterStreamTest, SaysNoPasswordWhereTlsWasRequiredAndIsNotOffered) {
  config_.tls = TlsPolicy::required;
  start();
  server_sends(header);
  EXPECT_EQ(server_sends(plain_features), RegisterEvent::failed);
  EXPECT_EQ(stream_->failure().code, session_errc::tls_not_offered);
  EXPECT_EQ(take(), "");
}

TEST_P(RegisterStreamTest, RefusesAServerThatRequiresTlsWhereItIsOff) {
  start();
  server_sends(header);
  EXPECT_EQ(server_sends(tls_features), RegisterEvent::failed);
  EXPECT_EQ(stream_->failure().code, session_errc::tls_required);
}

TEST_P(RegisterStreamTest, FailsOnAStreamErrorAndOnWhatIsNoXmpp) {
  start();
  server_sends(header);
  EXPECT_EQ(server_sends("<stream:error><host-unknown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>"),
            RegisterEvent::failed);
  EXPECT_EQ(stream_->failure().condition, "host-unknown");
  take();
  start();
  EXPECT_EQ(server_sends("<html>"), RegisterEvent::failed);
  EXPECT_EQ(stream_->failure().code, session_errc::not_xmpp);
}

TEST_P(RegisterStreamTest, TimesOut) {
  start();
  ASSERT_TRUE(stream_->deadline());
  stream_->expire(*stream_->deadline() - seconds{1});
  EXPECT_EQ(stream_->next(now_, out_), RegisterEvent::need_more);
  stream_->expire(*stream_->deadline());
  EXPECT_EQ(stream_->next(now_, out_), RegisterEvent::failed);
  EXPECT_EQ(stream_->failure().code, session_errc::timed_out);
}

INSTANTIATE_TEST_SUITE_P(Chunks, RegisterStreamTest, testing::Values(1, 2, 3, 7, 100'000));

}  // namespace
}  // namespace squall::xmpp::xep0077
