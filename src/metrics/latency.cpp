#include "src/metrics/latency.hpp"

#include <algorithm>

namespace squall::metrics {

void record(LatencyFigures& figures, const MessageStamp& stamp, std::int64_t arrived, ArrivalStamp quality) {
  // The kernel's stamp comes from another clock, brought over to within a microsecond: never let it precede the send.
  arrived = std::max(arrived, stamp.sent);
  figures.from_plan.record(arrived - stamp.planned);
  figures.from_send.record(arrived - stamp.sent);
  switch (quality) {
    case ArrivalStamp::exact:
      ++figures.exact;
      break;
    case ArrivalStamp::shared:
      ++figures.shared_stamp;
      break;
    case ArrivalStamp::none:
      ++figures.no_stamp;
      break;
  }
}

void merge(LatencyFigures& figures, const LatencyFigures& other) {
  figures.from_plan += other.from_plan;
  figures.from_send += other.from_send;
  figures.exact += other.exact;
  figures.shared_stamp += other.shared_stamp;
  figures.no_stamp += other.no_stamp;
}

}  // namespace squall::metrics
