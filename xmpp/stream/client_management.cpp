#include <utility>

#include "xmpp/namespaces.hpp"
#include "xmpp/stream/detail/client_impl.hpp"

// Acknowledgements and resumption. Spec: XEP-0198.

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ClientEvent>;

constexpr std::uint32_t stanzas_a_request = 16;

std::optional<std::uint32_t> handled(const parsers::Element& element) {
  std::string scratch;
  return parse_count(element.attribute("h").view(scratch));
}

bool is_true(const parsers::Text& value) {
  return value == "true" || value == "1";
}

}  // namespace

void ClientStream::Impl::manage(const parsers::Element& enabled) {
  managed.reset(new ManagedSession{{}, {}, 0, UnackedQueue{config->unacked_limit}});
  if (is_true(enabled.attribute("resume"))) managed->id = enabled.attribute("id").str();
}

/// False if there is nothing to be resumed, or the server does not do it.
bool ClientStream::Impl::start_resume(TimePoint now, std::string& out) {
  if (!resumable || !login->features.stream_management) return false;
  append_resume(out, *resumable);
  state = ClientState::resume;
  arm(now);
  return true;
}

Reaction ClientStream::Impl::on_management(const parsers::Element& element, TimePoint now, std::string& out) {
  const auto name = element.local();
  if (name == "r" && managed) {
    if (may_speak()) append_ack(out, managed->received);
    return std::nullopt;
  }
  if (name == "a" && managed) return on_ack(element, out);
  return on_management_answer(element, now, out);
}

/// What was asked for is granted, or <failed/>: then it goes on without.
Reaction ClientStream::Impl::on_management_answer(const parsers::Element& element, TimePoint now, std::string& out) {
  const auto name = element.local();
  if (state == ClientState::resume && name == "resumed") return on_resumed(element, out);
  if (state == ClientState::resume && name == "failed") return ask_to_bind(now, out);
  const bool is_answer = state == ClientState::management && (name == "enabled" || name == "failed");
  if (!is_answer) return std::nullopt;  // nobody asked for it
  if (name == "enabled") manage(element);
  return go_on(now, out);
}

Reaction ClientStream::Impl::on_ack(const parsers::Element& ack, std::string& out) {
  const auto count = handled(ack);
  if (count && managed->unacked.acknowledge(*count)) return std::nullopt;
  if (count && may_speak()) append_ack_too_high(out, *count, managed->unacked.sent());
  return fail_and_close(out, session_errc::unexpected_element);
}

Reaction ClientStream::Impl::on_resumed(const parsers::Element& resumed, std::string& out) {
  const auto count = handled(resumed);
  if (!(resumed.attribute("previd") == resumable->id) || !count || !resumable->unacked.acknowledge(*count)) {
    return fail_and_close(out, session_errc::unexpected_element);
  }
  managed = std::move(resumable);
  jid = managed->jid;
  for (const auto& stanza : managed->unacked.stanzas()) out += stanza;
  if (managed->unacked.size() > 0) append_ack_request(out);
  managed->unrequested = 0;
  return go_online(out, true);
}

void ClientStream::Impl::count_sent(std::string& out, std::size_t mark) {
  if (out.size() > mark) note_sent(std::string_view{out}.substr(mark), out);
}

void ClientStream::Impl::note_sent(std::string_view stanza, std::string& out) {
  if (!managed) return;
  managed->unacked.push(stanza);
  if (++managed->unrequested < stanzas_a_request) return;
  managed->unrequested = 0;
  append_ack_request(out);
}

std::unique_ptr<ManagedSession> ClientStream::Impl::take_session() {
  if (!why || why->code != session_errc::connection_lost) return nullptr;
  if (resumable) return std::move(resumable);
  if (!managed || managed->id.empty() || jid.empty()) return nullptr;
  managed->jid = jid;
  return std::move(managed);
}

}  // namespace squall::xmpp
