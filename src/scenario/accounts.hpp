#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace squall::scenario {

/// Who logs in. `password` is a secret: it goes to SASL and nowhere else.
struct Account {
  std::string user;  ///< localpart
  std::string password;
  std::string resource;  ///< empty: the population's

  bool operator==(const Account&) const = default;
};

/// One account a line of a file that has passed every check.
struct AccountsFile {
  std::vector<Account> accounts;
  std::string domain;  ///< the one domain of the bare JIDs in it; empty: there were only localparts
};

/// Input:  CSV with the header `user,password[,resource]`; CRLF or LF; a UTF-8 byte order mark is skipped, lines that
/// are
///         wholly empty too. `user` is a localpart or a bare JID; all bare JIDs name one domain.
/// Throws: InputError `NAME line N: …` at the first line that has a field too many or too few, an empty or overlong or
///         malformed one, an unbalanced quote, or a user that was there before. Lines count as an editor counts them.
/// Limits: localpart, domain and resource 1,023 bytes each, password 1,023 bytes, 5 million accounts.
/// Spec:   RFC 4180; RFC 7622 section 3
AccountsFile parse_accounts(std::string_view text, const std::string& name);

/// parse_accounts() of a file's contents, at most 1 GiB of them. Throws InputError also when it cannot be read.
AccountsFile read_accounts(const std::filesystem::path& path);

/// The first line of a file, without its end of line: a password template (it may hold {n}).
/// Throws InputError if there is none, it is empty, over 1,023 bytes, or a second line with text follows.
std::string read_password(const std::filesystem::path& path);

}  // namespace squall::scenario
