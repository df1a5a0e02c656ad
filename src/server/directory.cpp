#include "src/server/directory.hpp"

#include <algorithm>

namespace squall::server {
namespace {

bool is_candidate(const Resource& resource) {
  return resource.is_available() && resource.priority >= 0;
}

bool is_preferred(const Resource& a, const Resource& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.available_since > b.available_since;
}

}  // namespace

Resource* Account::find(std::string_view resourcepart) const {
  for (Resource* resource : resources_) {
    if (resource->resourcepart() == resourcepart) return resource;
  }
  return nullptr;
}

Resource* Account::most_available() const {
  Resource* best = nullptr;
  for (Resource* resource : resources_) {
    if (is_candidate(*resource) && (best == nullptr || is_preferred(*resource, *best))) best = resource;
  }
  return best;
}

Account* Directory::find(std::string_view localpart) const {
  const auto found = accounts_.find(localpart);
  return found == accounts_.end() ? nullptr : found->second.get();
}

Resource* Directory::find(std::string_view localpart, std::string_view resourcepart) const {
  const Account* account = find(localpart);
  return account == nullptr ? nullptr : account->find(resourcepart);
}

void Directory::add(std::string_view localpart, Resource& resource) {
  Account* account = find(localpart);
  if (account == nullptr) {
    auto fresh = std::make_unique<Account>(localpart);
    account = fresh.get();
    accounts_.emplace(account->name(), std::move(fresh));
  }
  account->resources_.push_back(&resource);
  resource.account = account;
}

void Directory::remove(Resource& resource) {
  Account* account = resource.account;
  if (account == nullptr) return;
  resource.account = nullptr;
  std::erase(account->resources_, &resource);
  if (account->resources_.empty()) accounts_.erase(accounts_.find(account->name()));
}

Address split_address(std::string_view jid) {
  Address address;
  const std::size_t slash = jid.find('/');
  if (slash != std::string_view::npos) address.resource = jid.substr(slash + 1);
  const std::string_view bare = jid.substr(0, slash);
  const std::size_t at = bare.find('@');
  address.domain = at == std::string_view::npos ? bare : bare.substr(at + 1);
  if (at != std::string_view::npos) address.local = bare.substr(0, at);
  return address;
}

}  // namespace squall::server
