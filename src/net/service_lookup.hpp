#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace squall::net {

/// One SRV record. Spec: RFC 2782
struct ServiceTarget {
  std::string host;  ///< without the dot at the end
  std::uint16_t port = 0;
  std::uint16_t priority = 0;
  std::uint16_t weight = 0;

  bool operator==(const ServiceTarget&) const = default;
};

/// What DNS says about a service.
struct ServiceLookup {
  enum class Outcome : std::uint8_t {
    found,       ///< `targets`, in the order in which to try them, at most 64
    none,        ///< there is no such record, or no such name
    no_service,  ///< the target is ".": the service is decidedly not available
    failed,      ///< no answer, or none that makes sense; `text` says why
  } outcome = Outcome::none;
  std::vector<ServiceTarget> targets{};
  std::string text{};
};

struct LookupOptions {
  std::string servers{};                    ///< ADDRESS:PORT, parted by commas; empty: the system's (resolv.conf)
  std::chrono::milliseconds timeout{1500};  ///< of the first try; c-ares doubles it for the next
  int tries = 2;
  std::chrono::milliseconds patience{5000};  ///< for the whole
  std::uint64_t seed = 1;                    ///< of the choice among targets of the same priority
};

/// Asks DNS for the SRV records of `name`, such as `_xmpp-client._tcp.example.org`. Blocks, `patience` at most;
/// start-up only. Throws std::runtime_error if c-ares cannot be used.
ServiceLookup look_up_service(const std::string& name, const LookupOptions& options = {});

/// Sorts by priority, and draws those of the same priority in an order that favours weight. Spec: RFC 2782
void put_in_order(std::vector<ServiceTarget>& targets, std::uint64_t seed);

}  // namespace squall::net
