#include <fmt/format.h>

#include "src/report/advice.hpp"
#include "src/report/printable.hpp"
#include "src/report/sections.hpp"
#include "src/report/units.hpp"

namespace squall::report {
namespace {

using scenario::TlsMode;

std::string mode_text(TlsMode mode) {
  switch (mode) {
    case TlsMode::off:
      return "none";
    case TlsMode::starttls:
      return "STARTTLS where it is offered";
    case TlsMode::required:
      return "STARTTLS, required";
    case TlsMode::direct:
      return "from the first byte";
  }
  return "unknown";
}

std::string certificate_text(const scenario::Transport& transport) {
  if (transport.insecure) return "the server's certificate was NOT verified (--insecure)";
  return transport.ca_file.empty() ? "the server's certificate was verified"
                                   : "the server's certificate was verified with " + printable(transport.ca_file, 1000);
}

void add_tls(Page& page, const metrics::Result& result) {
  const metrics::TlsFigures& tls = result.tls;
  page.field("  TLS", fmt::format("{}; {}", mode_text(result.scenario.transport.tls),
                                  certificate_text(result.scenario.transport)));
  if (tls.handshakes > 0) page.field("  Session", printable(tls.version) + ", " + printable(tls.cipher));
  page.field("  Handshakes", fmt::format("{} ({}/s), {} of them resumed; {} failed", count(tls.handshakes),
                                         decimal(tls.per_second), count(tls.resumed), count(tls.failed)));
  const metrics::Histogram& time = tls.handshake_time;
  if (time.count() == 0) return;
  page.field("  Time of one", fmt::format("{} ms at the median, {} ms at the 99th percentile, {} ms at most",
                                          milliseconds(time.quantile(0.5)), milliseconds(time.quantile(0.99)),
                                          milliseconds(time.max())));
}

}  // namespace

void add_transport_section(Page& page, const metrics::Result& result) {
  const scenario::Transport& transport = result.scenario.transport;
  const auto advice = login_advice(result);
  if (transport.tls == TlsMode::off && transport.source.empty() && !transport.quick_ack && advice.empty()) return;
  page.heading("Transport");
  if (transport.tls != TlsMode::off) add_tls(page, result);
  if (!transport.source.empty()) page.field("  From", printable(transport.source, 200));
  if (transport.quick_ack) page.field("  Quick acks", "TCP_QUICKACK during logins; real clients rarely do that");
  for (const std::string& line : advice) page.field("  Advice", line);
}

}  // namespace squall::report
