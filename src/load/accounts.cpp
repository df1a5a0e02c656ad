#include "src/load/accounts.hpp"

#include <charconv>

namespace squall::load {
namespace {

void append_number(std::uint32_t number, std::string& out) {
  char digits[10];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

void append_filled_in(std::string_view pattern, std::uint32_t number, std::string& out) {
  constexpr std::string_view place = "{n}";
  for (std::size_t at = pattern.find(place); at != std::string_view::npos; at = pattern.find(place)) {
    out.append(pattern.substr(0, at));
    append_number(number, out);
    pattern.remove_prefix(at + place.size());
  }
  out.append(pattern);
}

}  // namespace

Accounts Accounts::from_templates(std::string user, std::string password, std::string resource) {
  Accounts accounts;
  accounts.user_ = std::move(user);
  accounts.password_ = std::move(password);
  accounts.resource_ = std::move(resource);
  return accounts;
}

Accounts Accounts::from_list(const std::vector<Account>& list, std::uint32_t first, std::string resource) {
  Accounts accounts;
  accounts.listed_ = true;
  accounts.first_ = first;
  accounts.resource_ = std::move(resource);
  accounts.slices_.reserve(list.size());
  for (const Account& account : list) {
    accounts.slices_.push_back({accounts.arena_.size(), static_cast<std::uint32_t>(account.user.size()),
                                static_cast<std::uint32_t>(account.password.size()),
                                static_cast<std::uint32_t>(account.resource.size())});
    accounts.arena_ += account.user;
    accounts.arena_ += account.password;
    accounts.arena_ += account.resource;
  }
  return accounts;
}

const Accounts::Slice* Accounts::slice(std::uint32_t number) const {
  const std::uint32_t at = number - first_;
  return at < slices_.size() ? &slices_[at] : nullptr;
}

void Accounts::append_user(std::uint32_t number, std::string& out) const {
  if (!listed_) return append_filled_in(user_, number, out);
  if (const Slice* s = slice(number)) out.append(arena_, s->at, s->user);
}

void Accounts::append_password(std::uint32_t number, std::string& out) const {
  if (!listed_) return append_filled_in(password_, number, out);
  if (const Slice* s = slice(number)) out.append(arena_, s->at + s->user, s->password);
}

void Accounts::append_resource(std::uint32_t number, std::string& out) const {
  const Slice* s = listed_ ? slice(number) : nullptr;
  if (s != nullptr && s->resource > 0) {
    out.append(arena_, s->at + s->user + s->password, s->resource);
  } else {
    append_filled_in(resource_, number, out);
  }
}

std::optional<std::uint32_t> Accounts::size() const {
  if (!listed_) return std::nullopt;
  return static_cast<std::uint32_t>(slices_.size());
}

}  // namespace squall::load
