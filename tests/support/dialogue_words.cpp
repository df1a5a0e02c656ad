#include "tests/support/dialogue_words.hpp"

#include "xmpp/sasl/base64.hpp"

namespace squall::test {
namespace {

constexpr std::string_view sasl_ns = "urn:ietf:params:xml:ns:xmpp-sasl";

std::string sasl_element(std::string_view name, std::string_view content) {
  std::string out{"<"};
  out.append(name).append(" xmlns='").append(sasl_ns).append("'");
  return out.append(">").append(content).append("</").append(name).append(">");
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const auto part : parts) out += part;
  return out;
}

}  // namespace

std::string client_header(std::string_view to) {
  return joined(
      {"<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
       "xmlns:stream='http://etherx.jabber.org/streams' to='",
       to, "' version='1.0' xml:lang='en'>"});
}

std::string auth(std::string_view mechanism, std::string_view data) {
  return joined({"<auth xmlns='", sasl_ns, "' mechanism='", mechanism, "'>", xmpp::sasl::base64(data), "</auth>"});
}

std::string plain_auth(std::string_view user, std::string_view password) {
  const std::string nul(1, '\0');
  return auth("PLAIN", joined({nul, user, nul, password}));
}

std::string response(std::string_view data) {
  return sasl_element("response", xmpp::sasl::base64(data));
}

std::string bind_request(std::string_view id, std::string_view resource) {
  return joined({"<iq type='set' id='", id, "'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>", resource,
                 "</resource></bind></iq>"});
}

std::string session_request(std::string_view id) {
  return joined({"<iq type='set' id='", id, "'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>"});
}

std::string roster_request(std::string_view id) {
  return joined({"<iq type='get' id='", id, "'><query xmlns='jabber:iq:roster'/></iq>"});
}

std::string server_header(std::string_view id) {
  return joined(
      {"<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
       "xmlns:stream='http://etherx.jabber.org/streams' from='localhost' id='",
       id, "' version='1.0' xml:lang='en'>"});
}

std::string features(std::string_view content) {
  return joined({"<stream:features>", content, "</stream:features>"});
}

std::string sasl_features(std::initializer_list<std::string_view> mechanisms) {
  std::string content;
  for (const auto mechanism : mechanisms) content += joined({"<mechanism>", mechanism, "</mechanism>"});
  return features(sasl_element("mechanisms", content));
}

std::string bind_features() {
  return features("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>");
}

std::string challenge(std::string_view data) {
  return sasl_element("challenge", xmpp::sasl::base64(data));
}

std::string success(std::string_view data) {
  return sasl_element("success", xmpp::sasl::base64(data));
}

std::string sasl_failure(std::string_view condition) {
  return sasl_element("failure", joined({"<", condition, "/>"}));
}

std::string bind_result(std::string_view id, std::string_view jid) {
  return joined({"<iq type='result' id='", id, "'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>", jid,
                 "</jid></bind></iq>"});
}

std::string stream_error(std::string_view condition) {
  return joined({"<stream:error><", condition, " xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>"});
}

std::string server_sasl_features() {
  return sasl_features({"SCRAM-SHA-256", "SCRAM-SHA-1", "PLAIN"});
}

std::string server_bind_features() {
  return features(
      "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
      "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>");
}

void authenticate(Dialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"PLAIN"}));
  d.client_sends(plain_auth());
}

void restart(Dialogue& d) {
  authenticate(d);
  d.server_sends(success());
  d.client_sends(client_header());
  d.server_sends(server_header("id2"));
}

void log_in(Dialogue& d) {
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<presence/>");
  d.expect_online();
}

void open(ServerDialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + server_sasl_features());
}

void authenticate(ServerDialogue& d) {
  open(d);
  d.client_sends(plain_auth());
  d.server_sends(success());
  d.client_sends(client_header());
  d.server_sends(server_header("id1r") + server_bind_features());
}

void log_in(ServerDialogue& d) {
  authenticate(d);
  d.client_sends(bind_request("b1"));
  d.expect_event("bind balcony");
  d.server_binds("juliet@localhost/balcony");
  d.server_sends(bind_result("b1"));
}

xmpp::ClientConfig without_roster() {
  auto config = client_config();
  config.fetch_roster = false;
  return config;
}

xmpp::ClientConfig client_config() {
  xmpp::ClientConfig config;
  config.domain = "localhost";
  config.nonce = [] { return std::string{"clientnonce"}; };
  config.sasl.min_iterations = 1;
  return config;
}

xmpp::ServerConfig server_config() {
  static const OneAccount accounts;
  xmpp::ServerConfig config;
  config.domain = "localhost";
  config.credentials = &accounts;
  config.nonce = [] { return std::string{"servernonce"}; };
  return config;
}

std::optional<std::string> OneAccount::password(std::string_view user) const {
  return user == "juliet" ? std::optional<std::string>{"secret"} : std::nullopt;
}

}  // namespace squall::test
