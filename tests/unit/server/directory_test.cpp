#include "src/server/directory.hpp"

#include <gtest/gtest.h>

#include "tests/unit/server/fake_resource.hpp"

namespace squall::server {
namespace {

using test::FakeResource;

TEST(DirectoryTest, FindsResourcesByTheirParts) {
  Directory directory;
  FakeResource home("alice@example.org/home");
  FakeResource work("alice@example.org/work");
  directory.add("alice", home);
  directory.add("alice", work);
  EXPECT_EQ(directory.find("alice", "home"), &home);
  EXPECT_EQ(directory.find("alice", "work"), &work);
  EXPECT_EQ(directory.find("alice", "hom"), nullptr);
  EXPECT_EQ(directory.find("alic", "home"), nullptr);
  EXPECT_EQ(directory.find("Alice"), nullptr);
}

TEST(DirectoryTest, ForgetsAnAccountWithItsLastResource) {
  Directory directory;
  FakeResource home("alice@example.org/home");
  FakeResource work("alice@example.org/work");
  directory.add("alice", home);
  directory.add("alice", work);
  directory.remove(home);
  EXPECT_EQ(directory.find("alice", "home"), nullptr);
  EXPECT_EQ(directory.find("alice", "work"), &work);
  directory.remove(work);
  directory.remove(work);
  EXPECT_EQ(directory.accounts(), 0U);
}

TEST(DirectoryTest, KeepsFindingAmongMany) {
  Directory directory;
  std::vector<std::unique_ptr<FakeResource>> resources;
  for (int i = 0; i < 2000; ++i) {
    resources.push_back(std::make_unique<FakeResource>("u" + std::to_string(i) + "@example.org/r"));
    directory.add(resources.back()->localpart(), *resources.back());
  }
  for (int i = 0; i < 2000; i += 2) directory.remove(*resources[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 2000; ++i) {
    const auto* expected = i % 2 == 0 ? nullptr : resources[static_cast<std::size_t>(i)].get();
    EXPECT_EQ(directory.find("u" + std::to_string(i), "r"), expected);
  }
}

TEST(AddressTest, IsTakenApartByItsSeparators) {
  const Address full = split_address("alice@example.org/a/b@c");
  EXPECT_EQ(full.local, "alice");
  EXPECT_EQ(full.domain, "example.org");
  EXPECT_EQ(full.resource, "a/b@c");
  const Address domain = split_address("example.org");
  EXPECT_EQ(domain.local, "");
  EXPECT_EQ(domain.domain, "example.org");
  EXPECT_EQ(split_address("example.org/x@y").domain, "example.org");
  EXPECT_EQ(split_address("").domain, "");
}

}  // namespace
}  // namespace squall::server
