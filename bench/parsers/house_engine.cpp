#include <string>

#include "bench/parsers/engine.hpp"
#include "parsers/parser.hpp"

namespace squall::bench {
namespace {

using parsers::Event;
using parsers::EventKind;
using parsers::Item;
using parsers::ItemKind;
using parsers::ParserKind;

/// Hands the events of a tape to a consumer, decoding what needs it.
template <Mode mode>
class TapeReader {
 public:
  void take(const parsers::Element& element) {
    for (const Event* e = element.begin(); e != element.end(); ++e) take(*e);
  }
  Consumer<mode>& consumer() { return consumer_; }

 private:
  void take(const Event& e) {
    switch (e.kind()) {
      case EventKind::start:
        return consumer_.element(e.bytes());
      case EventKind::attribute:
        name_ = e.bytes();
        return;
      case EventKind::value:
        return consumer_.attribute(name_, characters(e));
      case EventKind::text:
        return consumer_.text(characters(e));
      case EventKind::end:
        return;
    }
  }
  std::string_view characters(const Event& e) {
    if (mode == Mode::scan) return e.bytes();
    return parsers::Text(e.bytes(), e.decoding()).view(scratch_);
  }

  Consumer<mode> consumer_;
  std::string_view name_;
  std::string scratch_;
};

class HouseEngine final : public Engine {
 public:
  HouseEngine(ParserKind kind, std::string_view name, std::string_view builds)
      : name_(name),
        builds_(builds),
        workspace_(parsers::make_workspace()),
        parser_(parsers::make_parser(kind, parsers::Limits{}, *workspace_)) {}

  std::string_view name() const override { return name_; }
  std::string_view checks() const override { return "all, RFC 6120, limits"; }
  std::string_view builds() const override { return builds_; }
  Totals run(std::span<const std::string_view> pieces, Mode mode) override {
    return mode == Mode::scan ? read<Mode::scan>(pieces) : read<Mode::consume>(pieces);
  }

 private:
  template <Mode mode>
  Totals read(std::span<const std::string_view> pieces) {
    TapeReader<mode> reader;
    parser_->discard();
    for (const std::string_view piece : pieces) {
      parser_->feed(piece);
      for (Item item = parser_->next(); item.kind != ItemKind::need_more; item = parser_->next()) {
        if (item.kind == ItemKind::error) return reader.consumer().totals();
        if (item.kind == ItemKind::stanza) reader.consumer().stanza();
        if (item.element) reader.take(item.element);
      }
    }
    return reader.consumer().totals();
  }

  std::string_view name_;
  std::string_view builds_;
  std::shared_ptr<parsers::Workspace> workspace_;
  std::unique_ptr<parsers::Parser> parser_;
};

}  // namespace

void add_house_engines(std::vector<std::unique_ptr<Engine>>& engines) {
  engines.push_back(std::make_unique<HouseEngine>(ParserKind::stream, "squall stream", "tape of views"));
  engines.push_back(std::make_unique<HouseEngine>(ParserKind::dom, "squall dom (naive)", "tree of strings"));
  engines.push_back(std::make_unique<HouseEngine>(ParserKind::expat, "squall expat", "tape of copies"));
}

}  // namespace squall::bench
