#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "src/scenario/quantity.hpp"
#include "src/server/fault.hpp"

// The text of --fault.

namespace squall::server {
namespace {

using boost::system::result;

/// How many characters have to be put in, taken out or changed to make one word of the other.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t changed = diagonal + (one[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, diagonal + 1, changed});
    }
  }
  return row.back();
}

const FaultRow* row_named(std::string_view name) {
  const auto rows = fault_table();
  const auto found = std::ranges::find(rows, name, &FaultRow::name);
  return found == rows.end() ? nullptr : &*found;
}

std::string unknown(std::string_view name) {
  const std::string_view given = name.substr(0, 64);  // so that hostile lengths cost nothing
  const auto nearest =
      std::ranges::min_element(fault_table(), {}, [given](const FaultRow& row) { return distance(given, row.name); });
  return fmt::format("names no fault '{}'; the nearest is {} (see --fault list)", given, nearest->name);
}

std::optional<double> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  if (text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  if (text.front() == '.' || text.back() == '.' || std::ranges::count(text, '.') > 1) return std::nullopt;
  return std::stod(std::string(text));
}

/// `N/M`, or `P%`; above 0 and at most 1.
std::optional<double> parse_probability(std::string_view text) {
  std::optional<double> probability;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const auto part = parse_number(text.substr(0, slash)), whole = parse_number(text.substr(slash + 1));
    if (part && whole && *whole > 0) probability = *part / *whole;
  } else if (text.ends_with('%')) {
    const auto percent = parse_number(text.substr(0, text.size() - 1));
    if (percent) probability = *percent / 100;
  }
  return probability && *probability > 0 && *probability <= 1 ? probability : std::nullopt;
}

bool read_rate(FaultRule& rule, std::string_view text) {
  constexpr std::string_view nth = "nth=";
  if (text.starts_with(nth)) {
    const auto every = scenario::parse_count(text.substr(nth.size()));
    rule.every = every.value_or(0);
    return rule.every > 0;
  }
  const auto probability = parse_probability(text);
  rule.probability = probability.value_or(0);
  return probability.has_value();
}

std::optional<std::int64_t> parse_percent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  const auto percent = parse_number(text.substr(0, text.size() - 1));
  if (!percent || *percent <= 0 || *percent > 100'000) return std::nullopt;
  return static_cast<std::int64_t>(*percent * 10 + 0.5);
}

bool is_condition(std::string_view text) {
  return !text.empty() && text.size() <= 64 && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == text.npos;
}

std::optional<std::int64_t> parse_value(FaultValue kind, std::string_view text) {
  constexpr std::uint64_t most = 1000;
  switch (kind) {
    case FaultValue::duration: {
      const auto duration = scenario::parse_duration(text);
      return duration && duration->count() > 0 ? std::optional(duration->count()) : std::nullopt;
    }
    case FaultValue::count: {
      const auto number = scenario::parse_count(text);
      return number && *number > 0 && *number <= most ? std::optional(static_cast<std::int64_t>(*number))
                                                      : std::nullopt;
    }
    case FaultValue::rate: {
      const auto rate = scenario::parse_rate(text);
      return rate ? std::optional(static_cast<std::int64_t>(1e9 / *rate)) : std::nullopt;
    }
    case FaultValue::percent:
      return parse_percent(text);
    case FaultValue::condition:
      return is_condition(text) ? std::optional<std::int64_t>(0) : std::nullopt;
    case FaultValue::none:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string_view right_value(FaultValue kind) {
  switch (kind) {
    case FaultValue::duration:
      return "a time such as 50ms";
    case FaultValue::count:
      return "a number from 1 to 1000";
    case FaultValue::percent:
      return "a share such as 20%";
    case FaultValue::rate:
      return "a rate such as 1000/s";
    case FaultValue::condition:
      return "a condition such as policy-violation";
    case FaultValue::none:
      return "";
  }
  return "";
}

/// A fault in its parts: NAME[=VALUE][:RATE].
struct Parts {
  std::string_view name, value, rate;
  bool has_value = false, has_rate = false;
};

Parts take_apart(std::string_view text) {
  Parts parts;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    parts.rate = text.substr(colon + 1);
    parts.has_rate = true;
    text = text.substr(0, colon);
  }
  if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
    parts.value = text.substr(equals + 1);
    parts.has_value = true;
    text = text.substr(0, equals);
  }
  parts.name = text;
  return parts;
}

/// What is wrong with the value, or nothing.
std::string read_value(FaultRule& rule, const FaultRow& row, const Parts& parts) {
  if (row.value == FaultValue::none) {
    return parts.has_value ? fmt::format("gives {} the value '{}', and it takes none", row.name, parts.value) : "";
  }
  const std::string_view text = parts.has_value ? parts.value : row.usual;
  const auto value = parse_value(row.value, text);
  if (!value) return fmt::format("needs {0} behind {1}=, not '{2}'", right_value(row.value), row.name, text);
  rule.value = *value;
  if (row.value == FaultValue::condition) rule.condition = text;
  return {};
}

result<FaultRule, std::string> parse_fault(std::string_view text) {
  const Parts parts = take_apart(text);
  const FaultRow* row = row_named(parts.name);
  if (row == nullptr) return unknown(parts.name);
  FaultRule rule;
  rule.kind = row->kind;
  if (std::string problem = read_value(rule, *row, parts); !problem.empty()) return problem;
  if (!parts.has_rate) return rule;
  if (row->chances.empty()) return fmt::format("gives {} a rate, and it holds always", row->name);
  if (!read_rate(rule, parts.rate)) {
    return fmt::format("has no rate in '{}'; give 1/100, 0.5% or nth=7", parts.rate);
  }
  return rule;
}

}  // namespace

result<std::vector<FaultRule>, std::string> parse_faults(std::string_view text) {
  std::vector<FaultRule> rules;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto rule = parse_fault(text.substr(0, comma));
    if (!rule) return rule.error();
    rules.push_back(*rule);
    if (comma == text.size()) return rules;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace squall::server
