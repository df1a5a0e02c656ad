#include "src/accounts/account_job.hpp"

#include <utility>

#include "xmpp/stanza/error.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stanza/message.hpp"
#include "xmpp/xep/xep0199_ping.hpp"
#include "xmpp/xml.hpp"

namespace squall::accounts {
namespace {

using xmpp::ClientEventKind;
using xmpp::session_errc;
using xmpp::Stage;
using xmpp::xep0077::RegisterEvent;

constexpr int quiet_rounds_wanted = 2;
constexpr std::size_t most_transcript = 64 * 1024;  // bytes; a read more may come on top

std::string roster_item(const std::string& jid) {
  std::string query = "<query xmlns='jabber:iq:roster'><item";
  xmpp::xml::append_attribute(query, "jid", jid);
  return query + "/></query>";
}

void append_presence(std::string& out, std::string_view type, const std::string& jid) {
  out.append("<presence type='").append(type).append("'");
  xmpp::xml::append_attribute(out, "to", jid);
  out.append("/>");
}

}  // namespace

Job::Job(const Work& work, std::size_t index, std::uint32_t tries, net::ConnectionContext& network,
         parsers::Workspace& workspace)
    : work_(work), index_(index), tries_(tries), connection_(network, *this), workspace_(workspace) {}

void Job::start(net::TimePoint now) {
  connect(now);
}

/// To the first endpoint from `endpoint_` on that takes the attempt.
void Job::connect(net::TimePoint now) {
  deadline_ = now + work_.stream.step_timeout;
  std::error_code error;
  for (; endpoint_ < work_.endpoints.size(); ++endpoint_) {
    error = connection_.connect(work_.endpoints[endpoint_]);
    if (!error) return;
  }
  fail({Stage::connect, session_errc::connect_failed, {}, error.message()});
}

void Job::on_connected() {
  const net::TimePoint now = net::Clock::now();
  if (work_.direct_tls) return start_tls();
  begin(now, false);
}

void Job::begin(net::TimePoint now, bool secured) {
  const Account& account = work_.accounts[index_];
  if (work_.action == Action::make) {
    register_.emplace(work_.stream, account.user, account.password, workspace_);
    register_->start(now, out_, secured);
  } else {
    client_.emplace(work_.stream, xmpp::Credentials{account.user, account.password, "squall-accounts"}, workspace_);
    client_->start(now, out_, secured);
  }
  send();
}

void Job::start_tls() {
  deadline_ = net::Clock::now() + work_.stream.step_timeout;
  wants_tls_ = true;
  if (work_.tls == nullptr || connection_.start_tls(*work_.tls)) fail({Stage::tls, session_errc::tls_failed, {}, {}});
}

void Job::on_secured() {
  const net::TimePoint now = net::Clock::now();
  wants_tls_ = false;
  if (register_) {
    register_->tls_established(now, out_);
  } else if (client_) {
    client_->tls_established(now, out_);
  } else {
    return begin(now, true);
  }
  send();
}

void Job::on_received(std::string_view bytes, net::Arrival) {
  if (is_over_) return;
  if (work_.transcript != nullptr && work_.transcript->size() < most_transcript) work_.transcript->append(bytes);
  const net::TimePoint now = net::Clock::now();
  if (register_) {
    register_->feed(bytes);
    read_register(now);
  } else if (client_) {
    client_->feed(bytes);
    read_client(now);
  }
  send();
}

void Job::read_register(net::TimePoint now) {
  while (!is_over_) {
    switch (register_->next(now, out_)) {
      case RegisterEvent::need_more:
        return;
      case RegisterEvent::start_tls:
        return start_tls();
      case RegisterEvent::done:
        return finish();
      case RegisterEvent::failed:
        return fail(register_->failure());
    }
  }
}

void Job::read_client(net::TimePoint now) {
  while (!is_over_) {
    const auto event = client_->next(now, out_);
    if (event.kind == ClientEventKind::need_more) return;
    handle(event);
  }
}

void Job::handle(const xmpp::ClientEvent& event) {
  switch (event.kind) {
    case ClientEventKind::start_tls:
      return start_tls();
    case ClientEventKind::online:
      return act();
    case ClientEventKind::message:
      ++messages_;
      if (work_.action == Action::greet) greeted(event.element);
      return;
    case ClientEventKind::iq_answer:
      return answered(event);
    case ClientEventKind::failed:
      return fail(client_->failure());
    case ClientEventKind::closed:
      return fail({Stage::closed, session_errc::stream_closed, {}, {}});
    default:
      return;
  }
}

/// The user is online.
void Job::act() {
  deadline_ = net::Clock::now() + work_.stream.step_timeout;
  switch (work_.action) {
    case Action::remove:
      open_requests_ = 1;
      client_->request("set", {}, xmpp::xep0077::removal, out_);
      return;
    case Action::subscribe:
      return subscribe();
    case Action::approve:
      return approve();
    case Action::greet:
      xmpp::append_message(out_,
                           {.to = client_->jid(), .id = "greeting", .body = "Squall looks whether messages come"});
      return;
    case Action::drain:
    case Action::make:
      return ask();
  }
}

/// Others may have written to the user before.
void Job::greeted(const parsers::Element& message) {
  const xmpp::MessageView view(message);
  if (view.id() != "greeting") return;
  if (!view.is_error()) return finish();
  const auto error = xmpp::read_stanza_error(message);
  fail({Stage::online, session_errc::session_failed, error.condition, error.text});
}

void Job::subscribe() {
  for (const std::uint32_t contact : work_.contacts[index_]) {
    const std::string jid = work_.accounts[contact].user + '@' + work_.stream.domain;
    if (client_->request("set", {}, roster_item(jid), out_) != 0) ++open_requests_;
    append_presence(out_, "subscribe", jid);
  }
  ask();
}

void Job::approve() {
  for (const std::uint32_t contact : work_.contacts[index_]) {
    append_presence(out_, "subscribed", work_.accounts[contact].user + '@' + work_.stream.domain);
  }
  ask();
}

/// Its answer comes behind whatever the server has done with what went before.
void Job::ask() {
  messages_at_ask_ = messages_;
  if (client_->request("get", work_.stream.domain, xmpp::xep0199::payload, out_) != 0) ++open_requests_;
}

void Job::answered(const xmpp::ClientEvent& event) {
  if (open_requests_ > 0) --open_requests_;
  const bool refused = xmpp::iq_type(event.element) == xmpp::IqType::error;
  const bool is_plain_ping = work_.action == Action::drain || work_.action == Action::approve;
  if (refused && !is_plain_ping) {
    const auto error = xmpp::read_stanza_error(event.element);
    return fail({Stage::online, session_errc::session_failed, error.condition, error.text});
  }
  if (open_requests_ > 0) return;
  if (work_.action != Action::drain) return finish();
  quiet_rounds_ = messages_ == messages_at_ask_ ? quiet_rounds_ + 1 : 0;
  if (quiet_rounds_ >= quiet_rounds_wanted) return finish();
  deadline_ = net::Clock::now() + work_.stream.step_timeout;
  ask();
}

void Job::send() {
  if (!is_over_ && !out_.empty()) connection_.write(out_);
  out_.clear();
}

void Job::finish() {
  is_over_ = true;
  if (client_ && work_.action != Action::remove) {
    out_.clear();
    client_->close(out_);
    connection_.write(out_);
  }
}

void Job::fail(xmpp::Failure failure) {
  if (is_over_) return;
  failure_ = std::move(failure);
  is_over_ = true;
}

void Job::on_closed(std::error_code error) {
  if (is_over_) return;
  const std::string why = error ? error.message() : "";
  if (wants_tls_) return fail({Stage::tls, session_errc::tls_failed, {}, why});
  if (!register_ && !client_) {
    ++endpoint_;
    return connect(net::Clock::now());
  }
  if (register_) {
    register_->connection_lost(session_errc::connection_lost, why);
    return read_register(net::Clock::now());
  }
  client_->connection_lost(session_errc::connection_lost, why);
  read_client(net::Clock::now());
}

void Job::expire(net::TimePoint now) {
  if (is_over_) return;
  const bool dialogue = !wants_tls_ && (register_ || (client_ && !client_->is_online()));
  if (!dialogue) {
    const Stage stage = wants_tls_ ? Stage::tls : client_ ? Stage::online : Stage::connect;
    if (now >= deadline_) fail({stage, session_errc::timed_out, {}, {}});
  } else if (register_) {
    register_->expire(now);
    read_register(now);
  } else {
    client_->expire(now);
    read_client(now);
  }
}

bool Job::is_transient() const {
  switch (failure_.code) {
    case session_errc::connection_lost:
    case session_errc::connect_failed:
    case session_errc::local_limit:
    case session_errc::timed_out:
    case session_errc::stream_closed:
      return true;
    default:
      return failure_.condition == "internal-server-error" || failure_.condition == "resource-constraint";
  }
}

}  // namespace squall::accounts
