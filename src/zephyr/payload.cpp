#include "src/zephyr/payload.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "parsers/corpus/random.hpp"
#include "parsers/parser.hpp"

namespace squall::zephyr {
namespace {

using parsers::corpus::Random;

constexpr std::array all_contents{Content::chat, Content::text, Content::roster, Content::vcard};
constexpr std::size_t chat_characters = 140;
constexpr std::size_t text_characters = 5000;
constexpr std::size_t roster_items = 500;
constexpr std::size_t photo_bytes = 64 * 1024;
constexpr std::size_t segment = 1460;

/// One character of a body, as XML.
std::string_view character(Random& random, bool rich) {
  static constexpr std::string_view plain = "etaoinshrdlucmfwypvbgk,. EARTHIS019?";
  static constexpr std::array<std::string_view, 8> special{"&lt;",     "&amp;",        "&apos;",   "&gt;",
                                                           "\xC3\xA9", "\xE2\x82\xAC", "\xC3\xBC", "\xF0\x9F\x98\x80"};
  if (rich && random.in_thousand(40)) return special[random.below(special.size())];
  if (random.in_thousand(170)) return " ";
  return plain.substr(random.below(plain.size()), 1);
}

std::string body(Random& random, std::size_t characters) {
  const bool rich = random.in_thousand(450);
  std::string out = "<body>";
  for (std::size_t i = 0; i < characters; ++i) out += character(random, rich);
  return out + "</body>";
}

std::string chat(Random& random) {
  std::string out = body(random, chat_characters);
  if (random.in_thousand(600)) out += "<active xmlns='http://jabber.org/protocol/chatstates'/>";
  return out;
}

std::string word(Random& random) {
  std::string out;
  for (std::size_t left = random.between(4, 10); left > 0; --left) out += static_cast<char>('a' + random.below(26));
  return out;
}

std::string roster(Random& random) {
  std::string out = "<query xmlns='jabber:iq:roster'>";
  for (std::size_t i = 0; i < roster_items; ++i) {
    out += fmt::format("<item jid='{}@{}.example' name='{} {}' subscription='both'><group>{}</group></item>",
                       word(random), word(random), word(random), word(random), word(random));
  }
  return out + "</query>";
}

std::string vcard(Random& random) {
  static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out = fmt::format("<vCard xmlns='vcard-temp'><FN>{} {}</FN><PHOTO><TYPE>image/jpeg</TYPE><BINVAL>",
                                word(random), word(random));
  const bool in_lines = random.in_thousand(500);
  for (std::size_t i = 0; i < photo_bytes; ++i) {
    if (in_lines && i % 76 == 75) out += '\n';
    out += digits[random.below(digits.size())];
  }
  return out + "</BINVAL></PHOTO></vCard>";
}

std::string xml_of(Content content, Random& random) {
  switch (content) {
    case Content::chat:
      return chat(random);
    case Content::text:
      return body(random, text_characters);
    case Content::roster:
      return roster(random);
    case Content::vcard:
      return vcard(random);
  }
  return {};
}

/// FNV-1a with a mark between things, so that a boundary that moves changes it.
class Digest {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) step(static_cast<unsigned char>(c));
  }
  void mark(unsigned kind) { step(256 + kind); }
  std::uint64_t value() const { return value_; }

 private:
  void step(std::uint64_t item) { value_ = (value_ ^ item) * 0x100000001B3u; }
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

std::uint64_t digest_of_xml(const std::string& xml) {
  const auto workspace = parsers::make_workspace();
  const auto parser = parsers::make_parser(parsers::ParserKind::stream, {.stanza_bytes = 1 << 20}, *workspace);
  const std::string stream =
      "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'><message>" + xml +
      "</message>";
  parser->feed(stream);
  parser->next();
  const auto item = parser->next();
  if (item.kind != parsers::ItemKind::stanza) throw std::logic_error("a payload is no XML");
  return content_digest(item.element);
}

}  // namespace

std::span<const Content> contents() {
  return all_contents;
}

std::string_view to_string(Content content) {
  switch (content) {
    case Content::chat:
      return "chat";
    case Content::text:
      return "text";
    case Content::roster:
      return "roster";
    case Content::vcard:
      return "vcard";
  }
  return {};
}

std::string_view in_words(Content content) {
  switch (content) {
    case Content::chat:
      return "chat, 140 characters";
    case Content::text:
      return "body of 5 KB";
    case Content::roster:
      return "roster, 500 items";
    case Content::vcard:
      return "vCard of 64 KB in 1,460 B segments";
  }
  return {};
}

std::optional<Content> content(std::string_view name) {
  for (const Content one : all_contents) {
    if (to_string(one) == name) return one;
  }
  return std::nullopt;
}

std::size_t segment_bytes(Content content) {
  return content == Content::vcard ? segment : 0;
}

std::vector<Payload> make_payloads(Content content, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Payload> payloads(count);
  for (Payload& payload : payloads) {
    payload.xml = xml_of(content, random);
    payload.digest = digest_of_xml(payload.xml);
  }
  return payloads;
}

/// The element's own name and attributes are left out, for a server changes them.
std::uint64_t content_digest(const parsers::Element& element) {
  Digest digest;
  std::string scratch;
  const parsers::Event* event = element.begin() + 1;
  while (event->kind() == parsers::EventKind::attribute) event += 2;
  for (bool in_text = false; event < element.end(); ++event) {
    const auto kind = event->kind();
    if (kind != parsers::EventKind::text || !in_text) digest.mark(static_cast<unsigned>(kind));
    in_text = kind == parsers::EventKind::text;
    if (kind == parsers::EventKind::text || kind == parsers::EventKind::value) {
      digest.add(parsers::Text(event->bytes(), event->decoding()).view(scratch));
    } else if (kind != parsers::EventKind::end) {
      digest.add(event->bytes());
      digest.mark(9);
      digest.add(element.namespaces().name(event->ns()));
    }
  }
  return digest.value();
}

}  // namespace squall::zephyr
