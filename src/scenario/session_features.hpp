#pragma once

#include <string>

namespace squall::scenario {

/// How users log in and what their sessions have, beyond what every session has. Servers that do not offer one of the
/// features are used without.
struct SessionFeatures {
  std::string mechanism;           ///< the one that is forced, by its registered name; empty: the best
  bool sasl2 = false;              ///< XEP-0388 with XEP-0386
  bool stream_management = false;  ///< XEP-0198
  bool carbons = false;            ///< XEP-0280
  bool client_state = false;       ///< XEP-0352: inactive once online
};

}  // namespace squall::scenario
