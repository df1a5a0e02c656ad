// How a worker accounts for what its sessions receive.

#include "src/load/worker.hpp"
#include "xmpp/stanza/message.hpp"

namespace squall::load {

using metrics::ArrivalClass;
using metrics::ArrivalKind;
using metrics::ArrivalStamp;
using metrics::MessageStamp;

void Worker::read_began(net::Arrival arrival) {
  arrival_ = arrival;
  if (doing_ == Doing::following_plan) health_.read_lateness.record(now() - woken_at_);
}

void Worker::read_ended() {
  record_pending(ArrivalStamp::exact);
}

void Worker::message_received(Session& session, const parsers::Element& element) {
  record_pending(ArrivalStamp::shared);
  if (doing_ == Doing::logging_out) return;
  const xmpp::MessageView message(element);
  MessageStamp stamp;
  const ArrivalKind kind =
      metrics::identify(plan_.codec, plan_.form,
                        {message.is_error(), message.id().view(id_scratch_), message.body(body_scratch_)}, stamp);
  const std::uint32_t receiver = plan_.population.user_of(number_, session.local());
  if (kind == ArrivalKind::foreign) {
    audit_.foreign();
  } else if (kind == ArrivalKind::corrupted || !plan_.population.sends(stamp.direction)) {
    audit_.corrupted();
  } else if (kind == ArrivalKind::bounce) {
    count_bounce(receiver, stamp);
  } else {
    count_message(receiver, stamp);
  }
}

void Worker::count_message(std::uint32_t receiver, const MessageStamp& stamp) {
  if (Population::partner(stamp.direction) != receiver) return count_misdelivered(stamp);
  if (audit_.arrived(plan_.population.local_of(stamp.direction), stamp.sequence) == ArrivalClass::first) {
    pending_ = stamp;
  }
}

void Worker::count_misdelivered(const MessageStamp& stamp) {
  if (plan_.population.worker_of(stamp.direction) == number_) {
    audit_.misdelivered(plan_.population.local_of(stamp.direction), stamp.sequence);
  } else {
    audit_.misdelivered_bounce();
    strays_[stamp.direction].add(stamp.sequence);
  }
}

void Worker::count_bounce(std::uint32_t receiver, const MessageStamp& stamp) {
  if (stamp.direction == receiver) {
    audit_.bounced(plan_.population.local_of(stamp.direction), stamp.sequence);
  } else {
    audit_.misdelivered_bounce();
  }
}

// The kernel's stamp belongs to the last bytes of a read: what came before them in it arrived at that instant or
// sooner.
void Worker::record_pending(ArrivalStamp quality) {
  if (!pending_) return;
  if (!arrival_.from_kernel) quality = ArrivalStamp::none;
  const std::int64_t arrived = since_start(arrival_.at);
  metrics::record(latency_, *pending_, arrived, quality);
  second_.record(arrived - pending_->planned);
  pending_.reset();
}

}  // namespace squall::load
