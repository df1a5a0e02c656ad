#include <algorithm>

#include "src/server/router.hpp"
#include "xmpp/stanza/message.hpp"

// Presence, with a roster that is always empty: it goes to the account's own resources, and to whom it is directed.
// Spec: RFC 6121 section 4.

namespace squall::server {
namespace {

using xmpp::PresenceType;

constexpr std::size_t most_directed = 256;  // JIDs a resource may have told of itself before they are forgotten
constexpr xmpp::StanzaError no_subscriptions{"cancel", "feature-not-implemented"};

bool has_children(const parsers::Element& element) {
  return element.end() - element.begin() > 2;
}

}  // namespace

void Router::presence(Resource& sender, const Stanza& stanza) {
  ++counts_.presences_in;
  const PresenceType type = xmpp::presence_type(stanza.element);
  switch (type) {
    case PresenceType::available:
    case PresenceType::unavailable:
      if (stanza.element.attribute("to").present()) return directed_presence(sender, stanza, type);
      return broadcast_presence(sender, stanza, type);
    case PresenceType::error:
      return directed_presence(sender, stanza, type);
    case PresenceType::subscribe:
      return xmpp::append_bounce(sender.output(), stanza.element, no_subscriptions);
    case PresenceType::invalid:
      return xmpp::append_bounce(sender.output(), stanza.element, xmpp::bad_request);
    case PresenceType::subscribed:
    case PresenceType::unsubscribe:
    case PresenceType::unsubscribed:
    case PresenceType::probe:
      return;  // nothing that an empty roster could hold changes
  }
}

/// RFC 6121 sections 4.2.2, 4.4.2 and 4.5.2: to all available resources of the account, the sender's own among them.
void Router::broadcast_presence(Resource& sender, const Stanza& stanza, PresenceType type) {
  if (type == PresenceType::available) become_available(sender, stanza);
  for (Resource* resource : sender.account->resources()) {
    if (resource->is_available()) deliver(sender, stanza, *resource);
  }
  if (type == PresenceType::available) return;
  tell_directed(sender);
  sender.available_since = 0;
  sender.memory.reset();
}

void Router::become_available(Resource& sender, const Stanza& stanza) {
  const bool is_initial = !sender.is_available();
  sender.priority = static_cast<std::int8_t>(xmpp::presence_priority(stanza.element));
  remember(sender, stanza);
  if (!is_initial) return;
  tell_others_to(sender);
  sender.available_since = ++availabilities_;
}

void Router::remember(Resource& sender, const Stanza& stanza) {
  if (!has_children(stanza.element)) {
    if (sender.memory) sender.memory->stanza.clear();
    return;
  }
  if (!sender.memory) sender.memory = std::make_unique<PresenceMemory>();
  sender.memory->stanza.clear();
  forwarder_.append(sender.memory->stanza, stanza, sender.from_attribute());
}

/// The answers to the probes of RFC 6121 section 4.2.2, as far as they concern the account itself.
void Router::tell_others_to(Resource& newcomer) {
  for (const Resource* other : newcomer.account->resources()) {
    if (!other->is_available()) continue;
    if (other->memory && !other->memory->stanza.empty()) {
      newcomer.output().append(other->memory->stanza);
    } else {
      newcomer.output().append("<presence").append(other->from_attribute()).append("/>");
    }
  }
}

/// The connection is gone, or the resource was taken over: RFC 6121 section 4.5.4.
void Router::become_unavailable(Resource& sender) {
  if (sender.is_available()) {
    sender.available_since = 0;
    for (Resource* resource : sender.account->resources()) {
      if (resource->is_available()) say_unavailable(sender, *resource);
    }
  }
  tell_directed(sender);
  sender.memory.reset();
}

void Router::say_unavailable(const Resource& sender, Resource& receiver) {
  if (&sender == &receiver || !receiver.has_room(64 + sender.from_attribute().size())) return;
  receiver.output().append("<presence type='unavailable'").append(sender.from_attribute()).append("/>");
}

/// RFC 6121 section 4.6.3: who was sent directed presence learns that it is over.
void Router::tell_directed(Resource& sender) {
  if (!sender.memory) return;
  for (const std::string& jid : sender.memory->directed) {
    const Address address = split_address(jid);
    const Account* account = directory_.find(address.local);
    if (account == nullptr || account == sender.account) continue;
    for (Resource* resource : account->resources()) {
      const bool is_meant =
          address.resource.empty() ? resource->is_available() : resource->resourcepart() == address.resource;
      if (is_meant) say_unavailable(sender, *resource);
    }
  }
  sender.memory->directed.clear();
}

/// RFC 6121 sections 4.6 and 8.5: nobody there is no error.
void Router::directed_presence(Resource& sender, const Stanza& stanza, PresenceType type) {
  const Target target = find_target(sender, stanza);
  if (target.resource != nullptr) {
    deliver(sender, stanza, *target.resource);
  } else if (target.account != nullptr && target.address.resource.empty() && type != PresenceType::error) {
    for (Resource* resource : target.account->resources()) {
      if (resource->is_available()) deliver(sender, stanza, *resource);
    }
  } else {
    return;
  }
  remember_directed(sender, stanza, type);
}

void Router::remember_directed(Resource& sender, const Stanza& stanza, PresenceType type) {
  if (type == PresenceType::error) return;
  if (!sender.memory) sender.memory = std::make_unique<PresenceMemory>();
  auto& directed = sender.memory->directed;
  std::string to = stanza.element.attribute("to").str();
  const auto known = std::find(directed.begin(), directed.end(), to);
  if (type == PresenceType::unavailable) {
    if (known != directed.end()) directed.erase(known);
  } else if (known == directed.end() && directed.size() < most_directed) {
    directed.push_back(std::move(to));
  }
}

}  // namespace squall::server
