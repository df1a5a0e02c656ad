#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/server/counts.hpp"
#include "src/server/directory.hpp"
#include "src/server/forwarder.hpp"
#include "src/server/iq_service.hpp"
#include "xmpp/stanza/error.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stanza/presence.hpp"

namespace squall::server {

/// Decides where the stanzas of bound resources go. The roster is empty, there is no offline store and no other server.
/// Cost: a message between two bound resources allocates nothing but what their output grows by.
/// Spec: RFC 6120 section 10, RFC 6121 sections 4 and 8
class Router {
 public:
  /// All must outlive the router.
  Router(std::string_view domain, Forwarder& forwarder, ServerCounts& counts);

  /// Makes `resource`, which has its JID, reachable. Another one with that JID is unbound and replace()d.
  void bind(std::string_view localpart, Resource& resource);
  /// It is gone: tells those who think it is available. Does nothing if it is not bound.
  void unbind(Resource& resource);
  bool is_bound(std::string_view localpart, std::string_view resourcepart) const;
  std::size_t resources_of(std::string_view localpart) const;

  void message(Resource& sender, const Stanza& stanza);
  void presence(Resource& sender, const Stanza& stanza);
  void iq(Resource& sender, const Stanza& stanza);

  /// Whom a message would be delivered to now; null if it would go to nobody, or (a headline) to several.
  Resource* receiver_of(const Resource& sender, const Stanza& stanza);
  /// Whoever has that full JID.
  Resource* find(std::string_view full_jid) const;
  /// Answers a message with service-unavailable, and counts what became of it.
  void bounce(Resource& sender, const Stanza& stanza);

 private:
  /// Whom `to` names, as far as that is known here.
  struct Target {
    Address address;
    Account* account = nullptr;
    Resource* resource = nullptr;  ///< of a full JID
    bool is_here = false;          ///< the domain is ours
  };
  Target find_target(const Resource& sender, const Stanza& stanza);
  xmpp::StanzaError unreachable(const Target& target, std::string_view to) const;

  bool deliver(Resource& sender, const Stanza& stanza, Resource& receiver);
  void deliver_message(Resource& sender, const Stanza& stanza, Resource& receiver);
  void message_to_account(Resource& sender, const Stanza& stanza, const Target& target);
  void headline(Resource& sender, const Stanza& stanza, const Account* account);
  void return_message(Resource& sender, const Stanza& stanza, const xmpp::StanzaError& error);

  void broadcast_presence(Resource& sender, const Stanza& stanza, xmpp::PresenceType type);
  void become_available(Resource& sender, const Stanza& stanza);
  void become_unavailable(Resource& sender);
  void remember(Resource& sender, const Stanza& stanza);
  void tell_others_to(Resource& newcomer);
  void directed_presence(Resource& sender, const Stanza& stanza, xmpp::PresenceType type);
  void remember_directed(Resource& sender, const Stanza& stanza, xmpp::PresenceType type);
  void say_unavailable(const Resource& sender, Resource& receiver);
  void tell_directed(Resource& sender);

  std::string domain_;
  Forwarder& forwarder_;
  ServerCounts& counts_;
  Directory directory_;
  IqService service_;
  std::uint64_t availabilities_ = 0;
  std::string scratch_;  // a decoded `to`
};

}  // namespace squall::server
