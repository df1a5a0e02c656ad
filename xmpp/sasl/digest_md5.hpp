#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The messages of DIGEST-MD5 as text. Spec: RFC 2831 sections 2.1 and 7.1.
namespace squall::xmpp::sasl::digest_md5 {

/// name=value pairs in the order in which they came, quotes and backslashes resolved; names in lower case.
using Directives = std::vector<std::pair<std::string, std::string>>;

/// Nothing if the list breaks the grammar. White space around commas, and empty elements, are allowed.
std::optional<Directives> parse(std::string_view text);

/// The first value of that name, or nothing.
std::optional<std::string_view> find(const Directives& directives, std::string_view name);
std::size_t count(const Directives& directives, std::string_view name);

/// Appends `name="value"` behind a comma if `out` is not empty.
void append_quoted(std::string& out, std::string_view name, std::string_view value);

/// What goes into the hash: RFC 2831 section 2.1.2.1.
struct Exchange {
  std::string user;      ///< UTF-8
  std::string realm;     ///< UTF-8
  std::string password;  ///< UTF-8
  std::string nonce;
  std::string cnonce;
  std::string digest_uri;
  std::string authzid;
};

/// The client's response value, in hexadecimal.
std::string response_value(const Exchange& exchange);
/// The server's, which proves that it knows the password too: RFC 2831 section 2.1.3.
std::string rspauth_value(const Exchange& exchange);

/// Text in ISO 8859-1 if it can be written so, else as it is: RFC 2831 section 2.1.2.1.
std::string latin1_if_possible(std::string_view utf8);

}  // namespace squall::xmpp::sasl::digest_md5
