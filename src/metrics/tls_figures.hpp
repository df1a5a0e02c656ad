#pragma once

#include <cstdint>
#include <string>

#include "src/metrics/histogram.hpp"

namespace squall::metrics {

/// What the TLS handshakes of a run were.
struct TlsFigures {
  std::uint64_t handshakes = 0;  ///< completed
  std::uint64_t resumed = 0;     ///< of these, with the keys of an earlier session
  std::uint64_t failed = 0;      ///< tries to log in that ended in the stage tls
  Histogram handshake_time;      ///< ns, from the first flight to the handshake's end, of those completed
  double per_second = 0;         ///< handshakes completed, while logins were going on
  std::string version;           ///< of the last one, such as TLSv1.3; empty: there was none
  std::string cipher;            ///< its cipher suite
};

/// Adds `other` to `figures`; per_second is left alone.
void merge(TlsFigures& figures, const TlsFigures& other);

}  // namespace squall::metrics
