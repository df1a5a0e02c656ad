#include "parsers/stream/detail/known_attributes.hpp"

#include <array>
#include <cstddef>

#include "parsers/event.hpp"
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

/// Bytes of the name and the equals sign behind it.
constexpr std::uint64_t word(std::string_view name, std::size_t from) {
  std::uint64_t w = 0;
  for (std::size_t i = from; i <= name.size() && i < from + 8; ++i) {
    const char c = i == name.size() ? '=' : name[i];
    w |= std::uint64_t{static_cast<unsigned char>(c)} << (8 * (i - from));
  }
  return w;
}

constexpr std::uint64_t mask(std::size_t bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
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
constexpr std::uint64_t perfect_factor = 0x1489DA182621495Fu;
static_assert(is_perfect(perfect_factor));

constexpr KnownAttribute entry(std::uint16_t bit) {
  const std::string_view name = names[bit];
  const bool has_prefix = name == "xml:lang";
  KnownAttribute known;
  known.head = word(name, 0);
  known.tail = word(name, 8);
  known.size = name.size() + 1;
  known.tail_mask = mask(known.size > 8 ? known.size - 8 : 0);
  known.bit = bit;
  known.ns = has_prefix ? well_known::xml : well_known::none;
  const std::uint64_t prefix = has_prefix ? 4 : 0;
  known.rest = (name.size() - prefix) << 32 | static_cast<std::uint64_t>(EventKind::attribute) << 48;
  known.add = prefix + (std::uint64_t{known.ns} << 48);
  return known;
}

constexpr KnownAttributes make_table() {
  KnownAttributes table{perfect_factor, {}};
  for (std::uint16_t bit = 0; bit < names.size(); ++bit) {
    table.slots[slot_of(word(names[bit], 0), perfect_factor)] = entry(bit);
  }
  return table;
}

}  // namespace

constexpr KnownAttributes known_attributes = make_table();

const KnownAttribute* find_known_attribute(std::string_view name) {
  const std::uint64_t head = word(name, 0);
  const KnownAttribute& slot = known_attributes.slots[slot_of(head, perfect_factor)];
  return slot.size == name.size() + 1 && slot.head == head && slot.tail == word(name, 8) ? &slot : nullptr;
}

}  // namespace squall::parsers::detail
