#include "parsers/corpus/stanzas.hpp"

#include <array>
#include <string_view>

#include "parsers/corpus/stanza_writer.hpp"
#include "parsers/corpus/vocabulary.hpp"

namespace squall::parsers::corpus {
namespace {

using namespace std::string_view_literals;

constexpr std::array chat_states{"active"sv, "composing"sv, "paused"sv, "inactive"sv, "gone"sv};
constexpr std::array shows{"away"sv, "chat"sv, "dnd"sv, "xa"sv};
constexpr std::array subscriptions{"both"sv, "to"sv, "from"sv, "none"sv};
constexpr std::array groups{"Friends"sv, "Work"sv, "Family"sv, "Chess club"sv, "Neighbours"sv};
constexpr std::array nodes{"https://gajim.org"sv, "http://conversations.im"sv, "https://dino.im"sv,
                           "http://psi-im.org"sv};

constexpr std::size_t photo_bytes = 64 * 1024;
constexpr std::size_t line_bytes = 76;

std::string photo(bool lines, Random& random) {
  const std::string all = base64(photo_bytes, random);
  if (!lines) return all;
  std::string broken;
  for (std::size_t at = 0; at < all.size(); at += line_bytes) broken.append(all, at, line_bytes) += '\n';
  return broken;
}

void add_caps(StanzaWriter& xml, Random& random) {
  xml.open("c").in("http://jabber.org/protocol/caps").attribute("hash", "sha-1").attribute("node", pick(nodes, random));
  xml.attribute("ver", base64(27, random) + '=').close();
}

void add_chat_state(StanzaWriter& xml, Random& random) {
  xml.open(pick(chat_states, random)).in("http://jabber.org/protocol/chatstates").close();
}

/// XEP-0359.
void add_stable_ids(StanzaWriter& xml, std::string_view user, Random& random) {
  xml.open("origin-id").in("urn:xmpp:sid:0").attribute("id", token(36, random)).close();
  xml.open("stanza-id").in("urn:xmpp:sid:0").attribute("by", user).attribute("id", token(36, random)).close();
}

void add_roster_item(StanzaWriter& xml, Random& random) {
  xml.open("item").attribute("jid", bare_jid(random)).attribute("subscription", pick(subscriptions, random));
  if (random.in_thousand(700)) xml.attribute("name", token(10, random));
  if (random.in_thousand(800)) xml.leaf("group", pick(groups, random));
  xml.close();
}

}  // namespace

/// About normally distributed around 140, with a deviation of 35.
std::size_t Stanzas::body_size() {
  std::size_t sum = 0;
  for (int i = 0; i < 12; ++i) sum += random_.below(36);
  return sum < 71 ? 1 : sum - 70;
}

std::string Stanzas::chat() {
  const TextStyle style{body_size(), random_.in_thousand(250), random_.in_thousand(200)};
  StanzaWriter xml(random_, unknown_);
  xml.open("message").attribute("from", full_jid(random_)).attribute("to", bare_jid(random_));
  xml.attribute("id", token(12, random_)).attribute("type", "chat");
  xml.leaf("body", text(style, random_));
  if (random_.in_thousand(600)) add_chat_state(xml, random_);
  return xml.close().take();
}

std::string Stanzas::chat_state() {
  StanzaWriter xml(random_, unknown_);
  xml.open("message").attribute("from", full_jid(random_)).attribute("to", full_jid(random_));
  xml.attribute("type", "chat").attribute("id", token(8, random_));
  add_chat_state(xml, random_);
  return xml.close().take();
}

std::string Stanzas::presence() {
  StanzaWriter xml(random_, unknown_);
  xml.open("presence").attribute("from", full_jid(random_)).attribute("to", bare_jid(random_));
  if (random_.in_thousand(600)) xml.leaf("show", pick(shows, random_));
  if (random_.in_thousand(500))
    xml.leaf("status", text({22, random_.in_thousand(100), random_.in_thousand(200)}, random_));
  xml.leaf("priority", std::to_string(random_.below(128)));
  add_caps(xml, random_);
  if (random_.in_thousand(300)) {
    xml.open("x").in("vcard-temp:x:update").leaf("photo", token(40, random_)).close();
  }
  return xml.close().take();
}

std::string Stanzas::roster(std::size_t items) {
  StanzaWriter xml(random_, unknown_);
  xml.open("iq").attribute("type", "result").attribute("to", full_jid(random_)).attribute("id", token(8, random_));
  xml.open("query").in("jabber:iq:roster").attribute("ver", "ver" + std::to_string(random_.below(1000)));
  for (std::size_t i = 0; i < items; ++i) add_roster_item(xml, random_);
  return xml.close().close().take();
}

std::string Stanzas::vcard() {
  StanzaWriter xml(random_, unknown_);
  xml.open("iq").attribute("type", "result").attribute("from", bare_jid(random_)).attribute("to", full_jid(random_));
  xml.attribute("id", token(8, random_));
  xml.open("vCard").in("vcard-temp").leaf("FN", text({12, false, random_.in_thousand(200)}, random_));
  xml.open("N").leaf("FAMILY", token(7, random_)).leaf("GIVEN", token(5, random_)).close();
  xml.leaf("URL", "https://example.org/" + token(10, random_));
  xml.open("PHOTO").leaf("TYPE", "image/jpeg").leaf("BINVAL", photo(random_.in_thousand(500), random_)).close();
  return xml.close().close().take();
}

std::string Stanzas::archived() {
  const std::string user = bare_jid(random_);
  const TextStyle style{body_size(), random_.in_thousand(250), random_.in_thousand(200)};
  StanzaWriter xml(random_, unknown_);
  xml.open("message").attribute("from", user).attribute("to", full_jid(random_)).attribute("id", token(10, random_));
  xml.open("result").in("urn:xmpp:mam:2").attribute("queryid", token(36, random_)).attribute("id", token(28, random_));
  xml.open("forwarded").in("urn:xmpp:forward:0");
  xml.open("delay").in("urn:xmpp:delay").attribute("stamp", timestamp(random_)).close();
  xml.open("message").in("jabber:client").attribute("from", full_jid(random_)).attribute("to", user);
  xml.attribute("xml:lang", "en")
      .attribute("type", "chat")
      .attribute("id", token(36, random_))
      .leaf("body", text(style, random_));
  if (random_.in_thousand(150)) add_chat_state(xml, random_);
  xml.leaf("thread", token(36, random_));
  if (random_.in_thousand(850)) add_stable_ids(xml, user, random_);
  if (random_.in_thousand(700)) xml.open("markable").in("urn:xmpp:chat-markers:0").close();
  return xml.close().close().close().close().take();
}

std::string Stanzas::stream_management() {
  StanzaWriter xml(random_, unknown_);
  const bool answer = random_.in_thousand(500);
  xml.open(answer ? "a" : "r").in("urn:xmpp:sm:3");
  if (answer) xml.attribute("h", std::to_string(random_.below(100000)));
  return xml.close().take();
}

std::string Stanzas::ping() {
  StanzaWriter xml(random_, unknown_);
  const bool asked = random_.in_thousand(500);
  xml.open("iq").attribute("from", "example.org").attribute("to", full_jid(random_));
  xml.attribute("id", token(10, random_)).attribute("type", asked ? "get" : "result");
  if (asked) xml.open("ping").in("urn:xmpp:ping").close();
  return xml.close().take();
}

std::string Stanzas::pubsub_event() {
  StanzaWriter xml(random_, unknown_);
  xml.open("message").attribute("from", bare_jid(random_)).attribute("to", full_jid(random_));
  xml.attribute("type", "headline").attribute("id", token(16, random_));
  xml.open("event").in("http://jabber.org/protocol/pubsub#event");
  xml.open("items").attribute("node", "http://jabber.org/protocol/tune");
  xml.open("item").attribute("id", token(20, random_)).open("tune").in("http://jabber.org/protocol/tune");
  xml.leaf("artist", text({14, random_.in_thousand(100), random_.in_thousand(200)}, random_));
  xml.leaf("length", std::to_string(random_.between(60, 900))).leaf("title", text({20, false, false}, random_));
  return xml.close().close().close().close().close().take();
}

std::string Stanzas::mixed() {
  const std::size_t drawn = random_.below(1000);
  if (drawn < 420) return chat();
  if (drawn < 620) return presence();
  if (drawn < 720) return stream_management();
  if (drawn < 780) return ping();
  if (drawn < 870) return chat_state();
  if (drawn < 950) return archived();
  if (drawn < 984) return pubsub_event();
  return drawn < 999 ? roster(random_.between(20, 60)) : vcard();
}

}  // namespace squall::parsers::corpus
