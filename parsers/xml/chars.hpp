#pragma once

#include <cstdint>
#include <string_view>

namespace squall::parsers::xml {

/// One character read off UTF-8.
struct Decoded {
  enum class Status : std::uint8_t { good, cut_off, bad };
  Status status = Status::bad;
  std::uint8_t size = 0;  ///< bytes, if good
  char32_t character = 0;
};

/// The character that `bytes` (not empty) begins with. `cut_off`: a good beginning of which the rest is missing.
/// Overlong forms, surrogates and numbers over U+10FFFF are bad at their first impossible byte. Spec: RFC 3629
/// section 4.
Decoded decode_utf8(std::string_view bytes);

inline bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace squall::parsers::xml
