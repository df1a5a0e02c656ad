#include "src/server/router.hpp"

#include "xmpp/jid.hpp"
#include "xmpp/stanza/message.hpp"

// Binding, and where messages and IQs go; presence is in router_presence.cpp.

namespace squall::server {
namespace {

constexpr xmpp::StanzaError jid_malformed{"modify", "jid-malformed"};
constexpr xmpp::StanzaError remote_server_not_found{"cancel", "remote-server-not-found"};
constexpr xmpp::StanzaError receiver_too_slow{"wait", "resource-constraint"};

enum class MessageType : std::uint8_t { normal, chat, groupchat, headline, error };

/// Anything that is not one of the five counts as normal (RFC 6121 section 5.2.2).
MessageType message_type(const parsers::Element& message) {
  const auto type = message.attribute("type");
  if (!type.present() || type == "chat") return type.present() ? MessageType::chat : MessageType::normal;
  if (type == "error") return MessageType::error;
  if (type == "headline") return MessageType::headline;
  return type == "groupchat" ? MessageType::groupchat : MessageType::normal;
}

}  // namespace

Router::Router(std::string_view domain, Forwarder& forwarder, ServerCounts& counts)
    : domain_(domain), forwarder_(forwarder), counts_(counts) {}

void Router::bind(std::string_view localpart, Resource& resource) {
  if (Resource* old = directory_.find(localpart, resource.resourcepart())) {
    ++counts_.conflicts;
    unbind(*old);
    old->replace();
  }
  directory_.add(localpart, resource);
}

void Router::unbind(Resource& resource) {
  if (resource.account == nullptr) return;
  become_unavailable(resource);
  directory_.remove(resource);
}

bool Router::is_bound(std::string_view localpart, std::string_view resourcepart) const {
  return directory_.find(localpart, resourcepart) != nullptr;
}

std::size_t Router::resources_of(std::string_view localpart) const {
  const Account* account = directory_.find(localpart);
  return account == nullptr ? 0 : account->resources().size();
}

/// No `to` stands for the sender's own account (RFC 6120 section 10.3).
Router::Target Router::find_target(const Resource& sender, const Stanza& stanza) {
  const auto to = stanza.element.attribute("to");
  Target target;
  target.address = split_address(to.present() ? to.view(scratch_) : sender.bare_jid());
  target.is_here = target.address.domain == domain_ || xmpp::same_jid(target.address.domain, domain_);
  if (!target.is_here || target.address.local.empty()) return target;
  target.account = directory_.find(target.address.local);
  if (target.account != nullptr && !target.address.resource.empty()) {
    target.resource = target.account->find(target.address.resource);
  }
  return target;
}

xmpp::StanzaError Router::unreachable(const Target& target, std::string_view to) const {
  if (!to.empty() && !xmpp::Jid::parse(to)) return jid_malformed;
  return target.is_here ? xmpp::service_unavailable : remote_server_not_found;
}

bool Router::deliver(Resource& sender, const Stanza& stanza, Resource& receiver) {
  if (!receiver.has_room(stanza.bytes.size() + sender.from_attribute().size())) return false;
  forwarder_.append(receiver.output(), stanza, sender.from_attribute());
  return true;
}

void Router::message(Resource& sender, const Stanza& stanza) {
  ++counts_.messages_in;
  const Target target = find_target(sender, stanza);
  if (target.resource != nullptr) return deliver_message(sender, stanza, *target.resource);
  message_to_account(sender, stanza, target);
}

void Router::deliver_message(Resource& sender, const Stanza& stanza, Resource& receiver) {
  if (!deliver(sender, stanza, receiver)) return return_message(sender, stanza, receiver_too_slow);
  ++counts_.messages_routed;
}

Resource* Router::receiver_of(const Resource& sender, const Stanza& stanza) {
  const Target target = find_target(sender, stanza);
  if (target.resource != nullptr || target.account == nullptr) return target.resource;
  const MessageType type = message_type(stanza.element);
  const bool to_account = type == MessageType::chat || (type == MessageType::normal && target.address.resource.empty());
  return to_account ? target.account->most_available() : nullptr;
}

Resource* Router::find(std::string_view full_jid) const {
  const Address address = split_address(full_jid);
  return directory_.find(address.local, address.resource);
}

void Router::bounce(Resource& sender, const Stanza& stanza) {
  return_message(sender, stanza, xmpp::service_unavailable);
}

/// To a bare JID, or to a full one that nobody has: RFC 6121 sections 8.5.2 and 8.5.3.2.
void Router::message_to_account(Resource& sender, const Stanza& stanza, const Target& target) {
  const MessageType type = message_type(stanza.element);
  const bool is_full = !target.address.resource.empty();
  if (type == MessageType::headline && target.is_here)
    return headline(sender, stanza, is_full ? nullptr : target.account);
  const bool may_go_to_account = type == MessageType::chat || (type == MessageType::normal && !is_full);
  Resource* receiver = may_go_to_account && target.account != nullptr ? target.account->most_available() : nullptr;
  if (receiver != nullptr) return deliver_message(sender, stanza, *receiver);
  std::string to;
  return_message(sender, stanza, unreachable(target, stanza.element.attribute("to").view(to)));
}

void Router::headline(Resource& sender, const Stanza& stanza, const Account* account) {
  std::size_t receivers = 0;
  if (account != nullptr) {
    for (Resource* resource : account->resources()) {
      if (resource->is_available() && resource->priority >= 0 && deliver(sender, stanza, *resource)) ++receivers;
    }
  }
  ++(receivers > 0 ? counts_.messages_routed : counts_.messages_dropped_headline);
}

void Router::return_message(Resource& sender, const Stanza& stanza, const xmpp::StanzaError& error) {
  constexpr std::size_t error_size = 512;
  if (message_type(stanza.element) == MessageType::error) {
    ++counts_.messages_dropped_error;
  } else if (!sender.has_room(error_size)) {
    ++counts_.messages_dropped_full;
  } else {
    xmpp::append_bounce(sender.output(), stanza.element, error);
    ++counts_.messages_bounced;
  }
}

/// RFC 6120 section 10.5.4 and RFC 6121 section 8.5.
void Router::iq(Resource& sender, const Stanza& stanza) {
  ++counts_.iqs_in;
  const Target target = find_target(sender, stanza);
  if (target.resource != nullptr && deliver(sender, stanza, *target.resource)) return;
  if (xmpp::is_answer(xmpp::iq_type(stanza.element))) return;
  const bool is_bare = target.address.resource.empty();
  if (target.is_here && is_bare && target.address.local.empty()) {
    service_.answer_as_server(sender.output(), stanza.element);
  } else if (target.account != nullptr && is_bare && target.account == sender.account) {
    service_.answer_as_account(sender.output(), stanza.element);
  } else {
    std::string to;
    const auto error = unreachable(target, stanza.element.attribute("to").view(to));
    xmpp::append_iq_error(sender.output(), stanza.element, error, true);
  }
}

}  // namespace squall::server
