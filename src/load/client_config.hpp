#pragma once

#include "src/scenario/scenario.hpp"
#include "xmpp/sasl/scram_keys.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::load {

/// What all sessions of a run have in common, as the scenario wants it. `keys` must outlive them.
xmpp::ClientConfig client_config(const scenario::Scenario& scenario, xmpp::sasl::ScramKeyCache& keys);

}  // namespace squall::load
