#pragma once

#include "src/metrics/result.hpp"

namespace squall::test {

/// A run of 1,000 users in which two messages were lost and one user failed; everything in it is made up, and adds up.
metrics::Result made_up_result();

}  // namespace squall::test
