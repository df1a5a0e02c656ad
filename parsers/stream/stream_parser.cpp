#include "parsers/stream/stream_parser.hpp"

#include <utility>

#include "parsers/stream/detail/machine.hpp"
#include "parsers/stream/detail/memory.hpp"

namespace squall::parsers {

using detail::StepKind;

StreamParser::StreamParser(const Limits& limits, Workspace& workspace)
    : memory_(&workspace.stream_memory()), limits_(limits) {}

StreamParser::~StreamParser() {
  release();
}

StreamParser::StreamParser(StreamParser&& other) noexcept
    : memory_(other.memory_),
      limits_(other.limits_),
      machine_(std::exchange(other.machine_, nullptr)),
      root_(std::move(other.root_)),
      input_(std::exchange(other.input_, {})),
      idle_(other.idle_),
      error_(other.error_),
      default_ns_(other.default_ns_) {}

StreamParser& StreamParser::operator=(StreamParser&& other) noexcept {
  if (this == &other) return *this;
  release();
  memory_ = other.memory_;
  limits_ = other.limits_;
  machine_ = std::exchange(other.machine_, nullptr);
  root_ = std::move(other.root_);
  input_ = std::exchange(other.input_, {});
  idle_ = other.idle_;
  error_ = other.error_;
  default_ns_ = other.default_ns_;
  return *this;
}

void StreamParser::feed(std::string_view bytes) {
  if (machine_ != nullptr) {
    machine_->feed(bytes);
  } else {
    input_ = bytes;
  }
}

Item StreamParser::next() {
  if (error_) return {ItemKind::error, {}, {}, error_};
  if (machine_ == nullptr) {
    if (input_.empty() && idle_.state != detail::State::root_empty) return {};
    borrow();
  }
  return item(machine_->run());
}

void StreamParser::borrow() {
  machine_ = memory_->take();
  const bool before_root = idle_.state == detail::State::prolog;
  const detail::RootScope& usual = before_root ? detail::RootScope::none() : detail::RootScope::usual();
  const detail::RootScope& root = root_ ? *root_ : usual;
  machine_->start(idle_, root, default_ns_, limits_);
  machine_->feed(std::exchange(input_, {}));
}

void StreamParser::release() {
  if (machine_ != nullptr) memory_->give_back(std::exchange(machine_, nullptr));
}

Item StreamParser::item(StepKind step) {
  switch (step) {
    case StepKind::stanza:
      return {ItemKind::stanza, machine_->element(), machine_->bytes(), {}};
    case StepKind::stream_open:
      open_root();
      return {ItemKind::stream_open, machine_->element(), {}, {}};
    case StepKind::stream_close:
      return {ItemKind::stream_close, {}, {}, {}};
    case StepKind::error:
      error_ = machine_->error();
      return {ItemKind::error, {}, {}, error_};
    default:
      break;
  }
  if (!machine_->has_unfinished()) {
    idle_ = machine_->idle();
    release();
  }
  return {};
}

/// Keeps what the stream header declared, in little room if it is the usual.
void StreamParser::open_root() {
  default_ns_ = machine_->root_default_ns();
  root_ = machine_->has_usual_root() ? nullptr : std::make_unique<detail::RootScope>(machine_->root_scope());
  machine_->set_root(root_ ? *root_ : detail::RootScope::usual());
}

void StreamParser::reset() {
  begin(rest());
}

void StreamParser::discard() {
  begin({});
}

void StreamParser::begin(std::string_view rest) {
  release();
  root_.reset();
  input_ = rest;
  idle_ = {};
  error_ = {};
  default_ns_ = 0;
}

Element StreamParser::unfinished() const {
  return machine_ != nullptr ? machine_->unfinished() : Element{};
}

std::string_view StreamParser::rest() const {
  if (error_) return {};
  return machine_ != nullptr ? machine_->rest() : input_;
}

std::size_t StreamParser::pending_bytes() const {
  return machine_ != nullptr ? machine_->pending_bytes() : 0;
}

}  // namespace squall::parsers
