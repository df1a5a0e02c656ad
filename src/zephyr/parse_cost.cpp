#include "src/zephyr/parse_cost.hpp"

#include <algorithm>
#include <stdexcept>

#include "src/net/clock.hpp"

namespace squall::zephyr {
namespace {

constexpr std::size_t bytes_a_round = 512 * 1024;
constexpr std::size_t largest_stanza = 1 << 20;
constexpr std::string_view header =
    "<stream:stream to='localhost' version='1.0' xmlns='jabber:client' "
    "xmlns:stream='http://etherx.jabber.org/streams'>";

std::vector<std::string> messages_of(Content content, std::uint64_t seed) {
  std::vector<std::string> messages;
  const std::size_t size = make_payloads(content, 1, seed).front().xml.size();
  const auto payloads = make_payloads(content, std::max<std::size_t>(4, bytes_a_round / (size + 80)), seed);
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    messages.push_back("<message to='test" + std::to_string(i % 2000) + "@localhost/squall' type='chat' id='z1-" +
                       std::to_string(i) + "'>" + payloads[i].xml + "</message>");
  }
  return messages;
}

/// Feeds one message; false if the parser did not see exactly one stanza in it.
bool feed(parsers::Parser& parser, std::string_view message, std::size_t segment) {
  std::size_t stanzas = 0;
  if (segment == 0) segment = message.size();
  for (std::size_t at = 0; at < message.size(); at += segment) {
    parser.feed(message.substr(at, segment));
    for (auto item = parser.next(); item.kind != parsers::ItemKind::need_more; item = parser.next()) {
      if (item.kind != parsers::ItemKind::stanza) return false;
      ++stanzas;
    }
  }
  return stanzas == 1;
}

/// One connection that all messages go through; ns a message.
double time_round(const Reader& reader, const std::vector<std::string>& messages, std::size_t segment) {
  const auto workspace = parsers::make_workspace();
  const auto parser = reader.make({.stanza_bytes = largest_stanza}, *workspace);
  parser->feed(header);
  while (parser->next().kind != parsers::ItemKind::need_more) continue;
  bool is_well = feed(*parser, messages.front(), segment);  // so that its memory has grown
  const net::TimePoint start = net::Clock::now();
  for (const std::string& message : messages) is_well &= feed(*parser, message, segment);
  const net::Duration taken = net::Clock::now() - start;
  if (!is_well) throw std::runtime_error(reader.name + " does not read its messages");
  return static_cast<double>(taken.count()) / static_cast<double>(messages.size());
}

}  // namespace

std::vector<Reader> house_readers() {
  std::vector<Reader> readers;
  for (const auto kind : {parsers::ParserKind::dom, parsers::ParserKind::expat, parsers::ParserKind::stream}) {
    readers.push_back(
        {std::string(parsers::to_string(kind)), [kind](const parsers::Limits& limits, parsers::Workspace& workspace) {
           return parsers::make_parser(kind, limits, workspace);
         }});
  }
  return readers;
}

std::vector<Spread> parse_costs(const std::vector<Reader>& readers, Content content, std::size_t rounds,
                                std::uint64_t seed) {
  const auto messages = messages_of(content, seed);
  std::vector<std::vector<double>> times(readers.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < readers.size(); ++i) {
      times[i].push_back(time_round(readers[i], messages, segment_bytes(content)));
    }
  }
  std::vector<Spread> costs;
  for (auto& one : times) costs.push_back(spread(std::move(one)).value_or(Spread{}));
  return costs;
}

}  // namespace squall::zephyr
