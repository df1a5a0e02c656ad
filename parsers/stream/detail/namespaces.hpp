#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace squall::parsers::detail {

/// Hash of `bytes` that nobody can foresee who does not know the seed.
std::uint64_t seeded_hash(std::string_view bytes, std::uint64_t seed);

/// What a stream header that is not the usual one declares, kept as long as the stream.
struct RootScope {
  std::string name;  ///< qualified
  std::uint16_t default_ns = 0;
  std::vector<std::pair<std::string, std::uint16_t>> prefixes;
  std::vector<std::string> names;  ///< namespaces that are not well known, by index from well_known::count() on

  /// `stream:stream` with the prefix `stream` bound as it should be and nothing else.
  static const RootScope& usual();
  /// Before the root: nothing is declared.
  static const RootScope& none();
};

/// The namespaces and prefixes of one stanza, on top of those of the stream header.
/// Cost: constant time for each operation, whatever the input.
class Namespaces {
 public:
  explicit Namespaces(std::uint64_t seed) : seed_(seed) {}

  /// Forgets all and starts on top of `root`, which must outlive the next call.
  void start(const RootScope& root);

  /// True if anything was declared since start().
  bool is_used() const { return !names_.empty() || !bindings_.empty(); }

  /// The index of a namespace name, or nothing if 65,535 of them are in use.
  std::optional<std::uint16_t> intern(std::string_view name);
  std::string_view name(std::uint16_t index) const;

  void bind(std::string_view prefix, std::uint16_t ns);
  std::optional<std::uint16_t> resolve(std::string_view prefix) const;
  /// True if `prefix` was bound after the first `count` bindings.
  bool is_bound_since(std::string_view prefix, std::uint32_t count) const;
  std::uint32_t bindings() const { return static_cast<std::uint32_t>(bindings_.size()); }
  void unbind_to(std::uint32_t count);

  /// True if what was declared since start() is what RootScope::usual() has.
  bool is_usual(std::string_view root_name) const;
  /// What was declared since start(), as the scope of a root.
  RootScope scope(std::string_view root_name, std::uint16_t default_ns) const;

 private:
  struct Name {
    std::uint32_t at, size;
    std::uint64_t hash;
  };
  struct Binding {
    std::uint32_t at, size, next, bucket;
    std::uint16_t ns;
  };

  std::string_view text(const Name& n) const { return std::string_view{arena_}.substr(n.at, n.size); }
  std::string_view text(const Binding& b) const { return std::string_view{prefixes_}.substr(b.at, b.size); }
  const Binding* find_binding(std::string_view prefix) const;
  std::optional<std::uint16_t> find_local(std::string_view name, std::uint64_t hash) const;
  std::optional<std::uint16_t> find_root(std::string_view name) const;
  void insert(std::string_view name, std::uint64_t hash);
  void grow();

  const RootScope* root_ = &RootScope::usual();
  std::uint64_t seed_;
  std::string arena_;
  std::vector<Name> names_;
  std::vector<std::uint32_t> slots_;  // index into names_ plus one; size a power of two
  std::string prefixes_;
  std::vector<Binding> bindings_;
  std::vector<std::uint32_t> buckets_;  // index into bindings_ plus one
};

}  // namespace squall::parsers::detail
