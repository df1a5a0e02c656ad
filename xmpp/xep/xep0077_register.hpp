#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/parser.hpp"
#include "xmpp/stream/client_stream.hpp"

/// In-Band Registration, the client's side. Spec: XEP-0077.
namespace squall::xmpp::xep0077 {

/// What a request of type set carries: for a new account (section 3.1), and to be rid of one's own (section 3.2).
std::string registration(std::string_view user, std::string_view password);
inline constexpr std::string_view removal = "<query xmlns='jabber:iq:register'><remove/></query>";

enum class RegisterEvent : std::uint8_t {
  need_more,
  start_tls,  ///< negotiate TLS now, then call tls_established()
  done,       ///< the account exists; existed() tells whether it did before
  failed,     ///< failure() says why
};

/// A stream that makes one account and comes no further: header, STARTTLS as the policy wants it, and the request,
/// without logging in. Free of I/O, and fed and asked as a ClientStream is.
/// Spec: XEP-0077 section 3.1; RFC 6120 sections 4.7 and 5.
class RegisterStream {
 public:
  /// All must stay until done or failed.
  RegisterStream(const ClientConfig& config, std::string_view user, std::string_view password,
                 parsers::Workspace& workspace);

  void start(TimePoint now, std::string& out, bool secured = false);
  void tls_established(TimePoint now, std::string& out);
  void feed(std::string_view bytes) { parser_->feed(bytes); }
  RegisterEvent next(TimePoint now, std::string& out);
  void connection_lost(session_errc code, std::string_view text);
  std::optional<TimePoint> deadline() const;
  void expire(TimePoint now);

  bool existed() const { return existed_; }
  const Failure& failure() const { return failure_; }

 private:
  enum class State : std::uint8_t { header, features, proceed, answer, over };
  using Reaction = std::optional<RegisterEvent>;

  Reaction on_item(const parsers::Item& item, TimePoint now, std::string& out);
  Reaction on_element(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_features(const parsers::Element& features, TimePoint now, std::string& out);
  Reaction on_answer(const parsers::Element& iq);
  RegisterEvent fail(Stage stage, session_errc code, std::string condition = {}, std::string text = {});
  void expect(State state, TimePoint now);
  Stage stage() const;

  const ClientConfig& config_;
  std::string_view user_, password_;
  std::unique_ptr<parsers::Parser> parser_;
  State state_ = State::header;
  bool secured_ = false;
  bool existed_ = false;
  TimePoint deadline_{};
  Failure failure_;
};

}  // namespace squall::xmpp::xep0077
