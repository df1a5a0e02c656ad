#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace squall::xmpp {

/// Where a server finds passwords. Must outlive the streams that use it.
class CredentialStore {
 public:
  virtual ~CredentialStore() = default;
  /// The password of that localpart, or nothing if there is no such account.
  virtual std::optional<std::string> password(std::string_view user) const = 0;
};

}  // namespace squall::xmpp
