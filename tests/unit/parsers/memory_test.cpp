#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parsers/stream/stream_parser.hpp"
#include "tests/unit/parsers/reading.hpp"

// What the streaming parser allocates, and what it reads.

namespace {
std::atomic<std::uint64_t> allocations{0};

void* allocate(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc{};
  return memory;
}
}  // namespace

void* operator new(std::size_t size) {
  return allocate(size);
}
void* operator new[](std::size_t size) {
  return allocate(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace squall::parsers::test {
namespace {

constexpr std::string_view message =
    "<message from='juliet@example.org/a' to='romeo@example.net' id='m1' type='chat' odd='1'><body>O Romeo, "
    "&lt;wherefore"
    " art thou&gt; R\xC3\xB6meo?</body><active xmlns='http://jabber.org/protocol/chatstates'/><x xmlns='urn:unknown'/>"
    "<p:y p:z='1' xmlns:p='urn:unknown:p'/></message>\n";

std::string messages(std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += message;
  return all;
}

std::size_t count_stanzas(StreamParser& parser, std::string_view xml, std::size_t piece) {
  std::size_t stanzas = 0;
  for (std::size_t at = 0; at < xml.size(); at += piece) {
    parser.feed(xml.substr(at, piece));
    for (Item item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) {
      EXPECT_NE(item.kind, ItemKind::error);
      stanzas += item.kind == ItemKind::stanza;
    }
  }
  return stanzas;
}

TEST(MemoryTest, AllocatesNothingPerStanzaInTheSteadyState) {
  const std::string xml = messages(300);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{100}, message.size(), std::size_t{1460}, xml.size()}) {
    const auto workspace = make_workspace();
    StreamParser parser({}, *workspace);
    count_stanzas(parser, header, header.size());
    count_stanzas(parser, xml, piece);
    const std::uint64_t before = allocations;
    EXPECT_EQ(count_stanzas(parser, xml, piece), 300u);
    EXPECT_EQ(allocations - before, 0u) << "in pieces of " << piece;
  }
}

TEST(MemoryTest, OwnsNoMemoryWhileNoStanzaIsPending) {
  const auto workspace = make_workspace();
  StreamParser warm({}, *workspace);
  const std::string three = messages(3);
  count_stanzas(warm, stream_of(three), 1460);
  const std::uint64_t before = allocations;
  {
    StreamParser parser({}, *workspace);
    count_stanzas(parser, header, header.size());
    count_stanzas(parser, three, 100000);
    EXPECT_EQ(parser.pending_bytes(), 0u);
  }
  EXPECT_EQ(allocations - before, 0u);
}

TEST(MemoryTest, ServesManyConnectionsWithTheMemoryOfFew) {
  const auto workspace = make_workspace();
  std::vector<StreamParser> parsers;
  for (int i = 0; i < 1000; ++i) parsers.emplace_back(Limits{}, *workspace);
  for (StreamParser& parser : parsers) count_stanzas(parser, header, header.size());
  const std::string two = messages(2);
  count_stanzas(parsers.front(), two, 100000);
  const std::uint64_t before = allocations;
  for (StreamParser& parser : parsers) count_stanzas(parser, two, 100000);
  EXPECT_EQ(allocations - before, 0u);
}

/// Memory that ends where a page begins that nobody may touch; the page before it is the same.
class GuardedMemory {
 public:
  explicit GuardedMemory(std::size_t size)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), room_((size + page_ - 1) / page_ * page_) {
    void* all = mmap(nullptr, room_ + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc{};
    memory_ = static_cast<char*>(all);
    mprotect(memory_, page_, PROT_NONE);
    mprotect(memory_ + page_ + room_, page_, PROT_NONE);
  }
  ~GuardedMemory() { munmap(memory_, room_ + 2 * page_); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  std::string_view at_end(std::string_view bytes) { return put(memory_ + page_ + room_ - bytes.size(), bytes); }
  std::string_view at_start(std::string_view bytes) { return put(memory_ + page_, bytes); }

 private:
  static std::string_view put(char* to, std::string_view bytes) {
    std::memcpy(to, bytes.data(), bytes.size());
    return {to, bytes.size()};
  }

  std::size_t page_;
  std::size_t room_;
  char* memory_ = nullptr;
};

TEST(MemoryTest, ReadsNothingOutsideWhatIsFed) {
  const std::string xml = stream_of(messages(120));
  GuardedMemory memory(xml.size());
  for (std::size_t size = 1; size < xml.size(); size += size < 700 ? 1 : 997) {
    for (const bool at_end : {true, false}) {
      const auto workspace = make_workspace();
      StreamParser parser({}, *workspace);
      const std::string_view bytes = std::string_view{xml}.substr(0, size);
      parser.feed(at_end ? memory.at_end(bytes) : memory.at_start(bytes));
      ItemKind kind = ItemKind::stanza;
      while (kind != ItemKind::need_more && kind != ItemKind::error) kind = parser.next().kind;
      EXPECT_EQ(kind, ItemKind::need_more) << size;
    }
  }
}

TEST(MemoryTest, ReadsNothingOutsideEachPiece) {
  const std::string xml = stream_of(messages(40));
  GuardedMemory memory(xml.size());
  for (const std::size_t piece : {1u, 63u, 64u, 65u, 333u, 1460u, 2049u, 2112u, 2113u, 4096u}) {
    const auto workspace = make_workspace();
    StreamParser parser({}, *workspace);
    std::size_t stanzas = 0;
    for (std::size_t at = 0; at < xml.size(); at += piece) {
      const std::string_view bytes = memory.at_end(std::string_view{xml}.substr(at, piece));
      stanzas += count_stanzas(parser, bytes, bytes.size());
    }
    EXPECT_EQ(stanzas, 40u) << piece;
  }
}

}  // namespace
}  // namespace squall::parsers::test
