#include "src/server/fault_router.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include "src/server/fault_text.hpp"

namespace squall::server {
namespace {

constexpr std::array connection_faults{FaultKind::close, FaultKind::reset, FaultKind::half_close,
                                       FaultKind::stop_reading, FaultKind::stream_error};
constexpr std::array stalls{FaultKind::stall_handshake, FaultKind::stall_stream, FaultKind::stall_tls,
                            FaultKind::stall_auth,      FaultKind::stall_bind,   FaultKind::stall_session};

std::int64_t thread_cpu() {
  timespec cpu{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  return cpu.tv_sec * 1'000'000'000 + cpu.tv_nsec;
}

}  // namespace

FaultRouter::FaultRouter(FaultPlan plan, std::string_view domain, Router& router, Forwarder& forwarder,
                         ServerCounts& counts)
    : plan_(std::move(plan)),
      domain_(domain),
      router_(router),
      forwarder_(forwarder),
      counts_(counts),
      earlier_run_(static_cast<std::uint32_t>(plan_.seed()), plan_.seed()) {}

std::optional<FaultKind> FaultRouter::accepted() {
  for (const FaultKind stall : stalls) {
    if (plan_.strikes(stall)) return stall;
  }
  return std::nullopt;
}

void FaultRouter::left(Resource& resource) {
  std::erase(bound_, &resource);
  let_overtaken_go(resource, {}, false);
}

std::optional<FaultKind> FaultRouter::message(Resource& sender, const Stanza& stanza, net::TimePoint now) {
  ++messages_of_round_;
  Resource* receiver = router_.receiver_of(sender, stanza);
  if (receiver == nullptr) {
    router_.message(sender, stanza);
  } else {
    ++counts_.messages_in;
    if (!ends_here(sender, stanza, *receiver)) {
      text_.clear();
      forwarder_.append(text_, stanza, sender.from_attribute());
      pass_on(sender, *receiver, now);
    }
  }
  return connection_fault();
}

/// True if the message does not get as far as its receiver.
bool FaultRouter::ends_here(Resource& sender, const Stanza& stanza, Resource& receiver) {
  if (plan_.strikes(FaultKind::drop)) {
    ++counts_.messages_dropped_fault;
    plan_.done(FaultKind::drop);
    return true;
  }
  if (plan_.strikes(FaultKind::bounce)) {
    router_.bounce(sender, stanza);
    plan_.done(FaultKind::bounce);
    return true;
  }
  Resource* wrong = plan_.strikes(FaultKind::misroute) ? third_user(sender, receiver) : nullptr;
  if (wrong == nullptr) return false;
  forwarder_.append(wrong->output(), stanza, sender.from_attribute());
  ++counts_.messages_routed;
  plan_.done(FaultKind::misroute);
  return true;
}

/// Some resource of neither; null if there is none.
Resource* FaultRouter::third_user(const Resource& sender, const Resource& receiver) {
  const std::size_t first = plan_.draw(bound_.size());
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    Resource* resource = bound_[(first + i) % bound_.size()];
    if (resource->account != sender.account && resource->account != receiver.account) return resource;
  }
  return nullptr;
}

/// What is in `text_` is on its way to its receiver.
void FaultRouter::pass_on(Resource& sender, Resource& receiver, net::TimePoint now) {
  if (plan_.strikes(FaultKind::corrupt) && corrupt_body(text_, plan_.draw(UINT64_MAX))) plan_.done(FaultKind::corrupt);
  FaultHold::Message message{std::string(receiver.jid()), text_};
  if (plan_.strikes(FaultKind::duplicate)) {
    message.copies += static_cast<std::uint32_t>(plan_.value(FaultKind::duplicate));
    plan_.done(FaultKind::duplicate, message.copies - 1);
  }
  if (hold_for_next(sender, message, now)) return;
  send(std::move(message), now);
  let_overtaken_go(sender, now, true);
  add_copies(receiver);
  if (plan_.strikes(FaultKind::one_byte)) {
    receiver.write_byte_by_byte();
    plan_.done(FaultKind::one_byte);
  }
}

void FaultRouter::add_copies(Resource& receiver) {
  for (const auto& [kind, depth] : {std::pair{FaultKind::carbon, 1}, std::pair{FaultKind::carbon_of_carbon, 2}}) {
    if (!plan_.strikes(kind)) continue;
    receiver.output() += carbon_copy(text_, receiver.bare_jid(), receiver.jid(), depth);
    plan_.done(kind);
  }
}

bool FaultRouter::holds_of(const Resource& sender) const {
  return std::ranges::find(overtaken_, &sender, &Overtaken::sender) != overtaken_.end();
}

bool FaultRouter::hold_for_next(Resource& sender, const FaultHold::Message& message, net::TimePoint now) {
  if (!plan_.has(FaultKind::reorder) || holds_of(sender) || !plan_.strikes(FaultKind::reorder)) return false;
  overtaken_.push_back({&sender, now + net::Duration(plan_.value(FaultKind::reorder)), message});
  return true;
}

void FaultRouter::let_overtaken_go(const Resource& sender, net::TimePoint now, bool is_overtaken) {
  const auto held = std::ranges::find(overtaken_, &sender, &Overtaken::sender);
  if (held == overtaken_.end()) return;
  FaultHold::Message message = std::move(held->message);
  overtaken_.erase(held);
  if (is_overtaken) plan_.done(FaultKind::reorder);
  if (now == net::TimePoint{}) return deliver(message);
  send(std::move(message), now);
}

/// At once, or as soon as `delay` and `capacity` let it.
void FaultRouter::send(FaultHold::Message message, net::TimePoint now) {
  if (const auto due = due_at(now)) return hold_.push(*due, std::move(message));
  deliver(message);
}

/// Nothing if it is now.
std::optional<net::TimePoint> FaultRouter::due_at(net::TimePoint now) {
  net::TimePoint due = now;
  if (plan_.has(FaultKind::capacity)) {
    if (next_free_ > now) {
      due = next_free_;
      plan_.done(FaultKind::capacity);
    }
    next_free_ = due + net::Duration(plan_.value(FaultKind::capacity));
  }
  if (plan_.strikes(FaultKind::delay)) {
    due += net::Duration(plan_.value(FaultKind::delay));
    plan_.done(FaultKind::delay);
  }
  return due > now ? std::optional(due) : std::nullopt;
}

void FaultRouter::deliver(const FaultHold::Message& message) {
  Resource* receiver = router_.find(message.to);
  if (receiver == nullptr) {
    ++counts_.messages_dropped_fault;
  } else if (!receiver->has_room(message.xml.size() * message.copies)) {
    ++counts_.messages_dropped_full;
  } else {
    for (std::uint32_t i = 0; i < message.copies; ++i) receiver->output() += message.xml;
    ++counts_.messages_routed;
  }
}

std::optional<FaultKind> FaultRouter::connection_fault() {
  for (const FaultKind kind : connection_faults) {
    if (!plan_.strikes(kind)) continue;
    plan_.done(kind);
    return kind;
  }
  return std::nullopt;
}

/// Offline messages come with the initial presence, as of a server that kept them.
void FaultRouter::presence(Resource& sender, const Stanza& stanza) {
  const bool was_available = sender.is_available();
  router_.presence(sender, stanza);
  if (was_available || !sender.is_available()) return;
  hand_out_earlier_run(sender, FaultKind::offline);
  hand_out_earlier_run(sender, FaultKind::offline_stamped);
}

void FaultRouter::hand_out_earlier_run(Resource& receiver, FaultKind kind) {
  if (!plan_.strikes(kind)) return;
  const std::int64_t count = plan_.value(kind);
  for (std::int64_t i = 0; i < count; ++i) {
    std::array<char, metrics::stamp_bytes> stamp;
    earlier_run_.write_stamp({0, handed_out_++, 0, 0}, stamp.data());
    receiver.output() +=
        offline_message(domain_, receiver.jid(), {stamp.data(), stamp.size()}, kind == FaultKind::offline_stamped);
  }
  plan_.done(kind, static_cast<std::uint64_t>(count));
}

void FaultRouter::iq(Resource& sender, const Stanza& stanza) {
  const std::size_t before = sender.output().size();
  router_.iq(sender, stanza);
  const std::string answer = sender.output().substr(before);
  if (!answer.starts_with("<iq type='result'")) return;  // passed on to somebody else, or refused
  if (plan_.strikes(FaultKind::answer_wrong_sender)) {
    sender.output().replace(before, answer.size(), with_from(answer, "somebody-else@" + domain_));
    plan_.done(FaultKind::answer_wrong_sender);
  } else if (plan_.strikes(FaultKind::answer_no_from)) {
    sender.output().replace(before, answer.size(), with_from(answer, {}));
    plan_.done(FaultKind::answer_no_from);
  }
  if (plan_.strikes(FaultKind::answer_twice)) {
    sender.output() += sender.output().substr(before);
    plan_.done(FaultKind::answer_twice);
  }
}

void FaultRouter::release(net::TimePoint now) {
  for (std::size_t i = 0; i < overtaken_.size();) {
    if (overtaken_[i].due <= now) {
      let_overtaken_go(*overtaken_[i].sender, now, false);
    } else {
      ++i;
    }
  }
  while (const auto message = hold_.pop(now)) deliver(*message);
}

std::optional<net::TimePoint> FaultRouter::next_due() const {
  std::optional<net::TimePoint> due = hold_.next_due();
  for (const Overtaken& held : overtaken_) due = std::min(due.value_or(held.due), held.due);
  return due;
}

void FaultRouter::give_up() {
  counts_.messages_dropped_fault += hold_.size() + overtaken_.size();
  hold_ = {};
  overtaken_.clear();
}

/// The route's own cost is what this thread has burnt since the last round; a share of that is burnt once more.
void FaultRouter::end_round() {
  if (!plan_.has(FaultKind::slow)) return;
  const std::int64_t now = thread_cpu();
  if (messages_of_round_ > 0) {
    const std::int64_t until = now + (now - cpu_at_round_) * plan_.value(FaultKind::slow) / 1000;
    while (thread_cpu() < until) continue;
    plan_.done(FaultKind::slow, messages_of_round_);
  }
  messages_of_round_ = 0;
  cpu_at_round_ = thread_cpu();
}

}  // namespace squall::server
