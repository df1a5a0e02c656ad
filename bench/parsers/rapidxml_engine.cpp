#include <vector>

#include <rapidxml/rapidxml.hpp>

#include "bench/parsers/engine.hpp"
#include "bench/parsers/whole_stanzas.hpp"

namespace squall::bench {
namespace {

using Node = rapidxml::xml_node<char>;

template <Mode mode>
void take(const Node* element, Consumer<mode>& consumer) {
  consumer.qualified_element({element->name(), element->name_size()});
  for (const auto* a = element->first_attribute(); a; a = a->next_attribute()) {
    consumer.qualified_attribute({a->name(), a->name_size()}, {a->value(), a->value_size()});
  }
  for (const Node* child = element->first_node(); child; child = child->next_sibling()) {
    if (child->type() == rapidxml::node_element) {
      take(child, consumer);
    } else {
      consumer.text({child->value(), child->value_size()});
    }
  }
}

/// In situ: each stanza is copied into a buffer, ended by NUL, and decoded there.
class RapidxmlEngine final : public Engine {
 public:
  std::string_view name() const override { return "RapidXML in situ"; }
  std::string_view checks() const override { return "nothing"; }
  std::string_view builds() const override { return "tree of views"; }
  bool needs_whole_stanzas() const override { return true; }
  Totals run(std::span<const std::string_view> pieces, Mode mode) override {
    return mode == Mode::scan ? read<Mode::scan>(pieces) : read<Mode::consume>(pieces);
  }

 private:
  template <Mode mode>
  Totals read(std::span<const std::string_view> pieces) try {
    Consumer<mode> consumer;
    for (const std::string_view stanza : stanzas_of(pieces)) {
      buffer_.assign(stanza.begin(), stanza.end());
      buffer_.push_back('\0');
      document_.clear();
      document_.parse<0>(buffer_.data());
      consumer.stanza();
      take(document_.first_node(), consumer);
    }
    return consumer.totals();
  } catch (const rapidxml::parse_error&) {
    return {};
  }

  std::vector<char> buffer_;
  rapidxml::xml_document<char> document_;
};

}  // namespace

std::unique_ptr<Engine> make_rapidxml_engine() {
  return std::make_unique<RapidxmlEngine>();
}

}  // namespace squall::bench
