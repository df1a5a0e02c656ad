#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/dialogue.hpp"
#include "xmpp/sasl/credential_store.hpp"
#include "xmpp/stream/client_stream.hpp"
#include "xmpp/stream/server_stream.hpp"

/// The lines that dialogues are made of, between juliet@localhost and her server.
namespace squall::test {

// What the client says.
std::string client_header(std::string_view to = "localhost");
std::string auth(std::string_view mechanism, std::string_view data);
std::string plain_auth(std::string_view user = "juliet", std::string_view password = "secret");
std::string response(std::string_view data);
std::string bind_request(std::string_view id, std::string_view resource = "balcony");
std::string session_request(std::string_view id);
std::string roster_request(std::string_view id);

// What the server says.
std::string server_header(std::string_view id = "id1");
std::string features(std::string_view content);
std::string sasl_features(std::initializer_list<std::string_view> mechanisms);
std::string bind_features();
std::string server_sasl_features();  ///< of server_config()
std::string server_bind_features();  ///< of server_config()
std::string challenge(std::string_view data);
std::string success(std::string_view data = {});
std::string sasl_failure(std::string_view condition);
std::string bind_result(std::string_view id, std::string_view jid = "juliet@localhost/balcony");
std::string stream_error(std::string_view condition);
inline constexpr std::string_view stream_end = "</stream:stream>";

// Beginnings that many dialogues share.
/// Up to the answer to <auth/>.
void authenticate(Dialogue& d);
/// Up to the features after SASL.
void restart(Dialogue& d);
/// Until online, without session and roster.
void log_in(Dialogue& d);
/// The server's features are out.
void open(ServerDialogue& d);
void authenticate(ServerDialogue& d);
void log_in(ServerDialogue& d);

/// The usual mechanisms allowed, with any count of iterations; nonce fixed, domain localhost.
xmpp::ClientConfig client_config();
xmpp::ClientConfig without_roster();
/// The same for a server that knows juliet with the password secret.
xmpp::ServerConfig server_config();

/// One account: juliet, secret.
class OneAccount final : public xmpp::CredentialStore {
 public:
  std::optional<std::string> password(std::string_view user) const override;
};

}  // namespace squall::test
