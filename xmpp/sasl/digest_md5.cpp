#include "xmpp/sasl/digest_md5.hpp"

#include <algorithm>

#include "xmpp/sasl/hash.hpp"

namespace squall::xmpp::sasl::digest_md5 {
namespace {

constexpr std::string_view white_space = " \t\r\n";
constexpr std::string_view nonce_count = "00000001";  // there is no reauthentication: each nonce is used once

/// Reads a list of directives from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  void skip(std::string_view characters) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(characters), rest_.size()));
  }
  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool at_end() const { return rest_.empty(); }

  std::string token() {
    const auto size = std::min(rest_.find_first_of("=,\" \t\r\n"), rest_.size());
    std::string result{rest_.substr(0, size)};
    rest_.remove_prefix(size);
    return result;
  }

  std::optional<std::string> value() {
    if (!take('"')) {
      auto plain = token();
      return plain.empty() ? std::nullopt : std::optional{std::move(plain)};
    }
    std::string result;
    while (!rest_.empty() && rest_[0] != '"') {
      if (take('\\') && rest_.empty()) return std::nullopt;
      result += rest_[0];
      rest_.remove_prefix(1);
    }
    return take('"') ? std::optional{std::move(result)} : std::nullopt;
  }

 private:
  std::string_view rest_;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const auto part : parts) out.append(part).append(":");
  out.pop_back();
  return out;
}

/// H(A1) in hexadecimal.
std::string secret_hash(const Exchange& exchange) {
  const auto user = latin1_if_possible(exchange.user);
  const auto realm = latin1_if_possible(exchange.realm);
  const auto password = latin1_if_possible(exchange.password);
  std::string a1{md5(joined({user, realm, password})).bytes()};
  a1.append(":").append(exchange.nonce).append(":").append(exchange.cnonce);
  if (!exchange.authzid.empty()) a1.append(":").append(exchange.authzid);
  return hex(md5(a1));
}

std::string value_for(const Exchange& exchange, std::string_view method) {
  const auto a2 = hex(md5(joined({method, exchange.digest_uri})));
  return hex(md5(joined({secret_hash(exchange), exchange.nonce, nonce_count, exchange.cnonce, "auth", a2})));
}

}  // namespace

std::optional<Directives> parse(std::string_view text) {
  Directives directives;
  Reader reader{text};
  for (reader.skip(" \t\r\n,"); !reader.at_end(); reader.skip(" \t\r\n,")) {
    auto name = lower(reader.token());
    reader.skip(white_space);
    if (name.empty() || !reader.take('=')) return std::nullopt;
    reader.skip(white_space);
    auto value = reader.value();
    if (!value) return std::nullopt;
    directives.emplace_back(std::move(name), *std::move(value));
    reader.skip(white_space);
    if (!reader.at_end() && !reader.take(',')) return std::nullopt;
  }
  return directives;
}

std::optional<std::string_view> find(const Directives& directives, std::string_view name) {
  for (const auto& [key, value] : directives) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::size_t count(const Directives& directives, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(directives.begin(), directives.end(), [&](const auto& pair) { return pair.first == name; }));
}

void append_quoted(std::string& out, std::string_view name, std::string_view value) {
  if (!out.empty()) out += ',';
  out.append(name).append("=\"");
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

std::string response_value(const Exchange& exchange) {
  return value_for(exchange, "AUTHENTICATE");
}

std::string rspauth_value(const Exchange& exchange) {
  return value_for(exchange, "");
}

std::string latin1_if_possible(std::string_view utf8) {
  std::string latin1;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    if (lead < 0x80) {
      latin1 += utf8[i];
    } else if ((lead == 0xC2 || lead == 0xC3) && i + 1 < utf8.size()) {
      latin1 += static_cast<char>((lead & 0x03) << 6 | (static_cast<unsigned char>(utf8[++i]) & 0x3F));
    } else {
      return std::string{utf8};
    }
  }
  return latin1;
}

}  // namespace squall::xmpp::sasl::digest_md5
