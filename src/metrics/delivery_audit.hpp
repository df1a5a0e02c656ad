#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/metrics/audit_counts.hpp"
#include "src/metrics/interval_set.hpp"

namespace squall::metrics {

enum class UnsentReason : std::uint8_t { not_online, blocked, aborted };

/// What an arrival was to the message that it belongs to.
enum class ArrivalClass : std::uint8_t { foreign, corrupted, misdelivered, bounce, duplicate, first };

/// The account of every message of a set of directions (a direction: one sender to its one partner).
/// Every planned message is told of once, by sent() or unsent(), in the order of its sequence; every arrival once.
/// Not thread-safe: each worker has one for the directions it owns.
/// Cost: 16 bytes a direction, and for one that lost, reordered or skipped something eight bytes an interval.
class DeliveryAudit {
 public:
  explicit DeliveryAudit(std::size_t directions);

  /// The next planned message of the direction was written, or not. Answers its sequence number.
  std::uint32_t sent(std::uint32_t direction);
  std::uint32_t unsent(std::uint32_t direction, UnsentReason reason);
  /// The last `count` messages told of as sent never left this machine after all.
  void take_back(std::uint32_t direction, std::uint32_t count);
  std::uint32_t next_sequence(std::uint32_t direction) const { return directions_[direction].planned; }

  /// A whole message of ours came to the user it was for.
  ArrivalClass arrived(std::uint32_t direction, std::uint32_t sequence);
  /// An error for it came back to its sender.
  ArrivalClass bounced(std::uint32_t direction, std::uint32_t sequence);
  /// It came to somebody else. `counted`: the arrival is in this audit's own counts, not in another worker's.
  ArrivalClass misdelivered(std::uint32_t direction, std::uint32_t sequence, bool counted = true);
  /// An error for a message came to somebody who did not send it: the message itself is no further than before.
  ArrivalClass misdelivered_bounce();
  ArrivalClass foreign();
  ArrivalClass corrupted();

  std::uint64_t sent_total() const { return sent_; }
  std::uint64_t delivered_total() const { return counts_.delivered(); }
  std::uint64_t planned_total() const { return counts_.planned; }
  std::uint64_t planned_of(std::uint32_t direction) const { return directions_[direction].planned; }
  /// Sent messages of which nothing has been seen since.
  std::uint64_t outstanding() const { return outstanding_; }
  /// Those of one direction; linear in what it planned.
  std::uint64_t outstanding_of(std::uint32_t direction) const;
  /// Outcomes as they stand: all that is outstanding counts as undelivered. Linear in what is out of the ordinary.
  AuditCounts counts() const;

 private:
  struct Exceptions {
    IntervalSet missing;    // below `next`, not delivered; includes unsent ones
    IntervalSet not_sent;   // for whatever reason
    IntervalSet returned;   // bounced
    IntervalSet misplaced;  // came to the wrong user
  };
  struct Direction {
    std::uint32_t planned = 0;  // told of so far
    std::uint32_t next = 0;     // one more than the highest sequence delivered
    std::unique_ptr<Exceptions> exceptions;
  };

  bool was_sent(const Direction& direction, std::uint32_t sequence) const;
  static bool is_delivered(const Direction& direction, std::uint32_t sequence);
  static bool is_settled(const Direction& direction, std::uint32_t sequence);
  void settle(const Direction& direction, std::uint32_t sequence);
  static Exceptions& exceptions(Direction& direction);
  static void add_undelivered(const Direction& direction, AuditCounts& counts);

  std::vector<Direction> directions_;
  AuditCounts counts_;  // planned, unsent, delivered and the arrivals; the rest is worked out in counts()
  std::uint64_t sent_ = 0;
  std::uint64_t outstanding_ = 0;
};

}  // namespace squall::metrics
