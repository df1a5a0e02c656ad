#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "src/server/resource.hpp"

namespace squall::server {

/// An account that has resources now.
class Account {
 public:
  explicit Account(std::string_view name) : name_(name) {}

  const std::string& name() const { return name_; }  ///< localpart
  const std::vector<Resource*>& resources() const { return resources_; }
  Resource* find(std::string_view resourcepart) const;
  /// The available one with the highest priority that is not negative, the latest of several; or none.
  Resource* most_available() const;

 private:
  friend class Directory;

  std::string name_;
  std::vector<Resource*> resources_;
};

/// Who is connected, by localpart and resourcepart. Compares bytes.
/// Cost: finding allocates nothing.
class Directory {
 public:
  Account* find(std::string_view localpart) const;
  Resource* find(std::string_view localpart, std::string_view resourcepart) const;

  /// `resource` has its JID and is not in here yet, nor is another one with its JID.
  void add(std::string_view localpart, Resource& resource);
  void remove(Resource& resource);
  std::size_t accounts() const { return accounts_.size(); }

 private:
  boost::unordered_flat_map<std::string_view, std::unique_ptr<Account>> accounts_;  // keys lie in the accounts
};

/// A JID taken apart by its separators alone; whether the parts are legal is not looked at.
struct Address {
  std::string_view local;
  std::string_view domain;
  std::string_view resource;
};
Address split_address(std::string_view jid);

}  // namespace squall::server
