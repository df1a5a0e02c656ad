#include <algorithm>
#include <bit>

#include "parsers/names.hpp"
#include "parsers/stream/detail/known_attributes.hpp"
#include "parsers/stream/detail/machine.hpp"
#include "parsers/stream/detail/memory.hpp"

// Attributes, declarations of namespaces, and what is checked when a start tag is complete.

namespace squall::parsers::detail {
namespace {

constexpr std::size_t few = 8;
constexpr std::uint64_t pointer_mask = 0xFFFF'FFFF'FFFFu;

std::string_view local_name(const Slot& s) {
  return {reinterpret_cast<const char*>(s.word & pointer_mask), s.rest >> 32 & 0xFFFF};
}

std::uint16_t ns_of(const Slot& s) {
  return static_cast<std::uint16_t>(s.word >> 48);
}

void set_ns(Slot& s, std::uint16_t ns) {
  s.word = (s.word & pointer_mask) | std::uint64_t{ns} << 48;
}

bool same_name(const Slot& a, const Slot& b) {
  return ns_of(a) == ns_of(b) && local_name(a) == local_name(b);
}

}  // namespace

/// The attribute or declaration whose name was scanned, and whose value ends at `p`.
StepKind Machine::accept_attribute(const char* p) {
  if (attributes + static_cast<std::uint32_t>(std::popcount(seen)) >= attribute_limit)
    return fail(parse_errc::attribute_limit, name_begin);
  const std::string_view whole{name_begin, static_cast<std::size_t>(name_end - name_begin)};
  const std::string_view value{mark, static_cast<std::size_t>(p - mark)};
  if (whole == "xmlns") {
    if ((seen & 1u << xmlns_bit) != 0) return fail(parse_errc::not_well_formed, name_begin);
    seen |= 1u << xmlns_bit;
    return declare({}, value);
  }
  if (whole.starts_with("xmlns:")) {
    ++attributes;
    check = true;
    return declare(whole.substr(6), value);
  }
  return emit_attribute(p);
}

StepKind Machine::emit_attribute(const char* p) {
  const char* local = colon != nullptr ? colon + 1 : name_begin;
  const auto size = static_cast<std::uint64_t>(name_end - local);
  // Until the tag is complete, the size of the prefix stands where the namespace will; xml:lang has its own already.
  auto prefix_size = static_cast<std::uint64_t>(local - name_begin);
  const auto* known = find_known_attribute({name_begin, static_cast<std::size_t>(name_end - name_begin)});
  if (known == nullptr) {
    check = true;
    ++attributes;
  } else if ((seen >> known->bit & 1) != 0) {
    return fail(parse_errc::not_well_formed, name_begin);
  } else {
    seen |= std::uint64_t{1} << known->bit;
    prefix_size = known->ns;
  }
  *out++ = {reinterpret_cast<std::uintptr_t>(local) | prefix_size << 48,
            size << 32 | static_cast<std::uint64_t>(EventKind::attribute) << 48};
  *out++ = {reinterpret_cast<std::uintptr_t>(mark), static_cast<std::uint64_t>(p - mark) |
                                                        static_cast<std::uint64_t>(EventKind::value) << 48 |
                                                        static_cast<std::uint64_t>(decoding) << 56};
  return StepKind::go_on;
}

/// xmlns:prefix="raw", or xmlns="raw". Spec: Namespaces in XML 1.0, section 3 and constraint "No Prefix Undeclaring".
StepKind Machine::declare(std::string_view declared, std::string_view raw) {
  scratch_.clear();
  decode(raw, static_cast<Decoding>(decoding), scratch_);
  const auto index = namespaces_.intern(scratch_);
  if (!index) return fail(parse_errc::stanza_limit, name_begin);
  const bool reserved = *index == well_known::xml || *index == well_known::xmlns || declared == "xmlns";
  if (declared == "xml" ? *index != well_known::xml : reserved)
    return fail(parse_errc::bad_namespace_prefix, name_begin);
  if (declared.empty()) {
    ns = *index;
    set_ns(*first, ns);
    return StepKind::go_on;
  }
  if (*index == well_known::none) return fail(parse_errc::bad_namespace_prefix, name_begin);
  if (namespaces_.is_bound_since(declared, bindings_out)) return fail(parse_errc::not_well_formed, name_begin);
  namespaces_.bind(declared, *index);
  bindings = namespaces_.bindings();
  return StepKind::go_on;
}

/// The tag is complete: gives prefixed names their namespaces, and looks for two attributes of one name.
StepKind Machine::resolve_prefixes() {
  for (Slot* s = first; s < out; s += s == first ? 1 : 2) {
    const std::uint16_t prefix_size = s == first ? prefix : ns_of(*s);
    if (prefix_size <= well_known::xml) continue;
    const char* qualified = local_name(*s).data() - prefix_size;
    const auto bound = namespaces_.resolve({qualified, prefix_size - std::size_t{1}});
    if (!bound) return fail(parse_errc::bad_namespace_prefix, qualified);
    set_ns(*s, *bound);
  }
  return check_unique();
}

StepKind Machine::check_unique() {
  const auto count = static_cast<std::size_t>(out - first) / 2;
  if (count < 2) return StepKind::go_on;
  const Slot* twice = count <= few ? repeated_of_few() : repeated_of_many(count);
  return twice == nullptr ? StepKind::go_on : fail(parse_errc::not_well_formed, local_name(*twice).data());
}

const Slot* Machine::repeated_of_few() const {
  for (const Slot* a = first + 3; a < out; a += 2) {
    for (const Slot* b = first + 1; b < a; b += 2) {
      if (same_name(*a, *b)) return a;
    }
  }
  return nullptr;
}

const Slot* Machine::repeated_of_many(std::size_t count) const {
  auto& table = memory_.table();
  const std::size_t size = std::bit_ceil(2 * count);
  table.assign(size, 0);
  for (const Slot* a = first + 1; a < out; a += 2) {
    std::size_t i = seeded_hash(local_name(*a), memory_.seed() + ns_of(*a)) & (size - 1);
    for (; table[i] != 0; i = (i + 1) & (size - 1)) {
      if (same_name(*a, first[table[i]])) return a;
    }
    table[i] = static_cast<std::uint32_t>(a - first);
  }
  return nullptr;
}

}  // namespace squall::parsers::detail
