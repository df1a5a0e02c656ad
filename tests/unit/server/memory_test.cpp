#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "tests/unit/server/fake_resource.hpp"

// Counts every allocation of this program.

namespace {
std::size_t allocations = 0;
}  // namespace

// Not inlined, or GCC takes malloc and delete for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  ::operator delete(memory);
}

namespace squall::server::test {
namespace {

constexpr std::string_view chat =
    "<message to='bob@example.org/work' type='chat' id='17'><body>it&apos;s a message of the usual kind</body>"
    "<active xmlns='http://jabber.org/protocol/chatstates'/></message>";

class RouterMemoryTest : public testing::TestWithParam<Forwarding> {};

TEST_P(RouterMemoryTest, RoutesAMessageWithoutAnAllocation) {
  ServerCounts counts;
  const auto forwarder = make_forwarder(GetParam());
  Router router("example.org", *forwarder, counts);
  FakeResource alice("alice@example.org/home");
  FakeResource bob("bob@example.org/work");
  router.bind("alice", alice);
  router.bind("bob", bob);
  const StanzaSource source(chat);
  router.message(alice, source.stanza());  // scratch memory grows once
  const std::size_t before = allocations;
  for (int i = 0; i < 1000; ++i) {
    bob.written.clear();
    router.message(alice, source.stanza());
  }
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(counts.messages_routed, 1001U);
  EXPECT_FALSE(bob.written.empty());
}

INSTANTIATE_TEST_SUITE_P(Either, RouterMemoryTest, testing::Values(Forwarding::splice, Forwarding::rebuild),
                         [](const auto& which) { return which.param == Forwarding::splice ? "Splice" : "Rebuild"; });

}  // namespace
}  // namespace squall::server::test
