#include "src/metrics/funnel.hpp"

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

using xmpp::Failure;
using xmpp::session_errc;
using xmpp::Stage;

TEST(FunnelTest, CountsUsersByStageAndFirstError) {
  FunnelRecorder recorder;
  const auto refused = recorder.number_of(Failure{Stage::auth, session_errc::auth_failed, "not-authorized", ""});
  for (int i = 0; i < 3; ++i) recorder.user_ended(Stage::auth, refused);
  recorder.user_ended(Stage::online, FunnelRecorder::no_error);
  recorder.user_ended(Stage::online, refused);
  const Funnel funnel = recorder.funnel();
  ASSERT_EQ(funnel.rows.size(), 3u);
  EXPECT_EQ(funnel.rows[0].stage, Stage::auth);
  EXPECT_EQ(funnel.rows[0].error, std::string{xmpp::to_string(session_errc::auth_failed)} + ": not-authorized");
  EXPECT_EQ(funnel.rows[0].users, 3u);
  EXPECT_EQ(funnel.rows[1].error, "");
  EXPECT_EQ(failed_users(funnel), 3u);
}

TEST(FunnelTest, TheSameFailureHasTheSameNumber) {
  FunnelRecorder recorder;
  const Failure lost{Stage::bind, session_errc::connection_lost, "", "reset by peer"};
  const Failure elsewhere{Stage::auth, session_errc::connection_lost, "", "end of file"};
  EXPECT_EQ(recorder.number_of(lost), recorder.number_of(elsewhere)) << "the peer's free text is not part of it";
  EXPECT_NE(recorder.number_of(lost), FunnelRecorder::no_error);
  EXPECT_EQ(recorder.number_of(Failure{}), FunnelRecorder::no_error);
}

TEST(FunnelTest, APeerCannotInventErrorsWithoutEnd) {
  FunnelRecorder recorder;
  for (int i = 0; i < 1000; ++i) {
    const auto number =
        recorder.number_of(Failure{Stage::auth, session_errc::auth_failed, "c" + std::to_string(i), ""});
    recorder.user_ended(Stage::auth, number);
  }
  EXPECT_LE(recorder.funnel().rows.size(), FunnelRecorder::max_errors);
  EXPECT_EQ(failed_users(recorder.funnel()), 1000u);
}

TEST(FunnelTest, ThePeersConditionCannotBringControlCharactersAlong) {
  FunnelRecorder recorder;
  recorder.user_ended(Stage::auth, recorder.number_of({Stage::auth, session_errc::auth_failed, "a\x1b[3\n%s", ""}));
  EXPECT_TRUE(recorder.funnel().rows[0].error.ends_with(": a??3??s")) << recorder.funnel().rows[0].error;
}

TEST(FunnelTest, MergesWorkersByStageAndErrorNotByNumber) {
  const Failure reset{Stage::connect, session_errc::connection_lost, "", ""};
  const Failure slow{Stage::connect, session_errc::timed_out, "", ""};
  FunnelRecorder a, b;
  a.user_ended(Stage::connect, a.number_of(reset));
  a.user_ended(Stage::connect, a.number_of(slow));
  b.user_ended(Stage::connect, b.number_of(slow));
  b.first_try_failed(Stage::connect, b.number_of(slow));
  a.login_started();
  b.login_started();
  b.login_started();
  b.login_completed(5'000'000, true);
  b.login_completed(6'000'000, false);
  b.stage_left(Stage::auth, 1'000'000);
  Funnel sum = a.funnel();
  merge(sum, b.funnel());
  ASSERT_EQ(sum.rows.size(), 2u);
  EXPECT_EQ(sum.rows[0].users + sum.rows[1].users, 3u);
  EXPECT_EQ(sum.tries, 3u);
  EXPECT_EQ(sum.reached_online, 1u);
  EXPECT_EQ(sum.login_time.count(), 2u);
  EXPECT_EQ(sum.stage_time[static_cast<std::size_t>(Stage::auth)].count(), 1u);
  ASSERT_EQ(sum.first_try_failures.size(), 1u);
  EXPECT_EQ(sum.first_try_failures[0].users, 1u);
}

}  // namespace
}  // namespace squall::metrics
