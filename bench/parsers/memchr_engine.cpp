#include <cstring>

#include "bench/parsers/engine.hpp"

namespace squall::bench {
namespace {

/// No parser: the walk that calls memchr for each `<`, a limit of sorts.
class MemchrEngine final : public Engine {
 public:
  std::string_view name() const override { return "memchr walk"; }
  std::string_view checks() const override { return "nothing"; }
  std::string_view builds() const override { return "nothing"; }
  bool is_parser() const override { return false; }
  Totals run(std::span<const std::string_view> pieces, Mode) override {
    Totals totals;
    for (const std::string_view piece : pieces) totals.elements += count(piece);
    return totals;
  }

 private:
  static std::uint64_t count(std::string_view bytes) {
    std::uint64_t found = 0;
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (at != end) {
      at = static_cast<const char*>(std::memchr(at, '<', static_cast<std::size_t>(end - at)));
      if (!at) break;
      ++at;
      ++found;
    }
    return found;
  }
};

}  // namespace

std::unique_ptr<Engine> make_memchr_engine() {
  return std::make_unique<MemchrEngine>();
}

}  // namespace squall::bench
