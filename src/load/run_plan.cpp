#include "src/load/run_plan.hpp"

#include <cerrno>
#include <random>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace squall::load {
namespace {

std::uint64_t random_bits() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::size_t body_bytes(const scenario::Scenario& scenario) {
  return scenario.length + (scenario.stamp_on_top ? metrics::stamp_bytes : 0);
}

xmpp::TlsPolicy policy_of(scenario::TlsMode mode) {
  switch (mode) {
    case scenario::TlsMode::off:
      return xmpp::TlsPolicy::never;
    case scenario::TlsMode::starttls:
      return xmpp::TlsPolicy::if_offered;
    case scenario::TlsMode::required:
    case scenario::TlsMode::direct:
      break;
  }
  return xmpp::TlsPolicy::required;
}

}  // namespace

RunPlan::RunPlan(const RunInputs& the_inputs)
    : inputs(the_inputs),
      scenario(the_inputs.scenario),
      population(scenario.population, scenario.direction, scenario.workers),
      schedule(scenario.rate_hz, population.senders(), scenario.seed, scenario.tick.count()),
      form{body_bytes(scenario)},
      codec(static_cast<std::uint32_t>(random_bits()), random_bits()),
      epoch(net::Clock::now()) {
  stream.domain = scenario.target.domain;
  stream.step_timeout = scenario.login_timeout;
  stream.tls = policy_of(scenario.transport.tls);
}

Orders::Orders() : descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor < 0) throw std::system_error(errno, std::system_category(), "eventfd");
}

Orders::~Orders() {
  ::close(descriptor);
}

void Orders::notify() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(descriptor, &one, sizeof one);
}

void Orders::drain_notifications() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto read = ::read(descriptor, &count, sizeof count);
}

}  // namespace squall::load
