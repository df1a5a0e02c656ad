#include "parsers/corpus/recorded.hpp"

#include <limits>
#include <optional>
#include <utility>

#include "parsers/stream/stream_parser.hpp"

namespace squall::parsers::corpus {
namespace {

constexpr std::string_view expected = "; a recorded XMPP stream is expected";

std::string fault(const ParseError& error) {
  return std::string("is ") + std::string(to_string(error.code)) + " at byte " + std::to_string(error.offset) +
         std::string(expected);
}

/// Finds where the header and the stanzas of a stream end.
class Borders {
 public:
  explicit Borders(const std::string& bytes) : bytes_(bytes), parser_(limits(), workspace_) {}

  /// What is wrong, if anything.
  std::optional<std::string> find(std::vector<std::size_t>& borders) {
    parser_.feed(bytes_);
    for (Item item = parser_.next(); item.kind != ItemKind::need_more; item = parser_.next()) {
      if (item.kind == ItemKind::error) return fault(item.error);
      if (item.kind == ItemKind::stream_open && !item.element.is("http://etherx.jabber.org/streams", "stream")) {
        return "begins with <" + std::string(item.element.local()) + ">, which is no stream header" +
               std::string(expected);
      }
      if (item.kind != ItemKind::stream_close) borders.push_back(bytes_.size() - parser_.rest().size());
    }
    if (borders.empty()) return "holds no stream header" + std::string(expected);
    if (borders.size() == 1) return "holds no stanza" + std::string(expected);
    if (parser_.unfinished()) return "ends amid a stanza" + std::string(expected);
    return std::nullopt;
  }

 private:
  /// The bytes are at hand, so nothing need be limited but depth.
  static Limits limits() {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    return {.token_bytes = most, .stanza_bytes = most};
  }

  std::string_view bytes_;
  Workspace workspace_;
  StreamParser parser_;
};

}  // namespace

std::variant<Corpus, std::string> from_recording(std::string bytes) {
  Corpus corpus;
  if (bytes.empty()) return "is empty" + std::string(expected);
  corpus.bytes = std::move(bytes);
  if (auto problem = Borders(corpus.bytes).find(corpus.borders)) return *std::move(problem);
  return corpus;
}

std::string hash_of(const Corpus& corpus) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : corpus.bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  std::string digits(16, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) digits[15 - i] = "0123456789abcdef"[hash >> (4 * i) & 15];
  return digits;
}

}  // namespace squall::parsers::corpus
