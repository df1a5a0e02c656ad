#include <gtest/gtest.h>

#include "src/net/resolver.hpp"

namespace squall::net {
namespace {

TEST(ResolveTest, NamesTheHostThatDoesNotResolve) {
  const auto found = resolve("nowhere.invalid", 5222);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().find("'nowhere.invalid' does not resolve"), 0U);
}

TEST(ResolveTest, FindsThisMachineByItsUsualName) {
  const auto found = resolve("localhost", 5222);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(are_loopback(*found));
}

}  // namespace
}  // namespace squall::net
