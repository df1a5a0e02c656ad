#include "tests/unit/parsers/reading.hpp"

#include <algorithm>
#include <memory>
#include <ostream>

#include <gtest/gtest.h>

#include "parsers/stream/stream_parser.hpp"

namespace squall::parsers::test {
namespace {

std::string name_of(const Event& event, const NamespaceTable& namespaces) {
  const std::string ns{namespaces.name(event.ns())};
  const std::string local{event.bytes()};
  const bool bare = event.kind() == EventKind::attribute ? ns.empty() : ns == "jabber:client";
  return bare ? local : "{" + ns + "}" + local;
}

class Describer {
 public:
  explicit Describer(const Element& element) : element_(element) {}

  std::string run() {
    for (const Event* e = element_.begin(); e != element_.end(); ++e) add(*e);
    flush();
    return out_;
  }

 private:
  void add(const Event& e) {
    if (e.kind() == EventKind::text) {
      decode(e.bytes(), e.decoding(), text_);
      return;
    }
    flush();
    switch (e.kind()) {
      case EventKind::start:
        out_ += (out_.ends_with(')') ? " " : "") + name_of(e, element_.namespaces()) + "(";
        return;
      case EventKind::attribute:
        out_.pop_back();
        out_ += "[" + name_of(e, element_.namespaces()) + "=";
        return;
      case EventKind::value:
        decode(e.bytes(), e.decoding(), out_);
        out_ += "](";
        return;
      default:
        out_ += ")";
    }
  }

  void flush() {
    if (!text_.empty()) out_ += "\"" + text_ + "\"";
    text_.clear();
  }

  const Element& element_;
  std::string out_;
  std::string text_;
};

void take(const Item& item, Reading& reading) {
  switch (item.kind) {
    case ItemKind::stream_open:
      reading.items.push_back("open " + describe(item.element));
      break;
    case ItemKind::stanza:
      reading.items.push_back(describe(item.element));
      break;
    case ItemKind::stream_close:
      reading.items.emplace_back("close");
      break;
    case ItemKind::error:
      reading.error = item.error.code;
      reading.offset = item.error.offset;
      break;
    case ItemKind::need_more:
      break;
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Reading& reading) {
  for (const std::string& item : reading.items) out << "  " << item << "\n";
  if (!reading.unfinished.empty()) out << "  unfinished " << reading.unfinished << "\n";
  return out << "  " << to_string(reading.error) << " at " << reading.offset;
}

std::string describe(const Element& element) {
  return element ? Describer(element).run() : std::string{};
}

Cutter whole() {
  return [](std::size_t) { return std::size_t{1} << 40; };
}

Cutter pieces_of(std::size_t bytes) {
  return [bytes](std::size_t) { return bytes; };
}

Cutter split_at(std::size_t split) {
  return [split](std::size_t at) { return at < split ? split - at : std::size_t{1} << 40; };
}

Reading read(Parser& parser, std::string_view xml, const Cutter& cutter) {
  Reading reading;
  for (std::size_t at = 0; at < xml.size() && reading.error == parse_errc::none;) {
    const std::string_view piece = xml.substr(at, cutter(at));
    const std::unique_ptr<char[]> memory(new char[piece.size()]);
    std::copy(piece.begin(), piece.end(), memory.get());
    parser.feed({memory.get(), piece.size()});
    for (Item item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) {
      take(item, reading);
      if (item.kind == ItemKind::error) break;
    }
    at += piece.size();
    if (reading.error != parse_errc::none || at == xml.size()) reading.unfinished = describe(parser.unfinished());
  }
  return reading;
}

Reading read_every_way(std::string_view xml, const Limits& limits) {
  const auto workspace = make_workspace();
  const auto read_with = [&](const Cutter& cutter) {
    StreamParser parser(limits, *workspace);
    return read(parser, xml, cutter);
  };
  const Reading reading = read_with(whole());
  for (const std::size_t bytes : {1u, 2u, 3u, 7u, 64u, 100u}) {
    EXPECT_EQ(read_with(pieces_of(bytes)), reading) << "in pieces of " << bytes << ": " << xml.substr(0, 300);
  }
  for (std::size_t split = 1; xml.size() < 2000 && split < xml.size(); ++split) {
    const Reading other = read_with(split_at(split));
    EXPECT_EQ(other, reading) << "split at " << split << ": " << xml.substr(0, 300);
    if (other != reading) break;
  }
  return reading;
}

std::string stream_of(std::string_view stanzas) {
  return std::string{header}.append(stanzas);
}

Reading read_stanzas(std::string_view stanzas, const Limits& limits) {
  Reading reading = read_every_way(stream_of(stanzas), limits);
  if (!reading.items.empty()) reading.items.erase(reading.items.begin());
  if (reading.error != parse_errc::none) reading.offset -= header.size();
  return reading;
}

}  // namespace squall::parsers::test
