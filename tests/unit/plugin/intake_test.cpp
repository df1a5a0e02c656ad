#include "parsers/plugin/intake.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

// What the adapter makes of events, honest ones and others.

namespace squall::parsers::plugin {
namespace {

using Events = std::vector<squall_parser_event>;

squall_parser_event event(int kind, std::string_view bytes = {}, std::uint16_t ns = 0, int decoding = 0) {
  return {bytes.data(), static_cast<std::uint32_t>(bytes.size()), ns, static_cast<std::uint8_t>(kind),
          static_cast<std::uint8_t>(decoding)};
}
squall_parser_event start(std::string_view name, std::uint16_t ns = 0) {
  return event(SQUALL_PARSER_START, name, ns);
}
squall_parser_event attribute(std::string_view name) {
  return event(SQUALL_PARSER_ATTRIBUTE, name);
}
squall_parser_event value(std::string_view bytes) {
  return event(SQUALL_PARSER_VALUE, bytes);
}
squall_parser_event text(std::string_view bytes) {
  return event(SQUALL_PARSER_TEXT, bytes);
}
squall_parser_event bind(std::uint16_t ns, std::string_view name) {
  return event(SQUALL_PARSER_NAMESPACE, name, ns);
}
squall_parser_event item(std::uint32_t used) {
  return {nullptr, used, 0, SQUALL_PARSER_ITEM, 0};
}
const squall_parser_event end = event(SQUALL_PARSER_END);

constexpr std::size_t call_size = 100;

/// The words for how these events break the contract, in one call of 100 bytes; empty if they do not.
std::string fault_of(const Events& events, const Limits& limits = {}) {
  Intake intake(limits, false);
  intake.begin_call(call_size);
  intake.take(events.data(), events.size());
  return intake.fault() ? intake.fault() : "";
}

parse_errc limit_of(const Events& events, const Limits& limits) {
  Intake intake(limits, false);
  intake.begin_call(call_size);
  EXPECT_FALSE(intake.take(events.data(), events.size()));
  EXPECT_EQ(intake.fault(), nullptr);
  return intake.limit();
}

TEST(IntakeTest, MakesATapeOfHonestEvents) {
  Intake intake({}, false);
  intake.begin_call(call_size);
  ASSERT_TRUE(
      intake.take(Events{bind(1, "jabber:client"), start("r", 1), attribute("a"), value("v"), item(20),
                         bind(1, "urn:x"), start("s", 1), text("hi"), start("t"), end, end, item(60), end, item(80)}
                      .data(),
                  14));
  const auto open = intake.next();
  EXPECT_EQ(open.kind, ItemKind::stream_open);
  EXPECT_EQ(open.offset, 20u);
  EXPECT_TRUE(intake.element(open).is("jabber:client", "r"));
  EXPECT_EQ(intake.element(open).attribute("a"), "v");
  const auto stanza = intake.next();
  EXPECT_EQ(stanza.kind, ItemKind::stanza);
  EXPECT_TRUE(intake.element(stanza).is("urn:x", "s"));
  EXPECT_TRUE(intake.element(stanza).first_child().is("", "t"));
  EXPECT_EQ(intake.next().kind, ItemKind::stream_close);
  EXPECT_EQ(intake.next().kind, ItemKind::need_more);
}

TEST(IntakeTest, NamesTheLieAboutOrder) {
  EXPECT_EQ(fault_of({end}), "delivers END where none can be");
  EXPECT_EQ(fault_of({start("r"), start("s")}), "delivers START where none can be");
  EXPECT_EQ(fault_of({start("r"), item(5), text("x")}), "delivers TEXT outside a stanza");
  EXPECT_EQ(fault_of({start("r"), text("x")}), "delivers TEXT outside a stanza");
  EXPECT_EQ(fault_of({start("r"), value("x")}), "delivers VALUE without ATTRIBUTE");
  EXPECT_EQ(fault_of({start("r"), item(5), attribute("a")}), "delivers ATTRIBUTE outside a start tag");
  EXPECT_EQ(fault_of({start("r"), item(5), start("s"), attribute("a"), end}), "delivers END where none can be");
  EXPECT_EQ(fault_of({start("r"), item(5), start("s"), item(9)}), "delivers ITEM where nothing is complete");
  EXPECT_EQ(fault_of({start("r"), item(5), start("s"), end, start("t")}), "delivers START where none can be");
  EXPECT_EQ(fault_of({start("r"), item(5), end, item(9), start("s")}), "delivers START where none can be");
  EXPECT_EQ(fault_of({event(99)}), "delivers an event of no known kind");
}

TEST(IntakeTest, NamesTheLieAboutSizes) {
  EXPECT_EQ(fault_of({start("")}), "delivers an empty name");
  EXPECT_EQ(fault_of({start(std::string(101, 'x'))}), "delivers more bytes than it was given");
  EXPECT_EQ(fault_of({start("r"), item(101)}), "says of an item that it ends where it cannot");
  EXPECT_EQ(fault_of({start("r"), item(0)}), "says of an item that it ends where it cannot");
  EXPECT_EQ(fault_of({start("r"), item(5), start("s"), end, item(5)}), "says of an item that it ends where it cannot");
  EXPECT_EQ(fault_of(Events(5000, start("a"))), "delivers more events than its input can hold");
  EXPECT_EQ(fault_of({{nullptr, 4, 0, SQUALL_PARSER_START, 0}}), "delivers bytes at an address that is none");
  EXPECT_EQ(fault_of({start("r"), attribute("a"), event(SQUALL_PARSER_VALUE, "v", 0, 9)}),
            "delivers a decoding of no known kind");
}

TEST(IntakeTest, NamesTheLieAboutNamespaces) {
  EXPECT_EQ(fault_of({start("r", 1)}), "uses a namespace number that it did not bind");
  EXPECT_EQ(fault_of({bind(0, "x")}), "binds a namespace number that is not its own");
  EXPECT_EQ(fault_of({bind(4096, "x")}), "binds a namespace number that is not its own");
  EXPECT_EQ(fault_of({bind(1, "")}), "binds a namespace to no name");
  // What a stanza bound goes with it.
  EXPECT_EQ(fault_of({start("r"), item(5), bind(1, "x"), start("s", 1), end, item(9), start("t", 1)}),
            "uses a namespace number that it did not bind");
  EXPECT_EQ(fault_of({bind(1, "x"), start("r"), item(5), start("s", 1), end, item(9), start("t", 1)}), "");
}

TEST(IntakeTest, HoldsLimitsThatAPluginDoesNot) {
  EXPECT_EQ(limit_of({start("r"), item(1), start("s"), start("t")}, {.depth = 2}), parse_errc::depth_limit);
  EXPECT_EQ(limit_of({start("r"), attribute("a"), value(""), attribute("b")}, {.attributes = 1}),
            parse_errc::attribute_limit);
  EXPECT_EQ(limit_of({start("rr")}, {.name_bytes = 1}), parse_errc::name_limit);
  EXPECT_EQ(limit_of({start("r"), item(1), start("s"), text("xxx")}, {.token_bytes = 2}), parse_errc::token_limit);
}

TEST(IntakeTest, KeepsWhatIsUnfinishedWhenItsBytesGo) {
  Intake intake({}, false);
  intake.begin_call(call_size);
  ASSERT_TRUE(intake.take(Events{bind(1, "urn:r"), start("r", 1), item(5), bind(2, "urn:s")}.data(), 4));
  std::string gone = "name";
  ASSERT_TRUE(intake.take(Events{start(gone, 2), attribute(gone), value(gone), text(gone)}.data(), 4));
  intake.end_call(call_size);
  intake.next();
  intake.settle();
  gone.assign("xxxx");
  intake.begin_call(call_size);
  ASSERT_TRUE(intake.take(Events{end, item(10)}.data(), 2));
  const auto stanza = intake.next();
  ASSERT_EQ(stanza.kind, ItemKind::stanza);
  std::string scratch;
  EXPECT_TRUE(intake.element(stanza).is("urn:s", "name"));
  EXPECT_EQ(intake.element(stanza).attribute("name"), "name");
  EXPECT_EQ(intake.element(stanza).text(scratch), "name");
}

TEST(IntakeTest, ManyNamespacesOverALongStreamStayRight) {
  Intake intake({}, false);
  intake.begin_call(call_size);
  ASSERT_TRUE(intake.take(Events{bind(7, "urn:kept"), start("r", 7), item(1)}.data(), 3));
  intake.end_call(call_size);
  intake.next();
  for (int i = 0; i < 70000; ++i) {
    const std::string name = "urn:" + std::to_string(i);
    intake.settle();
    intake.begin_call(call_size);
    ASSERT_TRUE(intake.take(Events{bind(1, name), start("s", 1), start("t", 7), end, end, item(50)}.data(), 6)) << i;
    intake.end_call(call_size);
    const auto stanza = intake.next();
    ASSERT_TRUE(intake.element(stanza).is(name, "s")) << i;
    ASSERT_TRUE(intake.element(stanza).first_child().is("urn:kept", "t")) << i;
  }
}

}  // namespace
}  // namespace squall::parsers::plugin
