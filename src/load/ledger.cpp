#include "src/load/ledger.hpp"

#include "xmpp/stanza/message.hpp"

namespace squall::load {

using metrics::ArrivalClass;
using metrics::ArrivalKind;
using metrics::ArrivalStamp;
using metrics::MessageStamp;

Ledger::Ledger(const RunPlan& plan, std::uint32_t worker)
    : plan_(plan), worker_(worker), audit_(plan.population.locals(worker)) {}

MessageStamp Ledger::next_stamp(std::uint32_t user, std::int64_t planned, std::int64_t sent) const {
  return {user, audit_.next_sequence(local(user)), planned, sent};
}

void Ledger::message_received(std::uint32_t receiver, const parsers::Element& element) {
  record_pending(ArrivalStamp::shared);
  const xmpp::MessageView message(element);
  MessageStamp stamp;
  const ArrivalKind kind =
      metrics::identify(plan_.codec, plan_.form,
                        {message.is_error(), message.id().view(id_scratch_), message.body(body_scratch_)}, stamp);
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

void Ledger::count_message(std::uint32_t receiver, const MessageStamp& stamp) {
  if (Population::partner(stamp.direction) != receiver) return count_misdelivered(stamp);
  if (audit_.arrived(local(stamp.direction), stamp.sequence) == ArrivalClass::first) pending_ = stamp;
}

void Ledger::count_misdelivered(const MessageStamp& stamp) {
  if (plan_.population.worker_of(stamp.direction) == worker_) {
    audit_.misdelivered(local(stamp.direction), stamp.sequence);
  } else {
    audit_.misdelivered_bounce();
    strays_[stamp.direction].add(stamp.sequence);
  }
}

void Ledger::count_bounce(std::uint32_t receiver, const MessageStamp& stamp) {
  if (stamp.direction == receiver) {
    audit_.bounced(local(stamp.direction), stamp.sequence);
  } else {
    audit_.misdelivered_bounce();
  }
}

// The kernel's stamp belongs to the last bytes of a read: what came before them in it arrived then or sooner.
void Ledger::record_pending(ArrivalStamp quality) {
  if (!pending_) return;
  if (!arrival_.from_kernel) quality = ArrivalStamp::none;
  const std::int64_t arrived = (arrival_.at - plan_.epoch).count();
  metrics::record(latency_, *pending_, arrived, quality);
  second_.record(arrived - pending_->planned);
  pending_.reset();
}

void Ledger::take_second(metrics::Histogram& sum) {
  sum += second_;
  second_.clear();
}

}  // namespace squall::load
