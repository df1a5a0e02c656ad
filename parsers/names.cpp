#include "parsers/names.hpp"

#include <array>
#include <cstddef>

namespace squall::parsers::well_known {
namespace {

constexpr auto table = std::to_array<std::string_view>({
    "",
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2000/xmlns/",
    "http://etherx.jabber.org/streams",
    "jabber:client",
    "jabber:server",
    "jabber:server:dialback",
    "jabber:iq:roster",
    "jabber:iq:auth",
    "jabber:iq:last",
    "jabber:iq:privacy",
    "jabber:iq:private",
    "jabber:iq:register",
    "jabber:iq:search",
    "jabber:iq:time",
    "jabber:iq:version",
    "jabber:x:conference",
    "jabber:x:data",
    "jabber:x:delay",
    "jabber:x:event",
    "jabber:x:oob",
    "jabber:x:encrypted",
    "jabber:x:signed",
    "vcard-temp",
    "vcard-temp:x:update",
    "storage:bookmarks",
    "storage:metacontacts",
    "storage:rosternotes",
    "roster:delimiter",
    "urn:ietf:params:xml:ns:xmpp-bind",
    "urn:ietf:params:xml:ns:xmpp-sasl",
    "urn:ietf:params:xml:ns:xmpp-session",
    "urn:ietf:params:xml:ns:xmpp-stanzas",
    "urn:ietf:params:xml:ns:xmpp-streams",
    "urn:ietf:params:xml:ns:xmpp-tls",
    "urn:ietf:params:xml:ns:vcard-4.0",
    "http://jabber.org/features/iq-auth",
    "http://jabber.org/features/iq-register",
    "http://jabber.org/protocol/activity",
    "http://jabber.org/protocol/address",
    "http://jabber.org/protocol/amp",
    "http://jabber.org/protocol/bytestreams",
    "http://jabber.org/protocol/caps",
    "http://jabber.org/protocol/chatstates",
    "http://jabber.org/protocol/commands",
    "http://jabber.org/protocol/compress",
    "http://jabber.org/protocol/disco#info",
    "http://jabber.org/protocol/disco#items",
    "http://jabber.org/protocol/feature-neg",
    "http://jabber.org/protocol/geoloc",
    "http://jabber.org/protocol/httpbind",
    "http://jabber.org/protocol/http-auth",
    "http://jabber.org/protocol/ibb",
    "http://jabber.org/protocol/mood",
    "http://jabber.org/protocol/muc",
    "http://jabber.org/protocol/muc#admin",
    "http://jabber.org/protocol/muc#owner",
    "http://jabber.org/protocol/muc#user",
    "http://jabber.org/protocol/nick",
    "http://jabber.org/protocol/offline",
    "http://jabber.org/protocol/pubsub",
    "http://jabber.org/protocol/pubsub#errors",
    "http://jabber.org/protocol/pubsub#event",
    "http://jabber.org/protocol/pubsub#owner",
    "http://jabber.org/protocol/rosterx",
    "http://jabber.org/protocol/rsm",
    "http://jabber.org/protocol/shim",
    "http://jabber.org/protocol/si",
    "http://jabber.org/protocol/si/profile/file-transfer",
    "http://jabber.org/protocol/tune",
    "http://jabber.org/protocol/xdata-validate",
    "http://jabber.org/protocol/xdata-layout",
    "http://jabber.org/protocol/xhtml-im",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2005/Atom",
    "http://www.w3.org/2000/09/xmldsig#",
    "urn:xmpp:archive",
    "urn:xmpp:attention:0",
    "urn:xmpp:avatar:data",
    "urn:xmpp:avatar:metadata",
    "urn:xmpp:bind:0",
    "urn:xmpp:blocking",
    "urn:xmpp:bob",
    "urn:xmpp:bookmarks:1",
    "urn:xmpp:carbons:2",
    "urn:xmpp:chat-markers:0",
    "urn:xmpp:csi:0",
    "urn:xmpp:delay",
    "urn:xmpp:eme:0",
    "urn:xmpp:extdisco:2",
    "urn:xmpp:fallback:0",
    "urn:xmpp:features:rosterver",
    "urn:xmpp:features:pre-approval",
    "urn:xmpp:forward:0",
    "urn:xmpp:hashes:1",
    "urn:xmpp:hashes:2",
    "urn:xmpp:hints",
    "urn:xmpp:http:upload:0",
    "urn:xmpp:idle:1",
    "urn:xmpp:invite",
    "urn:xmpp:jingle:1",
    "urn:xmpp:jingle-message:0",
    "urn:xmpp:jingle:apps:file-transfer:5",
    "urn:xmpp:jingle:apps:rtp:1",
    "urn:xmpp:jingle:transports:ibb:1",
    "urn:xmpp:jingle:transports:ice-udp:1",
    "urn:xmpp:jingle:transports:s5b:1",
    "urn:xmpp:mam:2",
    "urn:xmpp:mam:2#extended",
    "urn:xmpp:message-correct:0",
    "urn:xmpp:message-retract:1",
    "urn:xmpp:mix:core:1",
    "urn:xmpp:occupant-id:0",
    "urn:xmpp:omemo:2",
    "urn:xmpp:openpgp:0",
    "urn:xmpp:ping",
    "urn:xmpp:push:0",
    "urn:xmpp:reactions:0",
    "urn:xmpp:receipts",
    "urn:xmpp:reference:0",
    "urn:xmpp:reply:0",
    "urn:xmpp:sasl:2",
    "urn:xmpp:sasl-cb:0",
    "urn:xmpp:sfs:0",
    "urn:xmpp:sid:0",
    "urn:xmpp:sm:2",
    "urn:xmpp:sm:3",
    "urn:xmpp:spoiler:0",
    "urn:xmpp:styling:0",
    "urn:xmpp:time",
    "eu.siacs.conversations.axolotl",
});

constexpr std::size_t slots = 512;

constexpr std::size_t slot_of(std::string_view name) {
  std::uint64_t h = name.size() * 0x9E3779B97F4A7C15u;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return (h >> 32) % slots;
}

constexpr std::array<std::uint16_t, slots> make_index() {
  std::array<std::uint16_t, slots> index{};
  for (std::uint16_t i = 1; i < table.size(); ++i) {
    std::size_t slot = slot_of(table[i]);
    while (index[slot] != 0) slot = (slot + 1) % slots;
    index[slot] = i;
  }
  return index;
}

constexpr auto index_by_name = make_index();

}  // namespace

std::span<const std::string_view> namespaces() {
  return table;
}

std::uint16_t count() {
  return static_cast<std::uint16_t>(table.size());
}

std::uint16_t find(std::string_view name) {
  if (name.empty()) return none;
  for (std::size_t slot = slot_of(name); index_by_name[slot] != 0; slot = (slot + 1) % slots) {
    if (table[index_by_name[slot]] == name) return index_by_name[slot];
  }
  return count();
}

}  // namespace squall::parsers::well_known
