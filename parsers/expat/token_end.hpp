#pragma once

#include <string_view>

namespace squall::parsers::expat {

/// Looks for the end of a tag or reference that comes in pieces, each byte once.
class TokenEnd {
 public:
  /// Begins a token; `first` is its first byte, `<` or `&`.
  void restart(char first) {
    first_ = first;
    quote_ = '\0';
    found_ = false;
  }
  /// Looks through the next piece. True once the token is whole, or cannot become so.
  bool find(std::string_view piece) {
    for (auto c = piece.begin(); !found_ && c != piece.end(); ++c) look_at(*c);
    return found_;
  }

 private:
  void look_at(char c) {
    if (first_ != '<') {
      found_ = std::string_view(";<> \t\r\n").find(c) != std::string_view::npos;
    } else if (quote_) {
      if (c == quote_) quote_ = '\0';
    } else if (c == '"' || c == '\'') {
      quote_ = c;
    } else {
      found_ = c == '>';
    }
  }

  char first_ = '<';
  char quote_ = '\0';
  bool found_ = false;
};

}  // namespace squall::parsers::expat
