#include "parsers/corpus/vocabulary.hpp"

#include <array>
#include <cstdio>

namespace squall::parsers::corpus {
namespace {

using namespace std::string_view_literals;

constexpr std::array plain_words{
    "the"sv,     "meeting"sv, "is"sv,      "at"sv,      "noon"sv,    "and"sv,     "we"sv,        "should"sv,  "bring"sv,
    "your"sv,    "notes"sv,   "from"sv,    "last"sv,    "week,"sv,   "please"sv,  "check"sv,     "whether"sv, "train"sv,
    "leaves"sv,  "early"sv,   "because"sv, "nobody"sv,  "wants"sv,   "to"sv,      "wait"sv,      "again."sv,  "I"sv,
    "have"sv,    "seen"sv,    "that"sv,    "report,"sv, "but"sv,     "it"sv,      "needs"sv,     "another"sv, "look;"sv,
    "server"sv,  "was"sv,     "slow"sv,    "this"sv,    "morning"sv, "then"sv,    "fine"sv,      "all"sv,     "day"sv,
    "coffee?"sv, "sure,"sv,   "give"sv,    "me"sv,      "ten"sv,     "minutes"sv, "ok"sv,        "see"sv,     "you"sv,
    "there"sv,   "don't"sv,   "forget"sv,  "keys!"sv,   "no"sv,      "problem"sv, "a"sv,         "of"sv,      "in"sv,
    "river"sv,   "window"sv,  "garden"sv,  "yellow"sv,  "bicycle"sv, "seven"sv,   "questions"sv, "remain"sv,  "open"sv,
    "until"sv,   "Thursday"sv};

constexpr std::array foreign_words{
    "zażółć"sv, "gęślą"sv,  "jaźń"sv, "über"sv,        "Straße"sv, "naïve"sv,      "déjà"sv, "vu"sv,     "καλημέρα"sv,
    "κόσμε"sv,  "привет"sv, "как"sv,  "дела"sv,        "今日は"sv, "元気ですか"sv, "明日"sv, "没问题"sv, "谢谢"sv,
    "שלום"sv,   "مرحبا"sv,  "नमस्ते"sv, "smörgåsbord"sv, "ça"sv,     "va"sv,         "😀"sv,    "👍"sv,      "🎉"sv};

constexpr std::array entities{"&amp;"sv, "&lt;"sv, "&gt;"sv, "&quot;"sv, "&apos;"sv, "&#8364;"sv, "&#x1F600;"sv};

constexpr std::array users{"juliet"sv, "romeo"sv,   "mercutio"sv, "benvolio"sv,  "tybalt"sv,  "nurse"sv,
                           "paris"sv,  "escalus"sv, "rosaline"sv, "balthasar"sv, "sampson"sv, "abram"sv};
constexpr std::array domains{"example.org"sv, "chat.example.com"sv, "im.example.net"sv, "capulet.example"sv,
                             "montague.example"sv};
constexpr std::array resources{"balcony"sv, "orchard"sv, "Conversations.x7Qe"sv, "gajim.4KD1"sv, "phone"sv,
                               "Dino-1f"sv, "tablet"sv};
constexpr std::array syllables{"vor"sv, "qua"sv, "zim"sv, "lek"sv, "pho"sv, "dru"sv,  "wex"sv, "jal"sv,
                               "nib"sv, "tso"sv, "gry"sv, "ux"sv,  "kwe"sv, "ompl"sv, "ith"sv, "bza"sv};

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::size_t characters_in(std::string_view utf8) {
  std::size_t count = 0;
  for (char c : utf8) count += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  return count;
}

std::string letters(std::size_t size, std::size_t kinds, Random& random) {
  std::string out(size, '\0');
  for (char& c : out) c = alphabet[random.below(kinds)];
  return out;
}

}  // namespace

std::string_view pick(std::span<const std::string_view> from, Random& random) {
  return from[random.below(from.size())];
}

std::string_view plain_word(Random& random) {
  return pick(plain_words, random);
}
std::string_view foreign_word(Random& random) {
  return pick(foreign_words, random);
}

std::string bare_jid(Random& random) {
  std::string jid(pick(users, random));
  jid += std::to_string(random.below(10000));
  jid += '@';
  return jid += pick(domains, random);
}

std::string full_jid(Random& random) {
  std::string jid = bare_jid(random);
  jid += '/';
  return jid += pick(resources, random);
}

std::string token(std::size_t size, Random& random) {
  return letters(size, 62, random);
}
std::string base64(std::size_t size, Random& random) {
  return letters(size, 64, random);
}

std::string timestamp(Random& random) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "20%02u-%02u-%02uT%02u:%02u:%02uZ",
                static_cast<unsigned>(random.between(10, 26)), static_cast<unsigned>(random.between(1, 12)),
                static_cast<unsigned>(random.between(1, 28)), static_cast<unsigned>(random.below(24)),
                static_cast<unsigned>(random.below(60)), static_cast<unsigned>(random.below(60)));
  return text.data();
}

std::string made_up_name(Random& random) {
  std::string name;
  for (std::size_t n = random.between(1, 4); n > 0; --n) name += pick(syllables, random);
  return name + "xyz"[random.below(3)];
}

std::string text(const TextStyle& style, Random& random) {
  std::string out;
  for (std::size_t count = 0; count < style.characters; ++count) {
    const bool entity = style.entities && random.in_thousand(120);
    const bool foreign = style.foreign && random.in_thousand(600);
    const std::string_view word = entity ? pick(entities, random) : foreign ? foreign_word(random) : plain_word(random);
    if (!out.empty()) out += ' ';
    out += word;
    count += entity ? 1 : characters_in(word);
  }
  return out;
}

}  // namespace squall::parsers::corpus
