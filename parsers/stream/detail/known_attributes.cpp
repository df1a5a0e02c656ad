#include "parsers/stream/detail/known_attributes.hpp"

#include <array>
#include <cstddef>

#include "parsers/names.hpp"

namespace squall::parsers::detail {
namespace {

constexpr auto names = std::to_array<std::string_view>({
    "xmlns",     "from",     "to",          "id",        "type",     "name",      "jid",       "subscription",
    "node",      "ver",      "hash",        "stamp",     "var",      "label",     "value",     "version",
    "queryid",   "action",   "affiliation", "role",      "by",       "code",      "sid",       "status",
    "category",  "port",     "host",        "ask",       "approved", "h",         "previd",    "resume",
    "max",       "location", "initiator",   "responder", "creator",  "senders",   "priority",  "protocol",
    "component", "network",  "generation",  "ip",        "index",    "mechanism", "sessionid", "uri",
    "url",       "desc",     "media",       "size",      "seq",      "nick",      "key",       "algo",
    "cid",       "autojoin", "method",      "complete",  "stable",   "count",     "reason",    "xml:lang",
});
static_assert(names.size() == 64 && names[xmlns_bit] == "xmlns");

constexpr std::uint64_t word(std::string_view name, std::size_t from) {
  std::uint64_t w = 0;
  for (std::size_t i = from; i < name.size() && i < from + 8; ++i) {
    w |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * (i - from));
  }
  return w;
}

constexpr std::size_t slot_of(std::uint64_t head, std::uint64_t factor) {
  return head * factor >> (64 - known_attribute_bits);
}

constexpr bool is_perfect(std::uint64_t factor) {
  std::array<bool, 1u << known_attribute_bits> used{};
  for (const std::string_view name : names) {
    bool& slot = used[slot_of(word(name, 0), factor)];
    if (slot) return false;
    slot = true;
  }
  return true;
}

/// Found by trying; the assertion below holds it to its word.
constexpr std::uint64_t perfect_factor = 0x2BBE8E6B7F7713D1u;
static_assert(is_perfect(perfect_factor));

constexpr KnownAttributes make_table() {
  KnownAttributes table{perfect_factor, {}};
  for (std::uint32_t bit = 0; bit < names.size(); ++bit) {
    const std::string_view name = names[bit];
    const bool has_prefix = name == "xml:lang";
    table.slots[slot_of(word(name, 0), perfect_factor)] = {word(name, 0),
                                                           word(name, 8),
                                                           static_cast<std::uint16_t>(name.size()),
                                                           static_cast<std::uint16_t>(bit),
                                                           static_cast<std::uint16_t>(has_prefix ? 4 : 0),
                                                           has_prefix ? well_known::xml : well_known::none};
  }
  return table;
}

}  // namespace

constexpr KnownAttributes known_attributes = make_table();

const KnownAttribute* find_known_attribute(std::string_view name) {
  const std::uint64_t head = word(name, 0);
  const KnownAttribute& slot = known_attributes.slots[slot_of(head, perfect_factor)];
  return slot.size == name.size() && slot.head == head && slot.tail == word(name, 8) ? &slot : nullptr;
}

}  // namespace squall::parsers::detail
