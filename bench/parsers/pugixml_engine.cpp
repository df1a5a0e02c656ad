#include <pugixml.hpp>

#include "bench/parsers/engine.hpp"
#include "bench/parsers/whole_stanzas.hpp"

namespace squall::bench {
namespace {

template <Mode mode>
void take(const pugi::xml_node& element, Consumer<mode>& consumer) {
  consumer.qualified_element(element.name());
  for (const pugi::xml_attribute& a : element.attributes()) consumer.qualified_attribute(a.name(), a.value());
  for (const pugi::xml_node& child : element.children()) {
    if (child.type() == pugi::node_element) {
      take(child, consumer);
    } else {
      consumer.text(child.value());
    }
  }
}

class PugixmlEngine final : public Engine {
 public:
  std::string_view name() const override { return "pugixml"; }
  std::string_view checks() const override { return "tags match; no UTF-8, names, namespaces"; }
  std::string_view builds() const override { return "tree"; }
  bool needs_whole_stanzas() const override { return true; }
  Totals run(std::span<const std::string_view> pieces, Mode mode) override {
    return mode == Mode::scan ? read<Mode::scan>(pieces) : read<Mode::consume>(pieces);
  }

 private:
  template <Mode mode>
  Totals read(std::span<const std::string_view> pieces) {
    Consumer<mode> consumer;
    for (const std::string_view stanza : stanzas_of(pieces)) {
      const auto result = document_.load_buffer(stanza.data(), stanza.size(), flags, pugi::encoding_utf8);
      if (!result) break;
      consumer.stanza();
      take(document_.first_child(), consumer);
    }
    return consumer.totals();
  }

  static constexpr unsigned flags = pugi::parse_default | pugi::parse_ws_pcdata;
  pugi::xml_document document_;
};

}  // namespace

std::unique_ptr<Engine> make_pugixml_engine() {
  return std::make_unique<PugixmlEngine>();
}

}  // namespace squall::bench
