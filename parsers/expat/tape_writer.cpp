#include "parsers/expat/tape_writer.hpp"

namespace squall::parsers::expat {
namespace {

constexpr std::size_t many_names = 256;

}  // namespace

bool TapeWriter::start(std::string_view ns, std::string_view local) {
  const auto number = names_.index(ns);
  if (!number) return false;
  open_.push_back(static_cast<std::uint32_t>(tape_.size()));
  tape_.push_back(Event::start(arena_.copy(local), static_cast<std::uint16_t>(local.size()), *number));
  return true;
}

bool TapeWriter::attribute(std::string_view ns, std::string_view local, std::string_view value) {
  const auto number = names_.index(ns);
  if (!number) return false;
  tape_.push_back(Event::attribute(arena_.copy(local), static_cast<std::uint16_t>(local.size()), *number));
  tape_.push_back(Event::value(arena_.copy(value), static_cast<std::uint32_t>(value.size()), Decoding::none));
  return true;
}

void TapeWriter::text(std::string_view characters) {
  if (tape_.back().kind() == EventKind::text && arena_.extend(characters)) {
    const std::string_view before = tape_.back().bytes();
    tape_.back() =
        Event::text(before.data(), static_cast<std::uint32_t>(before.size() + characters.size()), Decoding::none);
    return;
  }
  tape_.push_back(Event::text(arena_.copy(characters), static_cast<std::uint32_t>(characters.size()), Decoding::none));
}

void TapeWriter::end() {
  tape_.push_back(Event::end());
  tape_[open_.back()].set_span(static_cast<std::uint32_t>(tape_.size() - open_.back()));
  open_.pop_back();
}

void TapeWriter::clear() {
  tape_.clear();
  open_.clear();
  arena_.clear();
  if (names_.size() > many_names) names_.clear();
}

Element TapeWriter::element() const {
  return tape_.empty() ? Element{} : Element{tape_.data(), tape_.data() + tape_.size(), &names_};
}

}  // namespace squall::parsers::expat
