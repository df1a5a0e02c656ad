#pragma once

#include <cstdint>

namespace squall::metrics {

/// The fate of every planned message, and every arrival that is not a first delivery.
/// Invariant: planned == sum_of_outcomes(). docs/metrics.md has the definitions.
struct AuditCounts {
  // Outcomes: each planned message has exactly one.
  std::uint64_t planned = 0;
  std::uint64_t delivered_in_order = 0;
  std::uint64_t delivered_out_of_order = 0;
  std::uint64_t delivered_to_wrong_user_only = 0;
  std::uint64_t bounced = 0;
  std::uint64_t undelivered = 0;
  std::uint64_t unsent_not_online = 0;
  std::uint64_t unsent_blocked = 0;
  std::uint64_t unsent_aborted = 0;

  // Arrivals, first match wins.
  std::uint64_t arrivals = 0;
  std::uint64_t arrivals_foreign = 0;
  std::uint64_t arrivals_corrupted = 0;
  std::uint64_t arrivals_misdelivered = 0;
  std::uint64_t arrivals_bounce = 0;
  std::uint64_t arrivals_duplicate = 0;
  std::uint64_t arrivals_first = 0;

  std::uint64_t delivered() const { return delivered_in_order + delivered_out_of_order; }
  std::uint64_t lost() const { return undelivered + delivered_to_wrong_user_only; }
  std::uint64_t unsent() const { return unsent_not_online + unsent_blocked + unsent_aborted; }
  std::uint64_t sent() const { return planned - unsent(); }
  std::uint64_t sum_of_outcomes() const {
    return delivered() + delivered_to_wrong_user_only + bounced + undelivered + unsent();
  }

  AuditCounts& operator+=(const AuditCounts& other);
  bool operator==(const AuditCounts&) const = default;
};

}  // namespace squall::metrics
