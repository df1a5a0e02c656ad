#include "src/metrics/tls_figures.hpp"

namespace squall::metrics {

void merge(TlsFigures& figures, const TlsFigures& other) {
  figures.handshakes += other.handshakes;
  figures.resumed += other.resumed;
  figures.failed += other.failed;
  figures.handshake_time += other.handshake_time;
  if (other.handshakes == 0) return;
  figures.version = other.version;
  figures.cipher = other.cipher;
}

}  // namespace squall::metrics
