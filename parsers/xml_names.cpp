#include "parsers/xml_names.hpp"

#include <algorithm>
#include <array>

namespace squall::parsers {
namespace {

struct Range {
  char32_t first, last;
};

constexpr std::array<Range, 15> start_ranges{{{'A', 'Z'},
                                              {'_', '_'},
                                              {'a', 'z'},
                                              {0xC0, 0xD6},
                                              {0xD8, 0xF6},
                                              {0xF8, 0x2FF},
                                              {0x370, 0x37D},
                                              {0x37F, 0x1FFF},
                                              {0x200C, 0x200D},
                                              {0x2070, 0x218F},
                                              {0x2C00, 0x2FEF},
                                              {0x3001, 0xD7FF},
                                              {0xF900, 0xFDCF},
                                              {0xFDF0, 0xFFFD},
                                              {0x10000, 0xEFFFF}}};

constexpr std::array<Range, 5> other_ranges{{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

std::uint32_t sequence_size(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

}  // namespace

bool is_name_start(char32_t c) {
  return is_in(start_ranges, c);
}

bool is_name_char(char32_t c) {
  return is_name_start(c) || is_in(other_ranges, c);
}

Utf8Char read_utf8(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  const std::uint32_t size = sequence_size(lead);
  if (bytes.size() < size) return {};
  if (size == 1) return {lead, 1};
  char32_t value = lead & (0xFFu >> (size + 1));
  for (std::uint32_t i = 1; i < size; ++i) value = value << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3Fu);
  return {value, size};
}

}  // namespace squall::parsers
