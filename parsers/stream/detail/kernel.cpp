#include "parsers/stream/detail/kernel.hpp"

#include <cstdlib>

namespace squall::parsers::detail {

#if defined(__x86_64__)

extern const Kernel avx512_kernel;
extern const Kernel avx2_kernel;
extern const Kernel sse42_kernel;

namespace {

bool has_avx512() {
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("bmi2");
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
bool has_sse42() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
}

const Kernel& choose(std::string_view wanted) {
  const bool any = wanted.empty();
  if ((any || wanted == "avx512") && has_avx512()) return avx512_kernel;
  if ((any || wanted == "avx512" || wanted == "avx2") && has_avx2()) return avx2_kernel;
  if (wanted != "scalar" && has_sse42()) return sse42_kernel;
  return scalar_kernel;
}

}  // namespace

#else

namespace {
const Kernel& choose(std::string_view) {
  return scalar_kernel;
}
}  // namespace

#endif

const Kernel& best_kernel() {
  const char* wanted = std::getenv("SQUALL_PARSER_ISA");
  static const Kernel& kernel = choose(wanted != nullptr ? wanted : "");
  return kernel;
}

}  // namespace squall::parsers::detail
