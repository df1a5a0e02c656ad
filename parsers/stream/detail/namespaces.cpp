#include "parsers/stream/detail/namespaces.hpp"

#include <algorithm>
#include <cstring>

#include "parsers/names.hpp"

namespace squall::parsers::detail {
namespace {

constexpr std::size_t bucket_count = 1024;
constexpr std::size_t most_names = 65535;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t seeded_hash(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t h = seed ^ bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t n = std::min<std::size_t>(bytes.size(), 8);
    std::memcpy(&word, bytes.data(), n);
    h = fold(h ^ 0xA0761D6478BD642Fu, word ^ seed ^ 0xE7037ED1A0B428DBu);
    bytes.remove_prefix(n);
  }
  return fold(h, 0x8EBC6AF09C88C6E3u);
}

const RootScope& RootScope::usual() {
  static const RootScope scope{"stream:stream", well_known::none, {{"stream", well_known::streams}}, {}};
  return scope;
}

const RootScope& RootScope::none() {
  static const RootScope scope;
  return scope;
}

void Namespaces::start(const RootScope& root) {
  root_ = &root;
  unbind_to(0);
  if (names_.empty()) return;
  names_.clear();
  arena_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

std::optional<std::uint16_t> Namespaces::intern(std::string_view name) {
  if (const std::uint16_t known = well_known::find(name); known != well_known::count()) return known;
  if (const auto known = find_root(name)) return known;
  const std::uint64_t hash = seeded_hash(name, seed_);
  if (const auto known = find_local(name, hash)) return known;
  const std::size_t index = well_known::count() + root_->names.size() + names_.size();
  if (index >= most_names) return std::nullopt;
  insert(name, hash);
  return static_cast<std::uint16_t>(index);
}

std::string_view Namespaces::name(std::uint16_t index) const {
  if (index < well_known::count()) return well_known::namespaces()[index];
  const std::size_t i = index - std::size_t{well_known::count()};
  return i < root_->names.size() ? std::string_view{root_->names[i]} : text(names_[i - root_->names.size()]);
}

std::optional<std::uint16_t> Namespaces::find_root(std::string_view name) const {
  const auto found = std::find(root_->names.begin(), root_->names.end(), name);
  if (found == root_->names.end()) return std::nullopt;
  return static_cast<std::uint16_t>(well_known::count() + (found - root_->names.begin()));
}

std::optional<std::uint16_t> Namespaces::find_local(std::string_view name, std::uint64_t hash) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Name& n = names_[slots_[slot] - 1];
    if (n.hash == hash && text(n) == name) {
      return static_cast<std::uint16_t>(well_known::count() + root_->names.size() + slots_[slot] - 1);
    }
  }
  return std::nullopt;
}

void Namespaces::insert(std::string_view name, std::uint64_t hash) {
  if (2 * (names_.size() + 1) > slots_.size()) grow();
  names_.push_back({static_cast<std::uint32_t>(arena_.size()), static_cast<std::uint32_t>(name.size()), hash});
  arena_.append(name);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0) slot = (slot + 1) & mask;
  slots_[slot] = static_cast<std::uint32_t>(names_.size());
}

void Namespaces::grow() {
  slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::size_t slot = names_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void Namespaces::bind(std::string_view prefix, std::uint16_t ns) {
  if (buckets_.empty()) buckets_.resize(bucket_count);
  const auto bucket = static_cast<std::uint32_t>(seeded_hash(prefix, seed_) % bucket_count);
  bindings_.push_back({static_cast<std::uint32_t>(prefixes_.size()), static_cast<std::uint32_t>(prefix.size()),
                       buckets_[bucket], bucket, ns});
  prefixes_.append(prefix);
  buckets_[bucket] = static_cast<std::uint32_t>(bindings_.size());
}

const Namespaces::Binding* Namespaces::find_binding(std::string_view prefix) const {
  if (bindings_.empty()) return nullptr;
  std::uint32_t i = buckets_[seeded_hash(prefix, seed_) % bucket_count];
  while (i != 0 && text(bindings_[i - 1]) != prefix) i = bindings_[i - 1].next;
  return i == 0 ? nullptr : &bindings_[i - 1];
}

std::optional<std::uint16_t> Namespaces::resolve(std::string_view prefix) const {
  if (const Binding* bound = find_binding(prefix)) return bound->ns;
  if (prefix == "xml") return well_known::xml;
  for (const auto& [name, ns] : root_->prefixes) {
    if (name == prefix) return ns;
  }
  return std::nullopt;
}

bool Namespaces::is_bound_since(std::string_view prefix, std::uint32_t count) const {
  const Binding* bound = find_binding(prefix);
  return bound != nullptr && bound - bindings_.data() >= static_cast<std::ptrdiff_t>(count);
}

void Namespaces::unbind_to(std::uint32_t count) {
  while (bindings_.size() > count) {
    const Binding& last = bindings_.back();
    buckets_[last.bucket] = last.next;
    prefixes_.resize(last.at);
    bindings_.pop_back();
  }
}

bool Namespaces::is_usual(std::string_view root_name) const {
  const auto& [prefix, ns] = RootScope::usual().prefixes.front();
  return root_name == RootScope::usual().name && names_.empty() && bindings_.size() == 1 &&
         text(bindings_.front()) == prefix && bindings_.front().ns == ns;
}

RootScope Namespaces::scope(std::string_view root_name, std::uint16_t default_ns) const {
  RootScope scope{std::string{root_name}, default_ns, {}, {}};
  for (const Binding& b : bindings_) scope.prefixes.emplace_back(text(b), b.ns);
  for (const Name& n : names_) scope.names.emplace_back(text(n));
  return scope;
}

}  // namespace squall::parsers::detail
