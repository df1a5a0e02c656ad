#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"
#include "xmpp/stanza/message.hpp"

namespace {

std::size_t allocations = 0;
std::size_t live_bytes = 0;

}  // namespace

// Not inlined, or GCC takes malloc and delete for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (!memory) throw std::bad_alloc{};
  ++allocations;
  live_bytes += malloc_usable_size(memory) + sizeof(std::size_t);  // with malloc's own word
  return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
  if (memory) live_bytes -= malloc_usable_size(memory) + sizeof(std::size_t);
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  ::operator delete(memory);
}

namespace squall::test {
namespace {

constexpr std::size_t bytes_of_a_session = 500;

void drain(xmpp::ClientStream& stream, std::string& out) {
  while (stream.next({}, out).kind != xmpp::ClientEventKind::need_more) {
  }
}

void hear(xmpp::ClientStream& stream, std::string& out, std::string_view bytes) {
  stream.feed(bytes);
  drain(stream, out);
}

void log_in(xmpp::ClientStream& stream, std::string& out) {
  stream.start({}, out);
  hear(stream, out, server_header() + sasl_features({"PLAIN"}));
  hear(stream, out, success());
  hear(stream, out, server_header("id2") + bind_features());
  hear(stream, out, bind_result("q1"));
  out.clear();
}

TEST(MemoryTest, AnOnlineSessionCostsLessThanHalfAKilobyte) {
  const auto config = without_roster();
  const auto workspace = parsers::make_workspace();
  std::string out;
  out.reserve(4096);
  constexpr std::size_t count = 100;
  std::vector<xmpp::ClientStream> streams;
  streams.reserve(count + 1);
  streams.emplace_back(config, xmpp::Credentials{"juliet", "secret", "balcony"}, *workspace);
  log_in(streams.back(), out);  // what it leaves in the workspace is shared
  const auto before = live_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    streams.emplace_back(config, xmpp::Credentials{"juliet", "secret", "balcony"}, *workspace);
    log_in(streams.back(), out);
    ASSERT_TRUE(streams.back().is_online());
  }
  const auto each = (live_bytes - before) / count + sizeof(xmpp::ClientStream);
  RecordProperty("bytes_of_a_session", static_cast<int>(each));
  EXPECT_LT(each, bytes_of_a_session);
}

TEST(MemoryTest, NoStanzaIsWorthAnAllocationOnceOnline) {
  const auto config = without_roster();
  const auto workspace = parsers::make_workspace();
  std::string out;
  out.reserve(4096);
  xmpp::ClientStream stream{config, {"juliet", "secret", "balcony"}, *workspace};
  log_in(stream, out);
  const std::string heard =
      "<message from='romeo@localhost/x' to='juliet@localhost/balcony' id='1' type='chat'><body>a &amp; "
      "b</body></message>"
      "<presence from='romeo@localhost/x'/><iq type='get' id='p' from='localhost'><ping xmlns='urn:xmpp:ping'/></iq>";
  const auto round = [&] {
    for (std::size_t at = 0; at < heard.size(); at += 50) hear(stream, out, std::string_view{heard}.substr(at, 50));
    xmpp::append_message(out, {.to = "romeo@localhost", .id = "7", .body = "a < b"});
    out.clear();
  };
  round();
  const auto before = allocations;
  for (int i = 0; i < 100; ++i) round();
  EXPECT_EQ(allocations - before, 0U);
}

}  // namespace
}  // namespace squall::test
