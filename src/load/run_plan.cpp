#include "src/load/run_plan.hpp"

#include <cerrno>
#include <random>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

#include "src/load/client_config.hpp"

namespace squall::load {
namespace {

std::uint64_t random_bits() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::size_t body_bytes(const scenario::Scenario& scenario) {
  return scenario.length + (scenario.stamp_on_top ? metrics::stamp_bytes : 0);
}

}  // namespace

RunPlan::RunPlan(const RunInputs& the_inputs)
    : inputs(the_inputs),
      scenario(the_inputs.scenario),
      population(scenario.population, scenario.direction, scenario.workers, scenario.shard),
      schedule(scenario.rate_hz, population.senders(), scenario.seed, scenario.tick.count()),
      form{body_bytes(scenario)},
      codec(static_cast<std::uint32_t>(random_bits()), random_bits()),
      stream(client_config(scenario, scram_keys)),
      epoch(net::Clock::now()) {}

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
