#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/metrics/result.hpp"
#include "xmpp/stream/stage.hpp"

namespace squall::metrics {

/// Keeps the login funnel of one worker's users. Errors are kept by number, so that a user needs two bytes for his.
/// Not thread-safe.
class FunnelRecorder {
 public:
  using ErrorNumber = std::uint16_t;
  static constexpr ErrorNumber no_error = 0;
  /// Different errors that are told apart; a peer that invents more gets "other".
  static constexpr std::size_t max_errors = 64;

  FunnelRecorder();

  /// The number of "code" or "code: condition"; of the peer's condition only a-z, 0-9 and `-` are kept.
  ErrorNumber number_of(const xmpp::Failure& failure);

  void login_started() { ++tries_; }
  void stage_left(xmpp::Stage stage, std::int64_t nanoseconds);
  void login_completed(std::int64_t nanoseconds, bool first_time_online);
  /// Somebody who was online lost the connection.
  void dropped() { ++dropped_; }
  void first_try_failed(xmpp::Stage stage, ErrorNumber error);
  /// Where a user stands in the end, and the first error he met. To be called once for each user.
  void user_ended(xmpp::Stage stage, ErrorNumber first_error);

  /// All but logins_per_second; rows sorted by stage and error, none of them empty.
  Funnel funnel() const;

 private:
  struct Count {
    xmpp::Stage stage;
    ErrorNumber error;
    std::uint64_t users;
  };
  static void count(std::vector<Count>& counts, xmpp::Stage stage, ErrorNumber error);
  std::vector<FunnelRow> rows(const std::vector<Count>& counts) const;

  std::vector<std::string> errors_;  // by number
  std::vector<Count> ended_, first_try_;
  std::uint64_t tries_ = 0;
  std::uint64_t reached_online_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t reconnected_ = 0;
  std::array<Histogram, xmpp::stage_count> stage_time_;
  Histogram login_time_;
};

/// Adds `other` to `funnel`, rows by stage and error; logins_per_second is left alone.
void merge(Funnel& funnel, const Funnel& other);

/// Users that something went wrong with and that are not online in the end. Not those whose login an interrupt cut
/// short.
std::uint64_t failed_users(const Funnel& funnel);

}  // namespace squall::metrics
