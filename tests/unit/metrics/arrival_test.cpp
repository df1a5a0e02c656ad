#include "src/metrics/arrival.hpp"

#include <string>

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

const StampCodec codec{77, 0x1234};
const StampCodec older_run{76, 0x1234};
const MessageStamp sent{10, 20, 30, 40};
const MessageForm roomy{140};
const MessageForm cramped{12};

std::string stamp_by(const StampCodec& by) {
  std::string text(stamp_bytes, '?');
  by.write_stamp(sent, text.data());
  return text;
}
std::string id_by(const StampCodec& by) {
  std::string text(id_bytes, '?');
  by.write_id(sent.direction, sent.sequence, text.data());
  return text;
}
std::string body_by(const StampCodec& by) {
  return stamp_by(by) + std::string(140 - stamp_bytes, padding);
}

ArrivalKind kind(MessageForm form, const MessageText& text) {
  MessageStamp stamp;
  return identify(codec, form, text, stamp);
}

TEST(ArrivalTest, KnowsAWholeMessageByItsBody) {
  MessageStamp stamp;
  EXPECT_EQ(identify(codec, roomy, {false, id_by(codec), body_by(codec)}, stamp), ArrivalKind::message);
  EXPECT_EQ(stamp, sent);
  EXPECT_EQ(kind(roomy, {false, "rewritten-by-server", body_by(codec)}), ArrivalKind::message);
}

TEST(ArrivalTest, EveryAlteredByteOfABodyMakesItCorruptedNotForeign) {
  const std::string id = id_by(codec);
  for (std::size_t at = 0; at < 140; ++at) {
    std::string body = body_by(codec);
    body[at] = body[at] == 'x' ? 'y' : 'x';
    EXPECT_EQ(kind(roomy, {false, id, body}), ArrivalKind::corrupted) << at;
  }
}

TEST(ArrivalTest, AShortenedOrLengthenedBodyIsCorrupted) {
  const std::string body = body_by(codec);
  const std::string id = id_by(codec);
  EXPECT_EQ(kind(roomy, {false, id, body.substr(0, 139)}), ArrivalKind::corrupted);
  EXPECT_EQ(kind(roomy, {false, id, body + "."}), ArrivalKind::corrupted);
  EXPECT_EQ(kind(roomy, {false, id, ""}), ArrivalKind::corrupted);
}

TEST(ArrivalTest, WhatIsNotOfThisRunIsForeign) {
  EXPECT_EQ(kind(roomy, {false, id_by(older_run), body_by(older_run)}), ArrivalKind::foreign);
  EXPECT_EQ(kind(roomy, {false, "m1", "Welcome to this server!"}), ArrivalKind::foreign);
  EXPECT_EQ(kind(roomy, {false, "", ""}), ArrivalKind::foreign);
  EXPECT_EQ(kind(roomy, {true, "m1", ""}), ArrivalKind::foreign);
  EXPECT_EQ(kind(roomy, {true, id_by(older_run), body_by(older_run)}), ArrivalKind::foreign);
}

TEST(ArrivalTest, ABounceIsKnownByItsIdOrElseByTheBodyItReturns) {
  MessageStamp stamp;
  EXPECT_EQ(identify(codec, roomy, {true, id_by(codec), ""}, stamp), ArrivalKind::bounce);
  EXPECT_EQ(stamp.direction, sent.direction);
  EXPECT_EQ(stamp.sequence, sent.sequence);
  EXPECT_EQ(kind(roomy, {true, "", body_by(codec)}), ArrivalKind::bounce);
  std::string damaged = id_by(codec);
  damaged.back() = damaged.back() == 'A' ? 'B' : 'A';
  EXPECT_EQ(kind(roomy, {true, damaged, ""}), ArrivalKind::corrupted);
}

TEST(ArrivalTest, WithoutRoomInTheBodyTheIdCarriesTheStamp) {
  const std::string body(12, padding);
  MessageStamp stamp;
  EXPECT_EQ(identify(codec, cramped, {false, stamp_by(codec), body}, stamp), ArrivalKind::message);
  EXPECT_EQ(stamp, sent);
  EXPECT_EQ(kind(cramped, {true, stamp_by(codec), ""}), ArrivalKind::bounce);
  EXPECT_EQ(kind(cramped, {false, stamp_by(codec), "............."}), ArrivalKind::corrupted);
  EXPECT_EQ(kind(cramped, {false, stamp_by(codec), "......x....."}), ArrivalKind::corrupted);
  EXPECT_EQ(kind(cramped, {false, stamp_by(codec) + "A", body}), ArrivalKind::foreign);
  EXPECT_EQ(kind(cramped, {false, stamp_by(older_run), body}), ArrivalKind::foreign);
  EXPECT_EQ(kind(cramped, {false, "", body}), ArrivalKind::foreign);
}

TEST(ArrivalTest, TheStampMovesIntoTheIdExactlyWhereTheBodyIsTooShort) {
  EXPECT_TRUE(MessageForm{stamp_bytes}.stamp_in_body());
  EXPECT_FALSE(MessageForm{stamp_bytes - 1}.stamp_in_body());
  EXPECT_EQ(kind(MessageForm{stamp_bytes}, {false, id_by(codec), stamp_by(codec)}), ArrivalKind::message);
}

}  // namespace
}  // namespace squall::metrics
