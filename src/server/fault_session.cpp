#include "src/server/fault_router.hpp"
#include "src/server/fault_text.hpp"
#include "src/server/session.hpp"

// What faults do to one session.

namespace squall::server {

/// Only where the server has faults.
struct Session::Faults {
  std::optional<FaultKind> stall;  ///< where the login falls silent
  std::optional<FaultKind> end;    ///< how the connection is closed once the round is over
  bool is_silent = false;
  bool writes_bytes = false;  ///< of this round
};

Session::FaultsPointer Session::make_faults(const Realm& realm) {
  FaultsPointer faults(realm.faults == nullptr ? nullptr : new Faults);
  if (faults) faults->stall = realm.faults->accepted();
  return faults;
}

void Session::FaultsDeleter::operator()(Faults* faults) const {
  delete faults;
}

void Session::fall_silent() {
  faults_->is_silent = true;
  realm_.faults->plan().done(*faults_->stall);
}

/// A connection that never says anything takes nothing either.
void Session::stall_from_the_start() {
  if (faults_->stall != FaultKind::stall_handshake) return;
  fall_silent();
  connection_.stop_reading();
}

bool Session::is_silent(std::string_view bytes) {
  if (faults_->stall && !faults_->is_silent && begins_step(*faults_->stall, bytes)) fall_silent();
  return faults_->is_silent;
}

/// True if faults have dealt with the event.
bool Session::handle_with_faults(const xmpp::ServerEvent& event) {
  const Stanza stanza{event.element, event.bytes};
  switch (event.kind) {
    case xmpp::ServerEventKind::message:
      if (const auto fault = realm_.faults->message(*this, stanza, net::Clock::now())) suffer(*fault);
      return true;
    case xmpp::ServerEventKind::presence:
      realm_.faults->presence(*this, stanza);
      return true;
    case xmpp::ServerEventKind::iq:
      realm_.faults->iq(*this, stanza);
      return true;
    default:
      return false;
  }
}

void Session::suffer(FaultKind fault) {
  switch (fault) {
    case FaultKind::close:
    case FaultKind::reset:
      faults_->end = fault;
      return begin_closing();
    case FaultKind::half_close:
      return begin_closing();
    case FaultKind::stop_reading:
      return connection_.stop_reading();
    case FaultKind::stream_error:
      ++realm_.counts.stream_errors;
      return end(realm_.faults->plan().condition(fault));
    default:
      return;
  }
}

/// True if that was the connection's end; the session is gone then.
bool Session::ends_by_fault() {
  if (!faults_->end) return false;
  connection_.close(*faults_->end == FaultKind::reset);
  realm_.owner.remove(*this);
  return true;
}

void Session::write_byte_by_byte() {
  faults_->writes_bytes = true;
}

net::WriteOutcome Session::write_with_faults(std::string_view bytes) {
  if (!std::exchange(faults_->writes_bytes, false)) return connection_.write(bytes);
  net::WriteOutcome outcome = net::WriteOutcome::sent;
  for (std::size_t i = 0; i < bytes.size() && outcome != net::WriteOutcome::refused; ++i) {
    outcome = connection_.write(bytes.substr(i, 1));
  }
  return outcome;
}

}  // namespace squall::server
