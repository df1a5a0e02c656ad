#include "src/metrics/message_stamp.hpp"

#include <string>

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

const StampCodec codec{0x2345678, 0xFEEDFACECAFEBEEF};
const MessageStamp sample{123'457, 98'765, 5'000'000'123, 5'000'456'789};

std::string written(const MessageStamp& stamp, const StampCodec& by = codec) {
  std::string text(stamp_bytes, '?');
  by.write_stamp(stamp, text.data());
  return text;
}

std::string written_id(const MessageStamp& stamp) {
  std::string text(id_bytes, '?');
  codec.write_id(stamp.direction, stamp.sequence, text.data());
  return text;
}

TEST(MessageStampTest, ReadsBackWhatWasWrittenUpToTheLimitsOfItsFields) {
  constexpr std::uint32_t most = (1u << 30) - 1;
  constexpr std::int64_t latest = (std::int64_t{1} << 54) - 1;
  for (const MessageStamp& stamp : {sample, MessageStamp{}, MessageStamp{most, most, latest, latest}}) {
    MessageStamp read;
    EXPECT_EQ(codec.read_stamp(written(stamp) + "....", read), StampReading::ours);
    EXPECT_EQ(read, stamp);
    EXPECT_EQ(codec.read_id(written_id(stamp), read), StampReading::ours);
    EXPECT_EQ(read.direction, stamp.direction);
    EXPECT_EQ(read.sequence, stamp.sequence);
  }
}

TEST(MessageStampTest, NeedsNoEscapingInXml) {
  EXPECT_EQ(written(sample).find_first_of("<>&'\" \t"), std::string::npos);
}

TEST(MessageStampTest, EveryAlteredByteIsNoticed) {
  const std::string good = written(sample);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string bad = good;
      bad[at] = static_cast<char>(byte);
      if (bad == good) continue;
      MessageStamp read = sample;
      EXPECT_NE(codec.read_stamp(bad, read), StampReading::ours) << "byte " << byte << " at " << at;
      EXPECT_EQ(read, sample) << "a refused stamp must not be handed out";
    }
  }
}

TEST(MessageStampTest, EveryAlteredByteOfAnIdIsNoticed) {
  const std::string good = written_id(sample);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string bad = good;
      bad[at] = static_cast<char>(byte);
      if (bad == good) continue;
      MessageStamp read;
      EXPECT_NE(codec.read_id(bad, read), StampReading::ours) << "byte " << byte << " at " << at;
    }
  }
}

TEST(MessageStampTest, TwoSwappedDigitsAreNoticed) {
  const std::string good = written(sample);
  for (std::size_t at = 8; at + 1 < good.size(); ++at) {
    std::string bad = good;
    std::swap(bad[at], bad[at + 1]);
    MessageStamp read;
    if (bad != good) {
      EXPECT_EQ(codec.read_stamp(bad, read), StampReading::damaged) << at;
    }
  }
}

TEST(MessageStampTest, EveryTruncationIsAbsent) {
  const std::string stamp = written(sample);
  const std::string id = written_id(sample);
  MessageStamp read;
  for (std::size_t size = 0; size < stamp_bytes; ++size) {
    EXPECT_EQ(codec.read_stamp(stamp.substr(0, size), read), StampReading::absent);
  }
  for (std::size_t size = 0; size < id_bytes; ++size) {
    EXPECT_EQ(codec.read_id(id.substr(0, size), read), StampReading::absent);
  }
  EXPECT_EQ(codec.read_id(id + "A", read), StampReading::absent);
}

TEST(MessageStampTest, AnotherRunsStampIsForeign) {
  const StampCodec other{0x2345679, 0xFEEDFACECAFEBEEF};
  MessageStamp read;
  EXPECT_EQ(codec.read_stamp(written(sample, other), read), StampReading::foreign);
}

TEST(MessageStampTest, AStampInventedWithoutTheKeyIsDamaged) {
  const StampCodec forger{0x2345678, 1};
  MessageStamp read;
  EXPECT_EQ(codec.read_stamp(written(sample, forger), read), StampReading::damaged);
}

}  // namespace
}  // namespace squall::metrics
