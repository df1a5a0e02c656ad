#include "src/metrics/audit_counts.hpp"

namespace squall::metrics {

AuditCounts& AuditCounts::operator+=(const AuditCounts& other) {
  planned += other.planned;
  delivered_in_order += other.delivered_in_order;
  delivered_out_of_order += other.delivered_out_of_order;
  delivered_to_wrong_user_only += other.delivered_to_wrong_user_only;
  bounced += other.bounced;
  undelivered += other.undelivered;
  unsent_not_online += other.unsent_not_online;
  unsent_blocked += other.unsent_blocked;
  unsent_aborted += other.unsent_aborted;
  arrivals += other.arrivals;
  arrivals_foreign += other.arrivals_foreign;
  arrivals_corrupted += other.arrivals_corrupted;
  arrivals_misdelivered += other.arrivals_misdelivered;
  arrivals_bounce += other.arrivals_bounce;
  arrivals_duplicate += other.arrivals_duplicate;
  arrivals_first += other.arrivals_first;
  return *this;
}

}  // namespace squall::metrics
