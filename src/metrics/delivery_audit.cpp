#include "src/metrics/delivery_audit.hpp"

#include <algorithm>

namespace squall::metrics {

DeliveryAudit::DeliveryAudit(std::size_t directions) : directions_(directions) {}

DeliveryAudit::Exceptions& DeliveryAudit::exceptions(Direction& direction) {
  if (!direction.exceptions) direction.exceptions = std::make_unique<Exceptions>();
  return *direction.exceptions;
}

std::uint32_t DeliveryAudit::sent(std::uint32_t direction) {
  ++counts_.planned;
  ++sent_;
  ++outstanding_;
  return directions_[direction].planned++;
}

std::uint32_t DeliveryAudit::unsent(std::uint32_t direction, UnsentReason reason) {
  ++counts_.planned;
  switch (reason) {
    case UnsentReason::not_online:
      ++counts_.unsent_not_online;
      break;
    case UnsentReason::blocked:
      ++counts_.unsent_blocked;
      break;
    case UnsentReason::aborted:
      ++counts_.unsent_aborted;
      break;
  }
  Direction& d = directions_[direction];
  exceptions(d).not_sent.add(d.planned);
  return d.planned++;
}

void DeliveryAudit::take_back(std::uint32_t direction, std::uint32_t count) {
  Direction& d = directions_[direction];
  for (std::uint32_t sequence = d.planned; count > 0 && sequence-- > 0;) {
    if (!was_sent(d, sequence)) continue;
    --count;
    if (is_settled(d, sequence)) continue;  // it did arrive: then it had left
    exceptions(d).not_sent.add(sequence);
    ++counts_.unsent_aborted;
    --sent_;
    --outstanding_;
  }
}

bool DeliveryAudit::was_sent(const Direction& direction, std::uint32_t sequence) const {
  if (sequence >= direction.planned) return false;
  return !direction.exceptions || !direction.exceptions->not_sent.contains(sequence);
}

bool DeliveryAudit::is_delivered(const Direction& direction, std::uint32_t sequence) {
  if (sequence >= direction.next) return false;
  return !direction.exceptions || !direction.exceptions->missing.contains(sequence);
}

bool DeliveryAudit::is_settled(const Direction& direction, std::uint32_t sequence) {
  if (is_delivered(direction, sequence)) return true;
  if (!direction.exceptions) return false;
  return direction.exceptions->returned.contains(sequence) || direction.exceptions->misplaced.contains(sequence);
}

std::uint64_t DeliveryAudit::outstanding_of(std::uint32_t direction) const {
  const Direction& d = directions_[direction];
  std::uint64_t count = 0;
  for (std::uint32_t sequence = 0; sequence < d.planned; ++sequence) {
    if (was_sent(d, sequence) && !is_settled(d, sequence)) ++count;
  }
  return count;
}

void DeliveryAudit::settle(const Direction& direction, std::uint32_t sequence) {
  if (!is_settled(direction, sequence)) --outstanding_;
}

ArrivalClass DeliveryAudit::arrived(std::uint32_t direction, std::uint32_t sequence) {
  Direction& d = directions_[direction];
  if (!was_sent(d, sequence)) return corrupted();
  settle(d, sequence);
  ++counts_.arrivals;
  if (sequence >= d.next) {
    if (sequence > d.next) exceptions(d).missing.add(d.next, sequence - 1);
    d.next = sequence + 1;
    ++counts_.delivered_in_order;
  } else if (d.exceptions && d.exceptions->missing.remove(sequence)) {
    ++counts_.delivered_out_of_order;
  } else {
    ++counts_.arrivals_duplicate;
    return ArrivalClass::duplicate;
  }
  ++counts_.arrivals_first;
  return ArrivalClass::first;
}

ArrivalClass DeliveryAudit::bounced(std::uint32_t direction, std::uint32_t sequence) {
  Direction& d = directions_[direction];
  if (!was_sent(d, sequence)) return corrupted();
  settle(d, sequence);
  exceptions(d).returned.add(sequence);
  ++counts_.arrivals;
  ++counts_.arrivals_bounce;
  return ArrivalClass::bounce;
}

ArrivalClass DeliveryAudit::misdelivered(std::uint32_t direction, std::uint32_t sequence, bool counted) {
  if (counted) misdelivered_bounce();
  if (direction >= directions_.size()) return ArrivalClass::misdelivered;
  Direction& d = directions_[direction];
  if (!was_sent(d, sequence)) return ArrivalClass::misdelivered;
  settle(d, sequence);
  exceptions(d).misplaced.add(sequence);
  return ArrivalClass::misdelivered;
}

ArrivalClass DeliveryAudit::misdelivered_bounce() {
  ++counts_.arrivals;
  ++counts_.arrivals_misdelivered;
  return ArrivalClass::misdelivered;
}

ArrivalClass DeliveryAudit::foreign() {
  ++counts_.arrivals;
  ++counts_.arrivals_foreign;
  return ArrivalClass::foreign;
}

ArrivalClass DeliveryAudit::corrupted() {
  ++counts_.arrivals;
  ++counts_.arrivals_corrupted;
  return ArrivalClass::corrupted;
}

// Only bounced and misplaced messages are looked at one by one; undelivered ones are what is left over.
void DeliveryAudit::add_undelivered(const Direction& direction, AuditCounts& counts) {
  if (!direction.exceptions) return;
  const Exceptions& e = *direction.exceptions;
  for (const auto& [first, last] : e.misplaced.intervals()) {
    for (std::uint64_t s = first; s <= last; ++s) {
      if (!is_delivered(direction, static_cast<std::uint32_t>(s))) ++counts.delivered_to_wrong_user_only;
    }
  }
  for (const auto& [first, last] : e.returned.intervals()) {
    for (std::uint64_t s = first; s <= last; ++s) {
      const auto sequence = static_cast<std::uint32_t>(s);
      if (!is_delivered(direction, sequence) && !e.misplaced.contains(sequence)) ++counts.bounced;
    }
  }
}

AuditCounts DeliveryAudit::counts() const {
  AuditCounts counts = counts_;
  for (const Direction& direction : directions_) add_undelivered(direction, counts);
  const std::uint64_t known = counts.sum_of_outcomes();
  counts.undelivered = counts.planned - known;
  return counts;
}

}  // namespace squall::metrics
