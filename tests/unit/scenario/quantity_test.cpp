#include "src/scenario/quantity.hpp"

#include <gtest/gtest.h>

namespace squall::scenario {
namespace {

using namespace std::chrono_literals;

TEST(QuantityTest, DurationsAreReadInEveryUnit) {
  EXPECT_EQ(parse_duration("250us"), 250us);
  EXPECT_EQ(parse_duration("500ms"), 500ms);
  EXPECT_EQ(parse_duration("60s"), 60s);
  EXPECT_EQ(parse_duration("1.5s"), 1500ms);
  EXPECT_EQ(parse_duration("10min"), 10min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("2d"), 48h);
  EXPECT_EQ(parse_duration("0"), 0s);
  EXPECT_EQ(parse_duration("366d"), 366 * 24h);
}

TEST(QuantityTest, DurationsWithoutSenseAreRefused) {
  for (const char* text : {"", "60", "s", "-5s", "+5s", " 5s", "5 s", "5s ", "5m", "5sec", "1e3s", "nan", "infs",
                           "0x5s", "367d", "99999999999999999999h", "5s5s", ".5s", "5,5s"})
    EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(QuantityTest, RatesAreReadPerSecondMinuteAndHour) {
  EXPECT_DOUBLE_EQ(parse_rate("3/min").value(), 0.05);
  EXPECT_DOUBLE_EQ(parse_rate("200/s").value(), 200);
  EXPECT_DOUBLE_EQ(parse_rate("0.5/s").value(), 0.5);
  EXPECT_DOUBLE_EQ(parse_rate("36/h").value(), 0.01);
}

TEST(QuantityTest, RatesWithoutSenseAreRefused) {
  for (const char* text : {"", "3", "/min", "0/s", "-1/s", "3/fortnight", "3/m", "3 / min", "3/min/s", "inf/s", "nan/s",
                           "1000001/s", "1e2/s", "3/", "three/min"})
    EXPECT_FALSE(parse_rate(text)) << text;
}

TEST(QuantityTest, CountsAreDigitsOnly) {
  EXPECT_EQ(parse_count("0"), 0u);
  EXPECT_EQ(parse_count("18446744073709551615"), 18446744073709551615u);
  for (const char* text : {"", "-1", "+1", "1.0", "1k", " 1", "1 ", "0x10", "18446744073709551616"})
    EXPECT_FALSE(parse_count(text)) << text;
}

TEST(QuantityTest, InstantsAreRfc3339InUtc) {
  using namespace std::chrono_literals;
  EXPECT_EQ(parse_instant("1970-01-01T00:00:00Z"), 0ns);
  EXPECT_EQ(parse_instant("2026-12-24T18:00:00Z"), 1798135200s);
  EXPECT_EQ(parse_instant("2024-02-29T00:00:00.25Z"), 1709164800s + 250ms);
  for (const char* text : {"", "2026-12-24", "2026-12-24T18:00:00", "2026-12-24T18:00:00+01:00", "2026-02-29T18:00:00Z",
                           "2026-12-24T24:00:00Z", "2026-12-24T18:60:00Z", "2026-12-24 18:00:00Z",
                           "2026-12-24T18:00:00.Z", "2026-12-24T18:00:00.1.2Z", "2026-12-24T18:00:00,5Z"})
    EXPECT_FALSE(parse_instant(text)) << text;
}

TEST(QuantityTest, SizesAreWholeBytes) {
  EXPECT_EQ(parse_bytes("140"), 140u);
  EXPECT_EQ(parse_bytes("140B"), 140u);
  EXPECT_EQ(parse_bytes("2kB"), 2000u);
  EXPECT_EQ(parse_bytes("2KiB"), 2048u);
  EXPECT_EQ(parse_bytes("1.5MiB"), 1572864u);
  for (const char* text : {"", "1.5", "-1", "1k", "1GB", "kB", "1e9"}) EXPECT_FALSE(parse_bytes(text)) << text;
}

TEST(QuantityTest, DurationsAreWrittenShort) {
  EXPECT_EQ(format_duration(0s), "0s");
  EXPECT_EQ(format_duration(500ns), "0.5us");
  EXPECT_EQ(format_duration(1ms), "1ms");
  EXPECT_EQ(format_duration(1500ms), "1.5s");
  EXPECT_EQ(format_duration(60s), "1min");
  EXPECT_EQ(format_duration(90s), "90s");
  EXPECT_EQ(format_duration(90min), "90min");
  EXPECT_EQ(format_duration(36h), "36h");
  EXPECT_EQ(format_duration(48h), "2d");
}

TEST(QuantityTest, RatesAreWrittenAsTyped) {
  for (const char* text : {"3/min", "200/s", "1/h", "7/h", "1/s"})
    EXPECT_EQ(format_rate(parse_rate(text).value()), text);
  EXPECT_EQ(format_rate(0.5), "30/min");
  EXPECT_EQ(format_rate(1.5), "90/min");
  EXPECT_EQ(format_rate(1.0 / 7000), "0.514286/h");
}

TEST(QuantityTest, WhatIsWrittenIsReadBack) {
  for (const char* text : {"1us", "250ms", "59s", "61s", "10min", "25h", "3d"})
    EXPECT_EQ(parse_duration(format_duration(parse_duration(text).value())), parse_duration(text)) << text;
}

}  // namespace
}  // namespace squall::scenario
