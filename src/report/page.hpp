#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace squall::report {

/// Columns that every line of a report fits into.
inline constexpr std::size_t page_columns = 100;

enum class Colour : unsigned char { none, bold, green, yellow, red };

/// The text of a report as it grows, line by line, with or without colours.
class Page {
 public:
  explicit Page(bool colours) : colours_(colours) {}

  void heading(std::string_view text);
  /// A line of text; what is longer than the page goes on in the next line, indented as the first, broken at spaces.
  void line(std::string_view text, Colour colour = Colour::none);
  /// `label` in a column of its own, then text.
  void field(std::string_view label, std::string_view text, Colour colour = Colour::none);
  void blank() { text_ += '\n'; }

  const std::string& text() const { return text_; }

 private:
  void append(std::string_view text, Colour colour);

  bool colours_;
  std::string text_;
};

/// Rows of cells set out in columns, the first to the left, the others to the right. A cell may be empty.
class Table {
 public:
  void row(std::initializer_list<std::string> cells) { rows_.emplace_back(cells); }
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// One line a row, indented by two; `left`: how many columns from the first on stand to the left.
  void print(Page& page, std::size_t left = 1) const;

 private:
  std::vector<std::size_t> widths() const;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace squall::report
