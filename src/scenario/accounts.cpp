#include "src/scenario/accounts.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "src/scenario/csv.hpp"
#include "src/scenario/input_error.hpp"

namespace squall::scenario {
namespace {

constexpr std::size_t part_limit = 1023;
constexpr std::size_t accounts_limit = 5'000'000;
constexpr std::uintmax_t file_limit = std::uintmax_t{1} << 30;
constexpr std::string_view header_wanted = "user,password[,resource]";

bool is_blank(const std::vector<std::string>& fields) {
  return fields.size() == 1 && fields.front().empty();
}

/// Characters that no localpart and no domain may hold (RFC 7622 section 3.3.1); the rest is the server's to judge.
bool is_forbidden_in_localpart(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7f' ||
         std::string_view{"\"&'/:<>@"}.find(c) != std::string_view::npos;
}

void check_part(std::string_view what, std::string_view value) {
  if (value.empty()) throw InputError(fmt::format("the {} is empty", what));
  if (value.size() > part_limit)
    throw InputError(fmt::format("the {} has {} bytes; {} are allowed", what, value.size(), part_limit));
}

/// Builds the accounts of one file, record by record.
class AccountsBuilder {
 public:
  void take_header(const std::vector<std::string>& fields) {
    const bool two = fields == std::vector<std::string>{"user", "password"};
    const bool three = fields == std::vector<std::string>{"user", "password", "resource"};
    if (!two && !three) throw InputError(fmt::format("the first line has to be the header {}", header_wanted));
    columns_ = fields.size();
  }

  void take(std::vector<std::string> fields) {
    if (fields.size() != columns_) throw InputError(count_is_wrong(fields.size()));
    if (result_.accounts.size() == accounts_limit)
      throw InputError(fmt::format("there are more than {} accounts", accounts_limit));
    Account account = account_of(fields.front());
    check_part("password", fields[1]);
    account.password = std::move(fields[1]);
    if (columns_ == 3) take_resource(account, std::move(fields[2]));
    if (!seen_.insert(account.user).second)
      throw InputError(fmt::format("user '{}' was there before; every user needs a line of its own", account.user));
    result_.accounts.push_back(std::move(account));
  }

  AccountsFile finish() && {
    if (result_.accounts.empty()) throw InputError("there is no account in it");
    return std::move(result_);
  }

 private:
  std::string count_is_wrong(std::size_t count) const {
    const char* problem = count < columns_ ? "a field is missing" : "there is a field too many";
    return fmt::format("{}: {} instead of {} ({})", problem, count, columns_,
                       columns_ == 3 ? "user,password,resource" : "user,password");
  }

  Account account_of(std::string_view user) {
    if (user.empty()) throw InputError("the user is empty");
    const std::size_t at = user.find('@');
    const std::string_view local = user.substr(0, at);
    check_part("user's localpart", local);
    if (std::any_of(local.begin(), local.end(), is_forbidden_in_localpart))
      throw InputError(
          "the user's localpart holds a character that may not stand there: a space, a control character or one of \" "
          "& ' / : < > @");
    Account account;
    account.user = local;
    if (at != std::string_view::npos) check_domain(user.substr(at + 1));
    return account;
  }

  void check_domain(std::string_view domain) {
    check_part("user's domain", domain);
    if (domain.find('/') != std::string_view::npos)
      throw InputError("the user is a full JID; give a bare one and the resource in a field of its own");
    if (std::any_of(domain.begin(), domain.end(), [](char c) { return is_forbidden_in_localpart(c) && c != ':'; }))
      throw InputError("the user's domain holds a character that may not stand there");
    if (result_.domain.empty()) result_.domain = domain;
    if (result_.domain != domain)
      throw InputError(
          fmt::format("the user is of domain '{}', others are of '{}'; a run has one domain", domain, result_.domain));
  }

  static void take_resource(Account& account, std::string resource) {
    if (resource.size() > part_limit)
      throw InputError(fmt::format("the resource has {} bytes; {} are allowed", resource.size(), part_limit));
    account.resource = std::move(resource);
  }

  std::size_t columns_ = 0;
  AccountsFile result_;
  std::unordered_set<std::string> seen_;
};

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > file_limit)
    throw InputError(fmt::format("{}: it has {} bytes; 1 GiB is allowed", path.string(), size));
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error))
    throw InputError(fmt::format("{}: it cannot be read; give the path of a readable file", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

AccountsFile parse_accounts(std::string_view text, const std::string& name) {
  CsvReader reader(text);
  AccountsBuilder builder;
  bool has_header = false;
  try {
    while (const auto* fields = reader.next()) {
      if (is_blank(*fields)) continue;
      has_header ? builder.take(*fields) : builder.take_header(*fields);
      has_header = true;
    }
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} line {}: {}", name, reader.line(), error.what()));
  }
  if (!has_header) throw InputError(fmt::format("{}: it is empty; the first line has to be {}", name, header_wanted));
  try {
    return std::move(builder).finish();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
}

AccountsFile read_accounts(const std::filesystem::path& path) {
  return parse_accounts(read_file(path), path.string());
}

std::string read_password(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  const std::size_t end = std::min(text.find('\n'), text.size());
  if (text.find_first_not_of("\r\n", end) != std::string::npos)
    throw InputError(
        fmt::format("{}: it has more than one line; give one password for all, or --accounts", path.string()));
  std::string password = text.substr(0, end);
  if (password.ends_with('\r')) password.pop_back();
  if (password.empty() || password.size() > part_limit)
    throw InputError(
        fmt::format("{}: its first line has to be a password of 1 to {} bytes", path.string(), part_limit));
  return password;
}

}  // namespace squall::scenario
