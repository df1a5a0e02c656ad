#include "src/metrics/snapshot.hpp"

namespace squall::metrics {

Snapshot& Snapshot::operator+=(const Snapshot& other) {
  online += other.online;
  sent += other.sent;
  delivered += other.delivered;
  outstanding += other.outstanding;
  failed_users += other.failed_users;
  second += other.second;
  return *this;
}

Sample Snapshot::sample() const {
  Sample sample;
  sample.online = online;
  sample.sent = sent;
  sample.delivered = delivered;
  sample.outstanding = outstanding;
  sample.failed_users = failed_users;
  if (second.count() > 0) sample.p99_ns = second.quantile(0.99);
  return sample;
}

}  // namespace squall::metrics
