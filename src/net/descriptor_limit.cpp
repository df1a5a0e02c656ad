#include "src/net/descriptor_limit.hpp"

#include <sys/resource.h>

namespace squall::net {

DescriptorLimit descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return {limit.rlim_cur, limit.rlim_max};
}

DescriptorLimit raise_descriptor_limit() {
  const DescriptorLimit before = descriptor_limit();
  const rlimit wanted{.rlim_cur = before.hard, .rlim_max = before.hard};
  ::setrlimit(RLIMIT_NOFILE, &wanted);
  return descriptor_limit();
}

}  // namespace squall::net
