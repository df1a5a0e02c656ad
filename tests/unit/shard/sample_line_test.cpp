#include "src/shard/sample_line.hpp"

#include <gtest/gtest.h>

namespace squall::shard {
namespace {

metrics::Sample some_sample() {
  metrics::Sample sample;
  sample.seconds = 12.025;
  sample.phase = "steady";
  sample.online = 1000;
  sample.sent = 1234567890123;
  sample.delivered = 1234567890000;
  sample.outstanding = 123;
  sample.failed_users = 7;
  sample.p99_ns = 420'000;
  sample.generator_cpu = 0.125;
  return sample;
}

TEST(SampleLineTest, ComesBackAsItWas) {
  const metrics::Sample sample = some_sample();
  const auto back = parse_sample_line(sample_line(sample));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->seconds, sample.seconds);
  EXPECT_EQ(back->phase, sample.phase);
  EXPECT_EQ(back->online, sample.online);
  EXPECT_EQ(back->sent, sample.sent);
  EXPECT_EQ(back->delivered, sample.delivered);
  EXPECT_EQ(back->outstanding, sample.outstanding);
  EXPECT_EQ(back->failed_users, sample.failed_users);
  EXPECT_EQ(back->p99_ns, sample.p99_ns);
  EXPECT_EQ(back->generator_cpu, sample.generator_cpu);
}

TEST(SampleLineTest, ASecondWithoutArrivalsHasNoP99) {
  metrics::Sample sample = some_sample();
  sample.p99_ns = -1;
  EXPECT_EQ(parse_sample_line(sample_line(sample))->p99_ns, -1);
}

TEST(SampleLineTest, RefusesWhatIsNoSample) {
  const std::string line = sample_line(some_sample());
  EXPECT_FALSE(parse_sample_line(""));
  EXPECT_FALSE(parse_sample_line("arrived 12"));
  EXPECT_FALSE(parse_sample_line(line + " 1"));
  EXPECT_FALSE(parse_sample_line(line.substr(0, line.rfind(' '))));
  EXPECT_FALSE(parse_sample_line("sample lunch 1 2 3 4 5 6 7 8"));
  EXPECT_FALSE(parse_sample_line("sample steady 1 2 3 4 -5 6 7 8"));
}

}  // namespace
}  // namespace squall::shard
