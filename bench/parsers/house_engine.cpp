#include <string>
#include <utility>

#include "bench/parsers/engine.hpp"
#include "parsers/parser.hpp"
#include "parsers/plugin/plugin_parser.hpp"
#include "parsers/plugin/stream_plugin.hpp"

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
    if constexpr (mode == Mode::scan) return count(element);
    for (const Event* e = element.begin(); e != element.end(); ++e) take(*e);
  }
  Consumer<mode>& consumer() { return consumer_; }
  const Consumer<mode>& consumer() const { return consumer_; }

 private:
  /// Looks at every event, as a callback for each would; without a branch that depends on its kind.
  void count(const parsers::Element& element) {
    std::uint64_t elements = 0;
    std::uint64_t attributes = 0;
    for (const Event* e = element.begin(); e != element.end(); ++e) {
      elements += e->kind() == EventKind::start;
      attributes += e->kind() == EventKind::attribute;
    }
    consumer_.counted(elements, attributes);
  }
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
  std::string_view characters(const Event& e) { return parsers::Text(e.bytes(), e.decoding()).view(scratch_); }

  Consumer<mode> consumer_;
  std::string_view name_;
  std::string scratch_;
};

/// False after an error.
template <Mode mode>
bool read(parsers::Parser& parser, std::string_view piece, TapeReader<mode>& reader) {
  parser.feed(piece);
  for (Item item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) {
    if (item.kind == ItemKind::error) return false;
    if (item.kind == ItemKind::stanza) reader.consumer().stanza();
    if (item.element) reader.take(item.element);
  }
  return true;
}

template <Mode mode>
class TapeSession final : public Session {
 public:
  explicit TapeSession(std::unique_ptr<parsers::Parser> parser) : parser_(std::move(parser)) {}
  void feed(std::string_view piece) override { read(*parser_, piece, reader_); }
  const Totals& totals() const override { return reader_.consumer().totals(); }

 private:
  std::unique_ptr<parsers::Parser> parser_;
  TapeReader<mode> reader_;
};

class TapeEngine final : public Engine {
 public:
  TapeEngine(EngineWords words, MakeParser make) : words_(std::move(words)), make_(std::move(make)), parser_(make_()) {}

  std::string_view name() const override { return words_.name; }
  std::string_view checks() const override { return words_.checks; }
  std::string_view builds() const override { return words_.builds; }
  std::optional<Feed> own_feed() const override { return words_.own_feed; }
  Totals run(std::span<const std::string_view> pieces, Mode mode) override {
    return mode == Mode::scan ? run<Mode::scan>(pieces) : run<Mode::consume>(pieces);
  }
  std::unique_ptr<Session> open(Mode mode) override {
    if (mode == Mode::scan) return std::make_unique<TapeSession<Mode::scan>>(make_());
    return std::make_unique<TapeSession<Mode::consume>>(make_());
  }

 private:
  template <Mode mode>
  Totals run(std::span<const std::string_view> pieces) {
    TapeReader<mode> reader;
    parser_->discard();
    for (const std::string_view piece : pieces) {
      if (!read(*parser_, piece, reader)) break;
    }
    return reader.consumer().totals();
  }

  EngineWords words_;
  MakeParser make_;
  std::unique_ptr<parsers::Parser> parser_;
};

std::unique_ptr<Engine> house_engine(ParserKind kind, const char* name, const char* builds,
                                     std::optional<Feed> own_feed = {}) {
  static const auto workspace = parsers::make_workspace();
  return make_tape_engine({name, "all, RFC 6120, limits", builds, own_feed},
                          [kind] { return parsers::make_parser(kind, parsers::Limits{}, *workspace); });
}

}  // namespace

std::unique_ptr<Engine> make_tape_engine(EngineWords words, MakeParser make) {
  return std::make_unique<TapeEngine>(std::move(words), std::move(make));
}

void add_house_engines(std::vector<std::unique_ptr<Engine>>& engines) {
  engines.push_back(house_engine(ParserKind::stream, "squall stream", "tape of views"));
  engines.push_back(make_tape_engine({"squall stream, plugin", "all, RFC 6120, limits", "tape of views"}, [] {
    return std::make_unique<parsers::plugin::PluginParser>(parsers::plugin::stream_api(), parsers::Limits{});
  }));
  engines.push_back(house_engine(ParserKind::dom, "naive dom, stanzas", "tree of strings", Feed::stanza));
  engines.push_back(house_engine(ParserKind::dom, "naive dom, 1460 B", "tree of strings", Feed::packets));
  engines.push_back(house_engine(ParserKind::expat, "squall expat", "tape of copies"));
}

}  // namespace squall::bench
