#include "parser_outcome.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "parsers/canonical.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml_names.hpp"

namespace squall::parsers::fuzz {
namespace {

class Reader {
 public:
  Reader(ParserKind kind, const Limits& limits) : parser_(make_parser(kind, limits, workspace())) {}

  /// False after an error.
  bool feed(std::string_view piece) {
    const std::unique_ptr<char[]> memory(new char[piece.size()]);
    std::memcpy(memory.get(), piece.data(), piece.size());
    parser_->feed({memory.get(), piece.size()});
    for (Item item = parser_->next(); item.kind != ItemKind::need_more; item = parser_->next()) {
      outcome_.error = item.error;
      if (item.kind == ItemKind::error) break;
      outcome_.items.push_back(line(item));
    }
    return !outcome_.error;
  }

  Outcome finish() {
    CanonicalWriter writer;
    writer.unfinished(parser_->unfinished());
    outcome_.unfinished = writer.take();
    return std::move(outcome_);
  }

 private:
  static std::string line(const Item& item) {
    CanonicalWriter writer;
    if (item.kind == ItemKind::stream_open) writer.stream_open(item.element);
    if (item.kind == ItemKind::stanza) writer.stanza(item.element);
    if (item.kind == ItemKind::stream_close) writer.stream_close();
    return writer.take();
  }

  static Workspace& workspace() {
    static const auto shared = make_workspace();
    return *shared;
  }

  std::unique_ptr<Parser> parser_;
  Outcome outcome_;
};

bool is_limit(parse_errc code) {
  return code >= parse_errc::depth_limit;
}

/// Where the token begins that the bytes end in: a declaration or tag that is not whole, or text that no markup
/// follows.
std::size_t last_token(std::string_view bytes) {
  if (bytes.find("<?xml") < 4 && bytes.find("?>") == std::string_view::npos) return 0;
  const auto tag = bytes.rfind('<');
  if (tag == std::string_view::npos) return 0;
  char quote = '\0';
  for (const char c : bytes.substr(tag)) {
    if (quote) {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '>') {
      return bytes.rfind('>') + 1;
    }
  }
  return tag;
}

/// Whether expat stopped at a character that only the 5th edition allows in names.
bool is_newer_name(std::string_view bytes, const ParseError& error) {
  if (error.code != parse_errc::not_well_formed || error.offset >= bytes.size()) return false;
  const auto next = xml::decode_utf8(bytes.substr(static_cast<std::size_t>(error.offset)));
  return next.status == xml::Decoded::Status::good && next.character >= 0x80 && is_name_char(next.character);
}

bool is_prefix(const std::string& a, const std::string& b) {
  return a.starts_with(b) || b.starts_with(a);
}

}  // namespace

Outcome read(ParserKind kind, const Limits& limits, std::string_view bytes, std::size_t chunk) {
  Reader reader(kind, limits);
  const std::size_t step = chunk ? chunk : std::max<std::size_t>(bytes.size(), 1);
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    if (!reader.feed(bytes.substr(at, step))) break;
  }
  return reader.finish();
}

std::string contradiction(const Outcome& a, const Outcome& b, std::string_view bytes, bool expat) {
  if (expat && is_newer_name(bytes, b.error)) return {};
  if (a.items != b.items) return "items";
  if (bool(a.error) != bool(b.error)) {
    const ParseError& error = a.error ? a.error : b.error;
    return error.offset >= last_token(bytes) || is_limit(error.code) ? "" : "one reports an error";
  }
  if (is_limit(a.error.code) != is_limit(b.error.code)) return {};
  if (!is_prefix(a.unfinished, b.unfinished)) return "unfinished stanza";
  return {};
}

std::string to_text(const Outcome& outcome) {
  std::string text;
  for (const std::string& item : outcome.items) text += item;
  text += "unfinished:\n" + outcome.unfinished;
  if (outcome.error) {
    text += "error: " + std::string(to_string(outcome.error.code)) + " at " + std::to_string(outcome.error.offset);
  }
  return text + '\n';
}

}  // namespace squall::parsers::fuzz
