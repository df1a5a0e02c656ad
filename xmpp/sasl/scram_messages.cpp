#include "xmpp/sasl/scram_messages.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "xmpp/sasl/base64.hpp"

namespace squall::xmpp::sasl::scram {
namespace {

/// Takes the fields of a message one by one.
class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  /// The value of the next field, which must bear that name.
  std::optional<std::string_view> take(char name) {
    if (rest_.size() < 2 || rest_[0] != name || rest_[1] != '=') return std::nullopt;
    const auto field = rest_.substr(0, rest_.find(','));
    rest_.remove_prefix(std::min(field.size() + 1, rest_.size()));
    return field.substr(2);
  }

 private:
  std::string_view rest_;
};

bool is_nonce(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

std::optional<std::uint32_t> iteration_count(std::string_view digits) {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  const bool is_number = !digits.empty() && digits[0] != '0' &&
                         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return std::nullopt;
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return error == std::errc{} ? std::min(count, most) : most;
}

/// Sets header, binding, authzid and bare part; false if the GS2 header is malformed.
bool read_gs2_header(std::string_view text, ClientFirst& message) {
  const auto first = text.find(',');
  const auto second = first == std::string_view::npos ? first : text.find(',', first + 1);
  if (second == std::string_view::npos) return false;
  const auto flag = text.substr(0, first);
  const auto authzid = text.substr(first + 1, second - first - 1);
  if (flag != "n" && flag != "y" && !(flag.starts_with("p=") && flag.size() > 2)) return false;
  if (!authzid.empty()) {
    auto name = authzid.starts_with("a=") ? unescape_name(authzid.substr(2)) : std::nullopt;
    if (!name || name->empty()) return false;
    message.authzid = *std::move(name);
  }
  message.binding = flag[0];
  message.gs2_header = text.substr(0, second + 1);
  message.bare = text.substr(second + 1);
  return true;
}

}  // namespace

std::string escape_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == ',') {
      out += "=2C";
    } else if (c == '=') {
      out += "=3D";
    } else {
      out += c;
    }
  }
  return out;
}

std::optional<std::string> unescape_name(std::string_view escaped) {
  std::string out;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '=') {
      out += escaped[i];
      continue;
    }
    const auto code = escaped.substr(i, 3);
    if (code != "=2C" && code != "=3D") return std::nullopt;
    out += code == "=2C" ? ',' : '=';
    i += 2;
  }
  return out;
}

std::optional<ClientFirst> parse_client_first(std::string_view text) {
  ClientFirst message;
  if (!read_gs2_header(text, message)) return std::nullopt;
  Fields fields{message.bare};
  const auto name = fields.take('n');
  const auto nonce = fields.take('r');
  auto user = name ? unescape_name(*name) : std::nullopt;
  if (!user || user->empty() || !nonce || !is_nonce(*nonce)) return std::nullopt;
  message.user = *std::move(user);
  message.nonce = *nonce;
  return message;
}

std::optional<ServerFirst> parse_server_first(std::string_view text) {
  Fields fields{text};
  const auto nonce = fields.take('r');
  const auto salt = fields.take('s');
  const auto iterations = fields.take('i');
  if (!nonce || !is_nonce(*nonce) || !salt || !iterations) return std::nullopt;
  const auto octets = decode_base64(*salt);
  const auto count = iteration_count(*iterations);
  if (!octets || octets->empty() || !count) return std::nullopt;
  return ServerFirst{*nonce, *octets, *count};
}

std::optional<ClientFinal> parse_client_final(std::string_view text) {
  Fields fields{text};
  const auto binding = fields.take('c');
  const auto nonce = fields.take('r');
  const auto proof_at = text.rfind(",p=");
  if (!binding || !nonce || !is_nonce(*nonce) || proof_at == std::string_view::npos) return std::nullopt;
  auto binding_octets = decode_base64(*binding);
  auto proof = decode_base64(text.substr(proof_at + 3));
  if (!binding_octets || !proof) return std::nullopt;
  return ClientFinal{*std::move(binding_octets), *nonce, *std::move(proof), text.substr(0, proof_at)};
}

std::optional<ServerFinal> parse_server_final(std::string_view text) {
  Fields fields{text};
  if (const auto error = fields.take('e')) return ServerFinal{{}, *error};
  const auto verifier = fields.take('v');
  auto signature = verifier ? decode_base64(*verifier) : std::nullopt;
  if (!signature || signature->empty()) return std::nullopt;
  return ServerFinal{*std::move(signature), {}};
}

}  // namespace squall::xmpp::sasl::scram
