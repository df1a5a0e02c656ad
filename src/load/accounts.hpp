#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace squall::load {

/// What one user logs in with. An empty resource leaves the choice to the server.
struct Account {
  std::string user;  ///< localpart
  std::string password;
  std::string resource;
};

/// Who user number n is: from templates in which every `{n}` stands for the number, or from a list.
/// Threads: const functions may be called by all workers at once.
/// Cost: templates keep nothing per user; a list keeps its bytes in one arena.
class Accounts {
 public:
  static Accounts from_templates(std::string user, std::string password, std::string resource);
  /// User number `first + i` is `accounts[i]`; where that has no resource, `resource` is used.
  static Accounts from_list(const std::vector<Account>& accounts, std::uint32_t first, std::string resource);

  /// The localpart is appended to `out`; nothing for a number that the list does not have.
  void append_user(std::uint32_t number, std::string& out) const;
  void append_password(std::uint32_t number, std::string& out) const;
  void append_resource(std::uint32_t number, std::string& out) const;
  /// Of a list: how many users it names. Templates have no end.
  std::optional<std::uint32_t> size() const;

 private:
  struct Slice {
    std::uint64_t at = 0;
    std::uint32_t user = 0, password = 0, resource = 0;  // bytes, in this order from `at`
  };
  const Slice* slice(std::uint32_t number) const;

  std::string user_, password_, resource_;  // templates; of a list only the default resource
  std::string arena_;
  std::vector<Slice> slices_;
  std::uint32_t first_ = 1;
  bool listed_ = false;
};

}  // namespace squall::load
