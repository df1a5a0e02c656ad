#include "src/net/service_lookup.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>

#include <ares.h>
#include <arpa/nameser.h>
#include <fmt/format.h>
#include <poll.h>

#include "src/net/clock.hpp"

namespace squall::net {
namespace {

using Outcome = ServiceLookup::Outcome;

constexpr std::size_t most_targets = 64;

struct DestroyChannel {
  void operator()(ares_channel channel) const { ares_destroy(channel); }
};
using Channel = std::unique_ptr<std::remove_pointer_t<ares_channel>, DestroyChannel>;

struct FreeData {
  void operator()(ares_srv_reply* reply) const { ares_free_data(reply); }
};
using Replies = std::unique_ptr<ares_srv_reply, FreeData>;

struct Answer {
  bool is_there = false;
  ServiceLookup lookup;
};

[[noreturn]] void refuse(int status) {
  throw std::runtime_error(fmt::format("c-ares cannot be used: {}", ares_strerror(status)));
}

Channel open_channel(const LookupOptions& options) {
  static const int ready = ares_library_init(ARES_LIB_INIT_ALL);
  if (ready != ARES_SUCCESS) refuse(ready);
  ares_options wanted{};
  wanted.timeout = static_cast<int>(options.timeout.count());
  wanted.tries = options.tries;
  ares_channel raw = nullptr;
  int status = ares_init_options(&raw, &wanted, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES);
  if (status != ARES_SUCCESS) refuse(status);
  Channel channel(raw);
  if (!options.servers.empty()) status = ares_set_servers_ports_csv(raw, options.servers.c_str());
  if (status != ARES_SUCCESS) refuse(status);
  return channel;
}

ServiceLookup failure(int status) {
  switch (status) {
    case ARES_ENODATA:
    case ARES_ENOTFOUND:
      return {Outcome::none};
    case ARES_ECANCELLED:
      status = ARES_ETIMEOUT;
      break;
    default:
      break;
  }
  return {Outcome::failed, {}, ares_strerror(status)};
}

std::string host_of(const ares_srv_reply& reply) {
  std::string host = reply.host == nullptr ? "" : reply.host;
  if (!host.empty() && host.back() == '.') host.pop_back();
  return host;
}

/// A single record with the root as its target is how a domain says no.
ServiceLookup read(const ares_srv_reply* first) {
  ServiceLookup lookup;
  std::size_t records = 0;
  for (const ares_srv_reply* reply = first; reply != nullptr; reply = reply->next, ++records) {
    std::string host = host_of(*reply);
    if (host.empty() || lookup.targets.size() == most_targets) continue;
    lookup.targets.push_back({std::move(host), reply->port, reply->priority, reply->weight});
  }
  lookup.outcome = !lookup.targets.empty() ? Outcome::found : records > 0 ? Outcome::no_service : Outcome::none;
  return lookup;
}

void on_answer(void* context, int status, int, unsigned char* bytes, int size) {
  auto& answer = *static_cast<Answer*>(context);
  answer.is_there = true;
  ares_srv_reply* raw = nullptr;
  if (status == ARES_SUCCESS) status = ares_parse_srv_reply(bytes, size, &raw);
  const Replies replies(raw);
  answer.lookup = status == ARES_SUCCESS ? read(replies.get()) : failure(status);
}

/// Waits until something is to be done, and does it.
void turn(ares_channel channel, std::chrono::milliseconds longest) {
  std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> sockets{};
  const auto wanted = static_cast<unsigned>(ares_getsock(channel, sockets.data(), ARES_GETSOCK_MAXNUM));
  std::vector<pollfd> polled;
  for (unsigned i = 0; i < ARES_GETSOCK_MAXNUM; ++i) {
    const bool reads = (wanted >> i & 1U) != 0;
    const bool writes = (wanted >> (i + ARES_GETSOCK_MAXNUM) & 1U) != 0;
    if (!reads && !writes) continue;
    polled.push_back({sockets[i], static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0});
  }
  timeval limit{.tv_sec = longest.count() / 1000, .tv_usec = longest.count() % 1000 * 1000};
  timeval next{};
  const timeval* wait = ares_timeout(channel, &limit, &next);
  ::poll(polled.data(), polled.size(), static_cast<int>(wait->tv_sec * 1000 + wait->tv_usec / 1000 + 1));
  for (const pollfd& one : polled) {
    const bool readable = (one.revents & (POLLIN | POLLERR | POLLHUP)) != 0;
    ares_process_fd(channel, readable ? one.fd : ARES_SOCKET_BAD,
                    (one.revents & POLLOUT) != 0 ? one.fd : ARES_SOCKET_BAD);
  }
  ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);  // what has timed out
}

/// The one of [first, last) on which a draw in proportion to weight falls.
std::vector<ServiceTarget>::iterator draw(std::vector<ServiceTarget>::iterator first,
                                          std::vector<ServiceTarget>::iterator last, std::mt19937_64& random) {
  const auto add = [](std::uint64_t sum, const ServiceTarget& target) { return sum + target.weight; };
  const std::uint64_t total = std::accumulate(first, last, std::uint64_t{0}, add);
  std::uint64_t left = std::uniform_int_distribution<std::uint64_t>(0, total)(random);
  auto chosen = first;
  while (chosen + 1 != last && left > chosen->weight) {
    left -= chosen->weight;
    ++chosen;
  }
  return chosen;
}

}  // namespace

ServiceLookup look_up_service(const std::string& name, const LookupOptions& options) {
  const Channel channel = open_channel(options);
  Answer answer;
  ares_query(channel.get(), name.c_str(), ns_c_in, ns_t_srv, on_answer, &answer);
  const TimePoint end = Clock::now() + options.patience;
  while (!answer.is_there) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) {
      ares_cancel(channel.get());
    } else {
      turn(channel.get(), left);
    }
  }
  put_in_order(answer.lookup.targets, options.seed);
  return answer.lookup;
}

void put_in_order(std::vector<ServiceTarget>& targets, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto sooner = [](const ServiceTarget& a, const ServiceTarget& b) {
    return a.priority != b.priority ? a.priority < b.priority : a.weight < b.weight;
  };
  std::stable_sort(targets.begin(), targets.end(), sooner);
  for (auto at = targets.begin(); at != targets.end(); ++at) {
    const auto end = std::find_if(at, targets.end(), [&](const auto& other) { return other.priority != at->priority; });
    const auto chosen = draw(at, end, random);
    std::rotate(at, chosen, chosen + 1);
  }
}

}  // namespace squall::net
