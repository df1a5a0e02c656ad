#include "src/zephyr/crowd.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <iterator>

#include <fmt/format.h>
#include <poll.h>

namespace squall::zephyr {
namespace {

constexpr std::size_t scratch_size = 64 * 1024;
constexpr std::size_t write_queue_limit = 4 << 20;
constexpr std::size_t logins_at_once = 50;
constexpr std::size_t sends_a_turn = 64;  // then what has arrived is read
constexpr std::size_t shared_payloads = 1024;
constexpr std::size_t large_payloads = 32;  // of those that take much room
constexpr std::string_view resource = "squall";
constexpr std::chrono::microseconds a_segment{120};  // what 1,460 bytes take at 100 Mbit/s

std::string fill(const std::string& words, std::size_t number) {
  std::string out;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t place = std::min(words.find("{n}", at), words.size());
    out.append(words, at, place - at);
    if (place < words.size()) out += std::to_string(number);
    at = place + 3;
  }
  return out;
}

net::Duration thread_cpu() {
  timespec cpu{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  return std::chrono::seconds{cpu.tv_sec} + std::chrono::nanoseconds{cpu.tv_nsec};
}

std::size_t payload_count(Content content) {
  return content == Content::chat || content == Content::text ? shared_payloads : large_payloads;
}

xmpp::ClientConfig stream_config(const CrowdOptions& options) {
  xmpp::ClientConfig config;
  config.domain = options.domain;
  config.limits.stanza_bytes = 1 << 20;
  // Key derivation would be most of what the experiment costs, and is none of its business.
  config.sasl.allowed = {xmpp::sasl::Mechanism::plain, xmpp::sasl::Mechanism::scram_sha_1,
                         xmpp::sasl::Mechanism::scram_sha_256};
  config.step_timeout = options.patience;
  return config;
}

}  // namespace

Crowd::Crowd(const CrowdOptions& options)
    : options_(options),
      scratch_(scratch_size),
      workspace_(parsers::make_workspace()),
      context_{.owner = *this,
               .network = {.poller = poller_, .scratch = scratch_, .write_queue_limit = write_queue_limit},
               .stream = stream_config(options),
               .workspace = *workspace_},
      payloads_(make_payloads(options.content, payload_count(options.content), options.seed)) {}

Crowd::~Crowd() {
  for (Client& client : clients_) client.cut();
}

std::optional<std::string> Crowd::grow(std::size_t more) {
  const net::TimePoint until = net::Clock::now() + options_.patience;
  const std::size_t all = clients_.size() + more;
  while (settled_ < all && net::Clock::now() < until) {
    while (clients_.size() < all && clients_.size() - settled_ < logins_at_once) {
      const std::size_t number = clients_.size() + 1;
      clients_.emplace_back(context_, static_cast<std::uint32_t>(clients_.size()), fill(options_.user_template, number),
                            fill(options_.password_template, number), std::string(resource));
      clients_.back().log_in(options_.server);
    }
    if (!read_arrived()) wait_for_arrivals(until);
  }
  if (online_ == all) return std::nullopt;
  for (const Client& client : clients_) {
    if (!client.failure().empty()) return fmt::format("user {}: {}", client.user(), client.failure());
  }
  return fmt::format("{} of {} users were not online in time", all - online_, all);
}

void Crowd::begin(std::size_t messages) {
  messages_.clear();
  sending_.clear();
  messages_.reserve(messages);
  ++rounds_;
  outcome_ = {};
}

/// Notes a message that is due; answers its number.
std::size_t Crowd::add(std::uint32_t sender, net::TimePoint due) {
  const std::size_t number = messages_.size();
  const std::uint64_t place = (rounds_ * 7919 + sender * 31 + number) % payloads_.size();
  messages_.push_back({.sender = sender, .payload = static_cast<std::uint32_t>(place), .due = due});
  return number;
}

/// Lifetime: until the next call.
const std::string& Crowd::write(std::size_t number) {
  const Message& message = messages_[number];
  const Client& partner = clients_[message.sender ^ 1u];
  xml_.clear();
  fmt::format_to(std::back_inserter(xml_), "<message to='{}@{}/{}' type='chat' id='z{}-{}'>", partner.user(),
                 options_.domain, resource, rounds_, number);
  xml_.append(payloads_[message.payload].xml).append("</message>");
  return xml_;
}

void Crowd::send(std::size_t number) {
  const std::string& xml = write(number);
  Message& message = messages_[number];
  message.sent = net::Clock::now();
  if (outcome_.sent++ == 0) first_send_ = message.sent;
  if (segment_bytes(options_.content) == 0) {
    clients_[message.sender].send(xml);
  } else {
    sending_.push_back({message.sender, xml, 0, message.sent});
  }
}

/// A segment of each message that is on its way, if it is due.
void Crowd::send_segments(net::Duration distance) {
  const std::size_t size = segment_bytes(options_.content);
  for (Sending& one : sending_) {
    const net::TimePoint now = net::Clock::now();
    if (now < one.next) continue;
    clients_[one.sender].send(std::string_view(one.xml).substr(one.at, size));
    one.at += size;
    one.next = now + distance;
  }
  std::erase_if(sending_, [](const Sending& one) { return one.at >= one.xml.size(); });
}

/// A user's messages must not lie between one another.
bool Crowd::may_send(std::uint32_t sender) const {
  return std::none_of(sending_.begin(), sending_.end(), [=](const Sending& one) { return one.sender == sender; });
}

Outcome Crowd::burst() {
  begin(clients_.size());
  const net::Duration cpu = thread_cpu();
  const net::TimePoint due = net::Clock::now();
  for (const Client& client : clients_) send(add(client.index(), due));
  while (!sending_.empty()) send_segments({});
  outcome_.sending = net::Clock::now() - first_send_;
  outcome_.sending_cpu = thread_cpu() - cpu;
  await(messages_.size());
  return finish();
}

Outcome Crowd::one_by_one(std::size_t messages) {
  begin(messages);
  for (std::size_t i = 0; i < messages; ++i) {
    send(add(static_cast<std::uint32_t>(i % clients_.size()), net::Clock::now()));
    while (!sending_.empty()) {
      send_segments(a_segment);
      read_arrived();
    }
    await(i + 1);
    if (outcome_.answered <= i) break;
  }
  return finish();
}

Outcome Crowd::paced(double rate_hz, std::chrono::nanoseconds duration) {
  const auto all = static_cast<std::size_t>(rate_hz * std::chrono::duration<double>(duration).count());
  begin(all);
  const net::TimePoint start = net::Clock::now();
  const auto due_at = [&](std::size_t i) {
    return start + net::Duration(static_cast<std::int64_t>(static_cast<double>(i) * 1e9 / rate_hz));
  };
  const auto sender_of = [&](std::size_t i) { return static_cast<std::uint32_t>(i % clients_.size()); };
  while (messages_.size() < all || !sending_.empty()) {
    const net::TimePoint now = net::Clock::now();
    for (std::size_t i = 0; i < sends_a_turn && messages_.size() < all; ++i) {
      const std::size_t next = messages_.size();
      if (due_at(next) > now || !may_send(sender_of(next))) break;
      send(add(sender_of(next), due_at(next)));
    }
    send_segments(a_segment);
    if (!read_arrived() && sending_.empty() && messages_.size() < all) wait_for_arrivals(due_at(messages_.size()));
  }
  outcome_.sending = net::Clock::now() - first_send_;
  await(all);
  return finish();
}

/// Reads until that many of the load's messages are answered, or nothing was for too long.
void Crowd::await(std::size_t answered) {
  std::uint64_t before = outcome_.answered;
  net::TimePoint until = net::Clock::now() + options_.patience;
  while (outcome_.answered < answered && net::Clock::now() < until) {
    if (!read_arrived()) wait_for_arrivals(until);
    if (outcome_.answered > before) until = net::Clock::now() + options_.patience;
    before = outcome_.answered;
  }
}

bool Crowd::read_arrived() {
  return poller_.dispatch() > 0;
}

void Crowd::wait_for_arrivals(net::TimePoint until) const {
  const net::Duration left = until - net::Clock::now();
  if (left.count() <= 0) return;
  const timespec timeout{left.count() / 1'000'000'000, left.count() % 1'000'000'000};
  pollfd watched{poller_.descriptor(), POLLIN, 0};
  ::ppoll(&watched, 1, &timeout, nullptr);
}

Outcome Crowd::finish() {
  if (outcome_.answered > 0) outcome_.round_trip = last_arrival_ - first_send_;
  for (std::size_t i = 0; i < outcome_.sent; ++i) {
    const Message& message = messages_[i];
    outcome_.lateness.record((message.sent - message.due).count());
    if (message.is_answered) continue;
    outcome_.latency.record_infinite();
    outcome_.from_plan.record_infinite();
  }
  return outcome_;
}

void Crowd::settled(Client& client) {
  ++settled_;
  if (client.is_online()) ++online_;
}

void Crowd::lost(Client&) {
  --online_;
}

Crowd::Message* Crowd::find(std::string_view id) {
  std::uint64_t round = 0;
  std::size_t number = 0;
  const char* const end = id.data() + id.size();
  if (!id.starts_with('z')) return nullptr;
  const auto [dash, no_round] = std::from_chars(id.data() + 1, end, round);
  if (no_round != std::errc{} || dash == end || *dash != '-' || round != rounds_) return nullptr;
  const auto [rest, no_number] = std::from_chars(dash + 1, end, number);
  if (no_number != std::errc{} || rest != end || number >= messages_.size()) return nullptr;
  return &messages_[number];
}

bool Crowd::is_genuine(const Client& receiver, const Message& message, const parsers::Element& element) {
  const Client& sender = clients_[message.sender];
  return receiver.index() == (message.sender ^ 1u) && element.attribute("from").view(scratch_text_) == sender.jid() &&
         content_digest(element) == payloads_[message.payload].digest;
}

void Crowd::received(Client& client, const parsers::Element& message, net::Arrival arrival) {
  Message* const known = find(message.attribute("id").view(id_));
  if (known == nullptr || !is_genuine(client, *known, message)) {
    ++outcome_.wrong;
    return;
  }
  if (known->is_answered) {
    ++outcome_.duplicates;
    return;
  }
  known->is_answered = true;
  ++outcome_.answered;
  outcome_.digest += payloads_[known->payload].digest;
  if (!arrival.from_kernel) ++outcome_.unstamped;
  last_arrival_ = std::max(last_arrival_, arrival.at);
  outcome_.latency.record((arrival.at - known->sent).count());
  outcome_.from_plan.record((arrival.at - known->due).count());
}

}  // namespace squall::zephyr
