#pragma once

#include <cstdint>
#include <string_view>

namespace squall::bench {

/// What a parser delivered; equal for every parser that read the same stream rightly.
struct Totals {
  std::uint64_t stanzas = 0;
  std::uint64_t elements = 0;    ///< the root included
  std::uint64_t attributes = 0;  ///< without namespace declarations
  std::uint64_t bytes = 0;       ///< of decoded text and attribute values
  std::uint64_t checksum = 0;    ///< over local names, values and text

  bool operator==(const Totals&) const = default;
};

/// How much a run does with each event.
enum class Mode : std::uint8_t {
  scan,     ///< each event is delivered and counted
  consume,  ///< each name, value and decoded byte of text goes into a checksum
};

/// The sum of all bytes: cheap, and the same however text was cut.
inline std::uint64_t sum(std::string_view bytes) {
  std::uint64_t total = 0;
  for (const char c : bytes) total += static_cast<unsigned char>(c);
  return total;
}

/// Takes events and counts them. Parsers that know no namespaces hand it declarations too; those do not count as
/// attributes when consuming, and when scanning nobody looks.
template <Mode mode>
class Consumer {
 public:
  void stanza() { ++totals_.stanzas; }
  void element(std::string_view local) {
    ++totals_.elements;
    if constexpr (mode == Mode::consume) totals_.checksum += sum(local);
  }
  void attribute(std::string_view local, std::string_view value) {
    ++totals_.attributes;
    if constexpr (mode == Mode::consume) totals_.checksum += 3 * sum(local) + 5 * sum(value);
    count_bytes(value);
  }
  void text(std::string_view characters) {
    if constexpr (mode == Mode::consume) totals_.checksum += 7 * sum(characters);
    count_bytes(characters);
  }

  /// The same for a parser that delivers many events at a time, when each is only counted.
  void counted(std::uint64_t elements, std::uint64_t attributes) {
    totals_.elements += elements;
    totals_.attributes += attributes;
  }

  /// The same with names as they were written, and namespace declarations among the attributes.
  void qualified_element(std::string_view name) { element(mode == Mode::consume ? local_part(name) : name); }
  void qualified_attribute(std::string_view name, std::string_view value) {
    if (mode == Mode::consume && (name == "xmlns" || name.starts_with("xmlns:"))) return;
    attribute(mode == Mode::consume ? local_part(name) : name, value);
  }

  const Totals& totals() const { return totals_; }

 private:
  static std::string_view local_part(std::string_view name) { return name.substr(name.find(':') + 1); }
  void count_bytes(std::string_view bytes) {
    if constexpr (mode == Mode::consume) totals_.bytes += bytes.size();
  }

  Totals totals_;
};

}  // namespace squall::bench
