#pragma once

#include <string>
#include <variant>

#include "parsers/corpus/corpus.hpp"

namespace squall::parsers::corpus {

/// A recorded stream as a corpus, or what is wrong with it, completing "the file …". It must be one stream, with a
/// stanza at least, from its header on and without a restart; its end tag may be missing. White space stays, behind
/// the stanza or header before it.
std::variant<Corpus, std::string> from_recording(std::string bytes);

/// Short for a corpus's bytes, the same on every machine: FNV-1a, 64 bits, in hexadecimal.
std::string hash_of(const Corpus& corpus);

}  // namespace squall::parsers::corpus
