#pragma once

#include <span>
#include <string>
#include <string_view>

#include "parsers/corpus/random.hpp"

namespace squall::parsers::corpus {

std::string_view pick(std::span<const std::string_view> from, Random& random);

/// A word of everyday ASCII text, or of text that takes several bytes a character.
std::string_view plain_word(Random& random);
std::string_view foreign_word(Random& random);

/// user@domain and user@domain/resource.
std::string bare_jid(Random& random);
std::string full_jid(Random& random);

/// Letters and digits, as ids and caches' keys are made of.
std::string token(std::size_t size, Random& random);
std::string base64(std::size_t size, Random& random);
/// 2024-03-17T08:51:07Z, in XEP-0082's form.
std::string timestamp(Random& random);
/// A name that stands in no table: made of syllables, 3 to 14 letters.
std::string made_up_name(Random& random);

/// Text of about `characters` characters, ended at a word, as it stands in XML.
struct TextStyle {
  std::size_t characters = 140;
  bool entities = false;  ///< some of the five and a few character references
  bool foreign = false;
};
std::string text(const TextStyle& style, Random& random);

}  // namespace squall::parsers::corpus
