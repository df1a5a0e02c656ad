#pragma once

#include "src/metrics/result.hpp"
#include "src/report/page.hpp"

namespace squall::report {

// The parts of the terminal report in their order; each a heading and what stands under it.

void add_run_section(Page& page, const metrics::Result& result);
void add_messages_section(Page& page, const metrics::Result& result);
void add_latency_section(Page& page, const metrics::Result& result);
void add_login_section(Page& page, const metrics::Funnel& funnel, std::uint32_t users);
void add_transport_section(Page& page, const metrics::Result& result);
void add_generator_section(Page& page, const metrics::GeneratorHealth& health);
void add_server_section(Page& page, const metrics::ServerCounts& server, const metrics::AuditCounts& audit);
void add_verdict(Page& page, const metrics::Result& result);

}  // namespace squall::report
