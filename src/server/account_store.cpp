#include "src/server/account_store.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

namespace squall::server {
namespace {

class SelfNamed final : public xmpp::CredentialStore {
 public:
  std::optional<std::string> password(std::string_view user) const override { return std::string(user); }
};

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return boost::hash<std::string_view>{}(text); }
};

class Listed final : public xmpp::CredentialStore {
 public:
  explicit Listed(std::vector<std::pair<std::string, std::string>> accounts) {
    passwords_.reserve(accounts.size());
    for (auto& [user, password] : accounts) passwords_.insert_or_assign(std::move(user), std::move(password));
  }

  std::optional<std::string> password(std::string_view user) const override {
    const auto found = passwords_.find(user);
    if (found == passwords_.end()) return std::nullopt;
    return found->second;
  }

 private:
  boost::unordered_flat_map<std::string, std::string, Hash, std::equal_to<>> passwords_;
};

}  // namespace

std::unique_ptr<xmpp::CredentialStore> make_self_named_accounts() {
  return std::make_unique<SelfNamed>();
}

std::unique_ptr<xmpp::CredentialStore> make_listed_accounts(std::vector<std::pair<std::string, std::string>> accounts) {
  return std::make_unique<Listed>(std::move(accounts));
}

}  // namespace squall::server
