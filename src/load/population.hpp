#pragma once

#include <cstdint>

#include "src/scenario/scenario.hpp"

namespace squall::load {

/// Who exists, who talks to whom and who belongs to which worker, worked out from numbers alone.
///
/// A user has an index from 0 and a number from `first`. Users 2p and 2p+1 are pair p; the direction of a message has
/// the index of its sender. Of an odd number of users the last one's partner is never logged in.
/// A worker owns every workers-th pair, both ends, and counts its users from 0: its local index. Where several
/// processes share a run, all know all workers, and each process runs its own: every count-th, from its index on.
class Population {
 public:
  /// `workers`: of each process.
  Population(const scenario::Population& population, scenario::Direction direction, std::uint32_t workers,
             scenario::Shard shard = {});

  std::uint32_t users() const { return users_; }
  std::uint32_t pairs() const { return (users_ + 1) / 2; }
  std::uint32_t senders() const { return both_ ? users_ : pairs(); }
  std::uint32_t workers() const { return workers_ / shard_.count; }  ///< of this process
  /// The number, among the workers of all processes, of this process's i-th.
  std::uint32_t worker(std::uint32_t i) const { return shard_.index + i * shard_.count; }
  /// Of one of this process's users: which of its workers he belongs to, from 0.
  std::uint32_t own_worker_of(std::uint32_t user) const { return worker_of(user) / shard_.count; }
  bool is_own(std::uint32_t user) const { return worker_of(user) % shard_.count == shard_.index; }

  std::uint32_t number(std::uint32_t user) const { return first_ + user; }
  static std::uint32_t partner(std::uint32_t user) { return user ^ 1u; }
  bool exists(std::uint32_t user) const { return user < users_; }
  bool sends(std::uint32_t user) const { return exists(user) && (both_ || user % 2 == 0); }
  /// Senders are counted from 0 without the users that only receive.
  std::uint32_t sender_of(std::uint32_t user) const { return both_ ? user : user / 2; }

  std::uint32_t worker_of(std::uint32_t user) const { return user / 2 % workers_; }
  std::uint32_t local_of(std::uint32_t user) const { return user / 2 / workers_ * 2 + user % 2; }
  std::uint32_t user_of(std::uint32_t worker, std::uint32_t local) const {
    return (local / 2 * workers_ + worker) * 2 + local % 2;
  }
  /// Places for users of that worker, pairs counted whole: an index below it may be one that does not exist.
  std::uint32_t locals(std::uint32_t worker) const;
  /// Of this process.
  std::uint32_t own_pairs() const;

 private:
  std::uint32_t users_;
  std::uint32_t first_;
  std::uint32_t workers_;  // of all processes
  scenario::Shard shard_;
  bool both_;
};

}  // namespace squall::load
