#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/system/result.hpp>

#include "xmpp/sasl/channel_binding.hpp"
#include "xmpp/sasl/mechanism.hpp"
#include "xmpp/sasl/nonce.hpp"
#include "xmpp/sasl/scram_keys.hpp"

namespace squall::xmpp::sasl {

enum class sasl_errc : std::uint8_t {
  challenge_invalid,        ///< the challenge breaks the mechanism's rules
  iterations_not_accepted,  ///< fewer or more than the policy allows; `text` is the server's challenge
  not_verified,             ///< the server's nonce or signature is wrong or missing
  rejected,                 ///< the server says so inside the mechanism; `text` is its word for it
};

struct SaslError {
  sasl_errc code{};
  std::string text;  ///< the peer's
};

using SaslResponse = boost::system::result<std::string, SaslError>;

/// The client's side of one SASL exchange. All strings are octets, not base64.
/// Spec: RFC 4422 section 3.
class ClientMechanism {
 public:
  virtual ~ClientMechanism() = default;
  virtual std::string initial_response() = 0;
  /// False if the server speaks first (RFC 4422 section 5): nothing is sent then, not even an empty response.
  virtual bool has_initial_response() const { return true; }
  virtual SaslResponse respond(std::string_view challenge) = 0;
  /// The server says success, with or without data; an error if that is not enough to believe it.
  virtual std::optional<SaslError> finish(std::optional<std::string_view> data) = 0;
  /// HMAC rounds that were computed for it.
  virtual std::uint64_t rounds() const { return 0; }

 protected:
  ClientMechanism() = default;
  ClientMechanism(const ClientMechanism&) = default;
  ClientMechanism& operator=(const ClientMechanism&) = default;
};

/// What a client mechanism works with. The views must outlive the mechanism.
struct ClientContext {
  std::string_view user;
  std::string_view password;
  std::string_view domain{};  ///< DIGEST-MD5
  std::uint32_t min_iterations = 4096;
  std::uint32_t max_iterations = 1000000;
  Gs2 gs2{};                       ///< SCRAM
  std::string nonce{};             ///< of the client
  ScramKeyCache* cache = nullptr;  ///< optional
};

/// Nothing if SASLprep refuses the name or the password, and for iq_auth_*, which is not SASL.
std::unique_ptr<ClientMechanism> make_client_mechanism(Mechanism mechanism, ClientContext context);

}  // namespace squall::xmpp::sasl
