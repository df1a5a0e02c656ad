#pragma once

#include <string>
#include <vector>

#include "src/metrics/result.hpp"

namespace squall::report {

/// What to do about logins that failed, or took steps of 40 ms: a sentence for each cause that is known, with the
/// option that mends it.
std::vector<std::string> login_advice(const metrics::Result& result);

}  // namespace squall::report
