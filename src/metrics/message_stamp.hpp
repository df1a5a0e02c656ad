#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace squall::metrics {

/// What a message of ours says of itself. Times are nanoseconds since the epoch of the run.
struct MessageStamp {
  std::uint32_t direction = 0;  ///< index of the sending user in the population: pair * 2 + end; under 2^30
  std::uint32_t sequence = 0;   ///< of that sender, from 0; under 2^30
  std::int64_t planned = 0;     ///< under 2^54 (208 days)
  std::int64_t sent = 0;        ///< the clock just before the write; under 2^54
  bool operator==(const MessageStamp&) const = default;
};

/// Bytes of a stamp: "sqm", then base64url digits: run (5), direction (5), sequence (5), planned (9), sent (9), check
/// (5).
inline constexpr std::size_t stamp_bytes = 41;
/// Bytes of a stanza id that names a message without its times: "sqi", run, direction, sequence, check.
inline constexpr std::size_t id_bytes = 23;
/// What fills a body up.
inline constexpr char padding = '.';

/// What a text turned out to be.
enum class StampReading : std::uint8_t {
  absent,   ///< no stamp of this program
  foreign,  ///< a stamp of another run
  damaged,  ///< a stamp of this run that was altered
  ours,
};

/// Writes and reads the stamps of one run. The check digits are keyed, so that neither an old run nor a peer that
/// invents stamps is taken for ours.
class StampCodec {
 public:
  /// `run`: 30 bits are used.
  StampCodec(std::uint32_t run, std::uint64_t key);

  /// Exactly stamp_bytes are written; every byte is safe in XML and in an id.
  void write_stamp(const MessageStamp& stamp, char* out) const;
  /// Exactly id_bytes are written.
  void write_id(std::uint32_t direction, std::uint32_t sequence, char* out) const;

  /// Reads the stamp at the start of `text`; `stamp` is set only if it is ours.
  StampReading read_stamp(std::string_view text, MessageStamp& stamp) const;
  /// Reads an id, all of it; of `stamp` direction and sequence are set, only if it is ours.
  StampReading read_id(std::string_view text, MessageStamp& stamp) const;

 private:
  std::uint64_t check(const MessageStamp& stamp) const;

  std::uint64_t run_;
  std::uint64_t key_;
};

}  // namespace squall::metrics
