#include "src/report/page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "src/report/printable.hpp"

namespace squall::report {
namespace {

constexpr std::size_t label_columns = 14;

std::string_view escape_of(Colour colour) {
  switch (colour) {
    case Colour::bold:
      return "\x1b[1m";
    case Colour::green:
      return "\x1b[32m";
    case Colour::yellow:
      return "\x1b[33m";
    case Colour::red:
      return "\x1b[31m";
    case Colour::none:
      break;
  }
  return {};
}

/// Bytes of `text` that fill at most `limit` columns.
std::size_t bytes_within(std::string_view text, std::size_t limit) {
  std::size_t at = 0;
  for (std::size_t used = 0; at < text.size(); ++at) {
    const bool begins_character = (static_cast<unsigned char>(text[at]) & 0xC0u) != 0x80;
    if (begins_character && ++used > limit) break;
  }
  return at;
}

/// Takes the words that fit into `limit` columns off the front of `text`.
std::string_view take_line(std::string_view& text, std::size_t limit) {
  std::size_t end = bytes_within(text, limit);
  if (end < text.size()) {
    const std::size_t space = text.rfind(' ', end);
    if (space != std::string_view::npos && space > 0) end = space;
  }
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return line;
}

std::string padded(std::string_view text, std::size_t width, bool to_left) {
  const std::string space(width - std::min(width, columns(text)), ' ');
  return to_left ? std::string(text) + space : space + std::string(text);
}

}  // namespace

void Page::append(std::string_view text, Colour colour) {
  const std::string_view escape = colours_ ? escape_of(colour) : std::string_view{};
  text_ += escape;
  text_ += text;
  if (!escape.empty()) text_ += "\x1b[0m";
}

void Page::heading(std::string_view text) {
  if (!text_.empty()) blank();
  append(text, Colour::bold);
  blank();
}

void Page::line(std::string_view text, Colour colour) {
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  const std::string margin(indent, ' ');
  text.remove_prefix(indent);
  do {
    text_ += margin;
    append(take_line(text, page_columns - indent), colour);
    blank();
  } while (!text.empty());
}

void Page::field(std::string_view label, std::string_view text, Colour colour) {
  std::string first = padded(label, label_columns, true);
  do {
    text_ += first;
    append(take_line(text, page_columns - label_columns), colour);
    blank();
    first.assign(label_columns, ' ');
  } while (!text.empty());
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  return widths;
}

void Table::print(Page& page, std::size_t left) const {
  const std::vector<std::size_t> width = widths();
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += "  " + padded(row[i], width[i], i < left);
    line.erase(line.find_last_not_of(' ') + 1);
    page.line(line);
  }
}

}  // namespace squall::report
