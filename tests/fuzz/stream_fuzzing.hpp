#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/parser.hpp"

/// What the fuzz targets of both streams share.
///
/// An input is: one byte for the size of chunks (0: whole), one of flags, then what the peer says. In it, a byte 1,
/// which XML cannot hold, makes the next byte a command to the stream's owner.
namespace squall::fuzz {

inline constexpr char command_mark = '\x01';

struct Input {
  std::size_t chunk = 0;
  std::uint8_t flags = 0;
  std::string_view rest;
};

Input read_input(const std::uint8_t* data, std::size_t size);

/// Hands out chunks and commands in order.
void play(const Input& input, const std::function<void(std::string_view)>& hear,
          const std::function<void(char)>& command);

/// Ends the process, for the fuzzer to see, unless `holds`.
void require(bool holds, const char* what);

/// Checks that what a stream sends is XML that a peer can read, whatever it was told.
class OutputCheck {
 public:
  OutputCheck();
  void take(std::string& out);

 private:
  void feed(std::string_view bytes);

  std::shared_ptr<parsers::Workspace> workspace_;
  std::unique_ptr<parsers::Parser> parser_;
};

}  // namespace squall::fuzz
