#include "src/server/processing_times.hpp"

#include <utility>

namespace squall::server {
namespace {

/// Takes what a histogram holds.
Span take_span(metrics::Histogram& values) {
  Span span{values.count(), values.mean() * static_cast<double>(values.count()), values};
  values.clear();
  return span;
}

}  // namespace

Span& Span::operator+=(const Span& other) {
  count += other.count;
  sum += other.sum;
  values += other.values;
  return *this;
}

ProcessingReport& ProcessingReport::operator+=(const ProcessingReport& other) {
  from_first_byte += other.from_first_byte;
  from_last_byte += other.from_last_byte;
  wait += other.wait;
  parse += other.parse;
  route += other.route;
  write += other.write;
  reads += other.reads;
  unstamped += other.unstamped;
  return *this;
}

ProcessingReport ProcessingTimes::take() {
  return {take_span(from_first_), take_span(from_last_), take_span(wait_),          take_span(parse_),
          take_span(route_),      take_span(write_),     std::exchange(reads_, 0U), std::exchange(unstamped_, 0U)};
}

void ProcessingTimes::hand_over(const Stanza& stanza, net::TimePoint at) {
  const net::Duration write = at - stanza.write_began;
  const net::Duration whole = at - stanza.first;
  from_first_.record(whole.count());
  from_last_.record((at - stanza.last).count());
  parse_.record(stanza.parse.count());
  route_.record(stanza.route.count());
  write_.record(write.count());
  wait_.record((whole - stanza.parse - stanza.route - write).count());
  reads_ += stanza.reads;
  if (!stanza.stamped) ++unstamped_;
}

/// Finds a place for a stanza that waits to be written.
std::uint32_t ProcessingTimes::keep(const Stanza& stanza) {
  if (free_ == none) {
    kept_.push_back(stanza);
    return static_cast<std::uint32_t>(kept_.size() - 1);
  }
  const std::uint32_t place = free_;
  free_ = kept_[place].next;
  kept_[place] = stanza;
  return place;
}

StanzaTimes::~StanzaTimes() {
  if (all_.receiver_ == this) all_.receiver_ = nullptr;
  while (due_ != ProcessingTimes::none) {
    const std::uint32_t next = all_.kept_[due_].next;
    all_.kept_[due_].next = std::exchange(all_.free_, due_);
    due_ = next;
  }
}

void StanzaTimes::read_began(net::Arrival arrival) {
  arrival_ = arrival;
  if (incoming_.reads == 0) incoming_.first = arrival.at;
  ++incoming_.reads;
  incoming_.stamped &= arrival.from_kernel;
  mark_ = net::Clock::now();
}

void StanzaTimes::parsed_until(net::TimePoint now) {
  incoming_.parse += now - mark_;
  mark_ = now;
}

void StanzaTimes::stanza_parsed() {
  parsed_until(net::Clock::now());
  incoming_.last = arrival_.at;
  all_.current_ = incoming_;
  all_.receiver_ = nullptr;
  all_.is_routing_ = true;
  incoming_ = {};
  incoming_.first = arrival_.at;
  incoming_.reads = 1;
  incoming_.stamped = arrival_.from_kernel;
}

void StanzaTimes::stanza_routed() {
  const net::TimePoint now = net::Clock::now();
  all_.is_routing_ = false;
  StanzaTimes* receiver = std::exchange(all_.receiver_, nullptr);
  if (receiver != nullptr && receiver != this) {
    all_.current_.route = now - mark_;
    all_.current_.next = receiver->due_;
    receiver->due_ = all_.keep(all_.current_);
  }
  mark_ = now;
}

/// What is left of a parsed read may be the beginning of a stanza.
void StanzaTimes::read_ended() {
  if (parser_.pending_bytes() > 0) return parsed_until(net::Clock::now());
  incoming_ = {};
}

void StanzaTimes::addressed() {
  if (all_.is_routing_) all_.receiver_ = this;
}

void StanzaTimes::write_began() {
  if (due_ == ProcessingTimes::none) return;
  const net::TimePoint now = net::Clock::now();
  for (std::uint32_t at = due_; at != ProcessingTimes::none; at = all_.kept_[at].next) {
    if (all_.kept_[at].write_began != net::TimePoint{}) return;  // held back, as all behind it
    all_.kept_[at].write_began = now;
  }
}

void StanzaTimes::written() {
  if (due_ == ProcessingTimes::none) return;
  const net::TimePoint now = net::Clock::now();
  while (due_ != ProcessingTimes::none) {
    ProcessingTimes::Stanza& stanza = all_.kept_[due_];
    all_.hand_over(stanza, now);
    const std::uint32_t next = stanza.next;
    stanza.next = std::exchange(all_.free_, due_);
    due_ = next;
  }
}

}  // namespace squall::server
