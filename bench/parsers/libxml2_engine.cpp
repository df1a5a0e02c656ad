#include <new>

#include <libxml/parser.h>

#include "bench/parsers/engine.hpp"

namespace squall::bench {
namespace {

std::string_view view(const xmlChar* text) {
  return reinterpret_cast<const char*>(text);
}

/// Hands SAX2 callbacks to a consumer. The context's user data is the reader.
template <Mode mode>
class Libxml2Reader {
 public:
  static xmlSAXHandler handlers() {
    xmlSAXHandler sax{};
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = start;
    sax.endElementNs = end;
    sax.characters = text;
    sax.cdataBlock = text;
    sax.ignorableWhitespace = text;
    return sax;
  }
  const Totals& totals() const { return consumer_.totals(); }

 private:
  static void start(void* self, const xmlChar* local, const xmlChar*, const xmlChar*, int, const xmlChar**,
                    int attribute_count, int, const xmlChar** attributes) {
    auto& reader = *static_cast<Libxml2Reader*>(self);
    if (++reader.depth_ == 2) reader.consumer_.stanza();
    reader.consumer_.element(mode == Mode::consume ? view(local) : std::string_view{});
    for (int i = 0; i < attribute_count; ++i, attributes += 5) {
      const auto size = static_cast<std::size_t>(attributes[4] - attributes[3]);
      const std::string_view value{reinterpret_cast<const char*>(attributes[3]), size};
      reader.consumer_.attribute(mode == Mode::consume ? view(attributes[0]) : std::string_view{}, value);
    }
  }
  static void end(void* self, const xmlChar*, const xmlChar*, const xmlChar*) {
    --static_cast<Libxml2Reader*>(self)->depth_;
  }
  static void text(void* self, const xmlChar* characters, int size) {
    auto& reader = *static_cast<Libxml2Reader*>(self);
    if (reader.depth_ < 2) return;
    reader.consumer_.text({reinterpret_cast<const char*>(characters), static_cast<std::size_t>(size)});
  }

  Consumer<mode> consumer_;
  int depth_ = 0;
};

class Libxml2Engine final : public Engine {
 public:
  std::string_view name() const override { return "libxml2 SAX2 push"; }
  std::string_view checks() const override { return "all"; }
  std::string_view builds() const override { return "nothing (callbacks)"; }
  Totals run(std::span<const std::string_view> pieces, Mode mode) override {
    return mode == Mode::scan ? read<Mode::scan>(pieces) : read<Mode::consume>(pieces);
  }

 private:
  template <Mode mode>
  Totals read(std::span<const std::string_view> pieces) {
    Libxml2Reader<mode> reader;
    xmlSAXHandler sax = Libxml2Reader<mode>::handlers();
    xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&sax, &reader, nullptr, 0, nullptr);
    if (!context) throw std::bad_alloc();
    xmlCtxtUseOptions(context, XML_PARSE_HUGE | XML_PARSE_NONET);
    for (const std::string_view piece : pieces) {
      if (xmlParseChunk(context, piece.data(), static_cast<int>(piece.size()), 0) != 0) break;
    }
    xmlParseChunk(context, nullptr, 0, 1);
    xmlFreeParserCtxt(context);
    return reader.totals();
  }
};

}  // namespace

std::unique_ptr<Engine> make_libxml2_engine() {
  return std::make_unique<Libxml2Engine>();
}

}  // namespace squall::bench
