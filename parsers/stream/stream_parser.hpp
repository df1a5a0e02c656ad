#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "parsers/parser.hpp"
#include "parsers/stream/detail/idle.hpp"
#include "parsers/workspace.hpp"

namespace squall::parsers {

namespace detail {
class Machine;
struct RootScope;
}  // namespace detail

/// The streaming zero-copy parser. Stanzas that lie whole in what was fed are parsed where they lie; the unfinished
/// rest is copied once into a buffer that is borrowed from the workspace until the stanza is complete.
/// Cost: no allocation per stanza in the steady state; no heap at all while no stanza is pending, unless the stream
///       header declares prefixes or namespaces that are not the usual ones.
class StreamParser final : public Parser {
 public:
  StreamParser(const Limits& limits, Workspace& workspace);
  ~StreamParser() override;
  StreamParser(StreamParser&& other) noexcept;
  StreamParser& operator=(StreamParser&& other) noexcept;

  void feed(std::string_view bytes) override;
  Item next() override;
  void reset() override;
  void discard() override;
  Element unfinished() const override;
  std::size_t pending_bytes() const override;
  /// What was fed and not yet consumed: what reset() would parse as the start of a new stream.
  std::string_view rest() const;

 private:
  void borrow();
  void release();
  void begin(std::string_view rest);
  void open_root();
  Item item(detail::StepKind step);

  detail::StreamMemory* memory_;
  Limits limits_;
  detail::Machine* machine_ = nullptr;  // borrowed while there is anything to do
  std::unique_ptr<detail::RootScope> root_;
  std::string_view input_;  // fed and not yet given to a machine
  detail::Idle idle_;
  ParseError error_;
  std::uint16_t default_ns_ = 0;  // of the root
};
static_assert(sizeof(StreamParser) <= 256);

}  // namespace squall::parsers
