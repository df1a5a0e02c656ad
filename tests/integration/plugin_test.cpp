#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/plugin/examination.hpp"

// Plugins as their authors build them, loaded in a process of their own (src/plugin).

namespace squall::plugin {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds patience{20};

std::string bad(const std::string& fault) {
  return std::string(SQUALL_BAD_PLUGINS) + "/bad_" + fault + ".so";
}

std::string failure_of(const std::string& fault, std::chrono::milliseconds how_long = patience) {
  const Examination found = examine(bad(fault), how_long);
  EXPECT_FALSE(found.is_sound());
  EXPECT_FALSE(found.unusable) << *found.unusable;
  return found.failure.value_or("none");
}

std::string unusable(const std::string& path) {
  return examine(path, patience).unusable.value_or("none");
}

TEST(PluginTest, TheExampleInCIsRightButForItsNames) {
  const Examination found = examine(SQUALL_EXPAT_PLUGIN, patience);
  ASSERT_TRUE(found.is_sound()) << found.failure.value_or("") << found.unusable.value_or("");
  EXPECT_EQ(found.name, "expat-plugin");
  EXPECT_TRUE(found.resolves_namespaces);
  EXPECT_GT(found.answers, 10000u);
  EXPECT_LE(found.wrong_inputs, 2u);  // 4th-edition names; an instruction is refused once it is whole
  for (const std::string& difference : found.differences) {
    EXPECT_THAT(difference, testing::AnyOf(HasSubstr("name-5th-edition"), HasSubstr("restricted-pi-open")));
  }
}

#ifdef SQUALL_RUST_PLUGIN
TEST(PluginTest, TheExampleInRustIsRight) {
  const Examination found = examine(SQUALL_RUST_PLUGIN, patience);
  ASSERT_TRUE(found.is_sound()) << found.failure.value_or("") << found.unusable.value_or("");
  EXPECT_EQ(found.name, "rust-plugin");
  EXPECT_TRUE(found.needs_whole_items);
  EXPECT_GT(found.answers, 10000u);
  EXPECT_EQ(found.wrong, 0u);
  for (const std::string& difference : found.differences) ADD_FAILURE() << difference;
}
#endif

TEST(PluginTest, WhatIsNoPluginIsRefusedInOneLine) {
  EXPECT_THAT(unusable("/no/such/file.so"), HasSubstr("'/no/such/file.so' cannot be read"));
  EXPECT_THAT(unusable("/dev/null"), HasSubstr("it is no file"));
  EXPECT_THAT(unusable(SQUALL_SOURCE_DIR "/LICENSE"), HasSubstr("cannot be loaded, a shared library is expected"));
  EXPECT_THAT(unusable(bad("symbol")), HasSubstr("has no symbol squall_parser_get_api"));
  EXPECT_THAT(unusable(bad("version")), HasSubstr("is of version 2 of squall_parser.h, and version 1 is expected"));
  EXPECT_THAT(unusable(bad("null_function")), HasSubstr("null pointer where create, reset, feed or destroy"));
  EXPECT_THAT(unusable(bad("null_table")), HasSubstr("answers no table"));
  EXPECT_THAT(unusable(bad("name")), HasSubstr("has a name that is not"));
}

TEST(PluginTest, CrashesAreNotOurs) {
  EXPECT_THAT(failure_of("crash"), StartsWith("crashed (signal 6"));
  EXPECT_THAT(failure_of("crash"), HasSubstr("case "));
  EXPECT_THAT(failure_of("crash_at_once"), HasSubstr("being loaded"));
  EXPECT_THAT(failure_of("exit"), StartsWith("ended the process"));
}

TEST(PluginTest, HangsAreEnded) {
  EXPECT_THAT(failure_of("hang", std::chrono::milliseconds{200}), HasSubstr("was killed (case "));
}

TEST(PluginTest, LiesAreNamed) {
  EXPECT_THAT(failure_of("unbalanced"), HasSubstr("it delivers END where none can be (case "));
  EXPECT_THAT(failure_of("null_bytes"), HasSubstr("it delivers"));
  EXPECT_THAT(failure_of("far_bytes"), HasSubstr("it delivers"));
  EXPECT_THAT(failure_of("long_name"), HasSubstr("it delivers more bytes than it was given"));
  EXPECT_THAT(failure_of("flood"), HasSubstr("it delivers more events than its input can hold"));
  EXPECT_THAT(failure_of("greedy"), HasSubstr("it says it took more bytes than it was given"));
  EXPECT_THAT(failure_of("idle"), HasSubstr("it takes no bytes and reports no error"));
  EXPECT_THAT(failure_of("odd_status"), HasSubstr("it answers a status that is none"));
}

TEST(PluginTest, WrongAnswersAreCounted) {
  const Examination found = examine(bad("mute"), patience);
  EXPECT_TRUE(found.is_sound());
  EXPECT_GT(found.wrong, 1000u);
  EXPECT_THAT(found.differences, testing::SizeIs(8));
}

}  // namespace
}  // namespace squall::plugin
