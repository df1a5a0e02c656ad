#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "xmpp/sasl/credential_store.hpp"

namespace squall::server {

/// Any account whose password equals its name.
std::unique_ptr<xmpp::CredentialStore> make_self_named_accounts();

/// The accounts of a list of (localpart, password) and no others; of two with one name the later counts.
std::unique_ptr<xmpp::CredentialStore> make_listed_accounts(std::vector<std::pair<std::string, std::string>> accounts);

}  // namespace squall::server
