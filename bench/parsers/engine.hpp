#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/parsers/feed.hpp"
#include "bench/parsers/totals.hpp"
#include "parsers/parser.hpp"

namespace squall::bench {

/// One connection's stream, read piece by piece among those of others.
class Session {
 public:
  virtual ~Session() = default;
  virtual void feed(std::string_view piece) = 0;
  virtual const Totals& totals() const = 0;

 protected:
  Session() = default;
  Session(const Session&) = default;
  Session& operator=(const Session&) = default;
};

/// A parser under measurement, ours or a peer's.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  /// What it checks and what it builds, in a few words each.
  virtual std::string_view checks() const = 0;
  virtual std::string_view builds() const = 0;
  /// True if it can read only one whole stanza a call.
  virtual bool needs_whole_stanzas() const { return false; }
  /// The feed it is measured with, whatever the others get.
  virtual std::optional<Feed> own_feed() const {
    return needs_whole_stanzas() ? std::optional(Feed::stanza) : std::nullopt;
  }
  /// False for a limit that delivers nothing, whose totals mean nothing.
  virtual bool is_parser() const { return true; }
  /// Parses one stream in these pieces, from a fresh state.
  /// Errors: totals that stay short of expat's.
  virtual Totals run(std::span<const std::string_view> pieces, Mode mode) = 0;
  /// A connection with a parser state of its own, or null for an engine that has no such thing.
  virtual std::unique_ptr<Session> open(Mode) { return nullptr; }

 protected:
  Engine() = default;
  Engine(const Engine&) = default;
  Engine& operator=(const Engine&) = default;
};

/// The parsers of the house, and those of Debian's packages that were there when this was built. The first is expat
/// with namespaces, by itself, the one that ratios refer to.
std::vector<std::unique_ptr<Engine>> make_engines();

std::unique_ptr<Engine> make_expat_engine(bool namespaces);
/// What delivers the house's events. The strings are for the table; `own_feed` as above.
struct EngineWords {
  std::string name;
  std::string checks;
  std::string builds;
  std::optional<Feed> own_feed = {};
};
using MakeParser = std::function<std::unique_ptr<parsers::Parser>()>;
std::unique_ptr<Engine> make_tape_engine(EngineWords words, MakeParser make);
void add_house_engines(std::vector<std::unique_ptr<Engine>>& engines);
std::unique_ptr<Engine> make_libxml2_engine();
std::unique_ptr<Engine> make_pugixml_engine();
std::unique_ptr<Engine> make_rapidxml_engine();
std::unique_ptr<Engine> make_memchr_engine();

}  // namespace squall::bench
