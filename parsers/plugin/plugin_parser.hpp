#pragma once

#include <memory>
#include <string_view>

#include "parsers/parser.hpp"
#include "parsers/plugin/framer.hpp"
#include "parsers/plugin/intake.hpp"
#include "parsers/plugin/squall_parser.h"

namespace squall::parsers::plugin {

/// Somebody else's parser behind the house's interface. A plugin that breaks its contract makes next() answer
/// parse_errc::plugin_fault; limits that it does not hold are held as far as its events show them.
/// A plugin runs in this process: one that writes where it should not, or never returns, takes the process with it.
/// Lifetime: the table, and the library behind it, must outlive the parser.
class PluginParser final : public Parser {
 public:
  /// `api` has been found good (api.hpp). Throws std::bad_alloc if the plugin makes no parser.
  PluginParser(const squall_parser_api& api, const Limits& limits);
  ~PluginParser() override;
  PluginParser(const PluginParser&) = delete;
  PluginParser& operator=(const PluginParser&) = delete;

  void feed(std::string_view bytes) override;
  Item next() override;
  void reset() override;
  void discard() override;
  Element unfinished() const override { return intake_.unfinished(); }
  std::size_t pending_bytes() const override { return intake_.pending_bytes() + framer_.pending_bytes(); }

  /// How the plugin broke its contract, completing "the plugin …"; empty if it did not.
  std::string_view fault() const { return fault_ ? fault_ : std::string_view{}; }

 private:
  struct Destroy {
    const squall_parser_api* api;
    void operator()(squall_parser* parser) const { api->destroy(parser); }
  };

  void advance();
  void call_with(std::string_view bytes, bool whole);
  bool accept_used(std::size_t used, std::size_t size, bool whole);
  void judge(int status, const squall_parser_call& call);
  void fail(parse_errc code, std::uint64_t offset);
  void blame(const char* fault);
  void begin(std::string_view rest);

  const squall_parser_api& api_;
  std::unique_ptr<squall_parser, Destroy> parser_;
  Framer framer_;
  Intake intake_;
  std::string_view input_;        // fed, and neither given to the plugin nor held by the framer
  const char* rest_ = nullptr;    // what the user of this parser has not got: from here to the end of the input
  const char* called_ = nullptr;  // the bytes of the last call, if they lie in the input
  std::size_t piece_ = 0;         // of the input's front: what the plugin has been offered and not taken
  std::uint64_t taken_ = 0;       // bytes the plugin took since the stream began
  ParseError error_;
  bool error_told_ = false;
  const char* fault_ = nullptr;
};

}  // namespace squall::parsers::plugin
