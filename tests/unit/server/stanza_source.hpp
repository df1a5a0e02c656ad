#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "parsers/parser.hpp"
#include "src/server/forwarder.hpp"

namespace squall::server::test {

inline constexpr std::string_view usual_header =
    "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>";

/// One stanza as a server receives it, on a stream with that header.
class StanzaSource {
 public:
  explicit StanzaSource(std::string_view xml, std::string_view header = usual_header,
                        parsers::ParserKind kind = parsers::ParserKind::stream)
      : bytes_(std::string(header).append(xml)), parser_(parsers::make_parser(kind, {}, *workspace_)) {
    parser_->feed(bytes_);
    EXPECT_EQ(parser_->next().kind, parsers::ItemKind::stream_open);
    item_ = parser_->next();
    EXPECT_EQ(item_.kind, parsers::ItemKind::stanza) << xml;
  }

  Stanza stanza() const { return {item_.element, item_.bytes}; }

 private:
  std::string bytes_;
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
  std::unique_ptr<parsers::Parser> parser_;
  parsers::Item item_;
};

}  // namespace squall::server::test
