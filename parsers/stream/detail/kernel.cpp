#include "parsers/stream/detail/kernel.hpp"

namespace squall::parsers::detail {

const Kernel& best_kernel() {
  return scalar_kernel;
}

}  // namespace squall::parsers::detail
