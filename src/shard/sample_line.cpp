#include "src/shard/sample_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace squall::shard {
namespace {

constexpr std::string_view word = "sample ";
constexpr std::array<std::string_view, 5> phases{"login", "steady", "drain", "logout", "done"};

/// Takes the fields of a line one after the other.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_(text) {}

  std::string_view next() {
    const std::size_t end = std::min(text_.find(' '), text_.size());
    const std::string_view field = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    return field;
  }

  template <class Number>
  void next(Number& number) {
    const std::string_view field = next();
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    good_ &= !field.empty() && error == std::errc{} && end == field.data() + field.size();
  }

  bool is_good() const { return good_ && text_.empty(); }

 private:
  std::string_view text_;
  bool good_ = true;
};

}  // namespace

std::string sample_line(const metrics::Sample& sample) {
  return fmt::format("{}{} {} {} {} {} {} {} {} {}", word, sample.phase, sample.seconds, sample.online, sample.sent,
                     sample.delivered, sample.outstanding, sample.failed_users, sample.p99_ns, sample.generator_cpu);
}

std::optional<metrics::Sample> parse_sample_line(std::string_view line) {
  if (!line.starts_with(word)) return std::nullopt;
  Fields fields(line.substr(word.size()));
  metrics::Sample sample;
  sample.phase = fields.next();
  fields.next(sample.seconds);
  fields.next(sample.online);
  fields.next(sample.sent);
  fields.next(sample.delivered);
  fields.next(sample.outstanding);
  fields.next(sample.failed_users);
  fields.next(sample.p99_ns);
  fields.next(sample.generator_cpu);
  if (!fields.is_good() || std::ranges::find(phases, sample.phase) == phases.end()) return std::nullopt;
  return sample;
}

}  // namespace squall::shard
