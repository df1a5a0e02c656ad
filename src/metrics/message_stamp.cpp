#include "src/metrics/message_stamp.hpp"

#include <array>
#include <cstring>

namespace squall::metrics {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view stamp_magic = "sqm";
constexpr std::string_view id_magic = "sqi";
constexpr std::size_t small_digits = 5;  // 30 bits
constexpr std::size_t time_digits = 9;   // 54 bits
constexpr std::uint64_t small_mask = (std::uint64_t{1} << 30) - 1;
constexpr std::uint64_t invalid = ~std::uint64_t{0};

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(0xFF);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    values[static_cast<std::uint8_t>(digits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}
constexpr auto values = make_values();

template <std::size_t count>
char* put(std::uint64_t value, char* out) {
  for (std::size_t i = count; i-- > 0; value >>= 6) out[i] = digits[value & 63];
  return out + count;
}

// The number that `count` digits at `in` say, or `invalid`.
template <std::size_t count>
std::uint64_t get(const char*& in) {
  std::uint64_t value = 0;
  std::uint8_t bad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t digit = values[static_cast<std::uint8_t>(in[i])];
    bad |= digit;
    value = value << 6 | (digit & 63);
  }
  in += count;
  return bad > 63 ? invalid : value;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15u;
  return hash ^ hash >> 32;
}

}  // namespace

StampCodec::StampCodec(std::uint32_t run, std::uint64_t key) : run_(run & small_mask), key_(key) {}

std::uint64_t StampCodec::check(const MessageStamp& stamp) const {
  std::uint64_t hash = mixed(key_, run_ << 32 | stamp.direction);
  hash = mixed(hash, stamp.sequence);
  hash = mixed(hash, static_cast<std::uint64_t>(stamp.planned));
  hash = mixed(hash, static_cast<std::uint64_t>(stamp.sent));
  return mixed(hash, key_) & small_mask;
}

void StampCodec::write_stamp(const MessageStamp& stamp, char* out) const {
  std::memcpy(out, stamp_magic.data(), stamp_magic.size());
  out = put<small_digits>(run_, out + stamp_magic.size());
  out = put<small_digits>(stamp.direction, out);
  out = put<small_digits>(stamp.sequence, out);
  out = put<time_digits>(static_cast<std::uint64_t>(stamp.planned), out);
  out = put<time_digits>(static_cast<std::uint64_t>(stamp.sent), out);
  put<small_digits>(check(stamp), out);
}

void StampCodec::write_id(std::uint32_t direction, std::uint32_t sequence, char* out) const {
  std::memcpy(out, id_magic.data(), id_magic.size());
  out = put<small_digits>(run_, out + id_magic.size());
  out = put<small_digits>(direction, out);
  out = put<small_digits>(sequence, out);
  put<small_digits>(check({direction, sequence, -1, -1}), out);
}

StampReading StampCodec::read_stamp(std::string_view text, MessageStamp& stamp) const {
  if (text.size() < stamp_bytes || !text.starts_with(stamp_magic)) return StampReading::absent;
  const char* in = text.data() + stamp_magic.size();
  if (get<small_digits>(in) != run_) return StampReading::foreign;
  const std::uint64_t direction = get<small_digits>(in);
  const std::uint64_t sequence = get<small_digits>(in);
  const std::uint64_t planned = get<time_digits>(in);
  const std::uint64_t sent = get<time_digits>(in);
  const std::uint64_t sum = get<small_digits>(in);
  if (direction == invalid || sequence == invalid || planned == invalid || sent == invalid)
    return StampReading::damaged;
  const MessageStamp read{static_cast<std::uint32_t>(direction), static_cast<std::uint32_t>(sequence),
                          static_cast<std::int64_t>(planned), static_cast<std::int64_t>(sent)};
  if (sum != check(read)) return StampReading::damaged;
  stamp = read;
  return StampReading::ours;
}

StampReading StampCodec::read_id(std::string_view text, MessageStamp& stamp) const {
  if (text.size() != id_bytes || !text.starts_with(id_magic)) return StampReading::absent;
  const char* in = text.data() + id_magic.size();
  if (get<small_digits>(in) != run_) return StampReading::foreign;
  const std::uint64_t direction = get<small_digits>(in);
  const std::uint64_t sequence = get<small_digits>(in);
  const std::uint64_t sum = get<small_digits>(in);
  if (direction == invalid || sequence == invalid) return StampReading::damaged;
  const auto narrow_direction = static_cast<std::uint32_t>(direction);
  const auto narrow_sequence = static_cast<std::uint32_t>(sequence);
  if (sum != check({narrow_direction, narrow_sequence, -1, -1})) return StampReading::damaged;
  stamp.direction = narrow_direction;
  stamp.sequence = narrow_sequence;
  return StampReading::ours;
}

}  // namespace squall::metrics
