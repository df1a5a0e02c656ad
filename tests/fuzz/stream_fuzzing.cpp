#include "tests/fuzz/stream_fuzzing.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace squall::fuzz {
namespace {

constexpr std::string_view declaration = "<?xml version='1.0'?>";

}  // namespace

Input read_input(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return {};
  return {data[0], data[1], {reinterpret_cast<const char*>(data) + 2, size - 2}};
}

void play(const Input& input, const std::function<void(std::string_view)>& hear,
          const std::function<void(char)>& command) {
  auto rest = input.rest;
  while (!rest.empty()) {
    if (rest[0] == command_mark) {
      command(rest.size() > 1 ? rest[1] : '\0');
      rest.remove_prefix(std::min<std::size_t>(rest.size(), 2));
      continue;
    }
    const auto run = std::min(rest.find(command_mark), rest.size());
    const auto size = input.chunk == 0 ? run : std::min(run, input.chunk);
    const std::string piece{rest.substr(0, size)};  // of its own, so that a read past it is seen
    hear(piece);
    rest.remove_prefix(size);
  }
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

OutputCheck::OutputCheck()
    : workspace_(parsers::make_workspace()), parser_(make_parser(parsers::ParserKind::expat, {}, *workspace_)) {}

void OutputCheck::take(std::string& out) {
  std::string_view rest{out};
  while (!rest.empty()) {
    const auto next = std::min(rest.find(declaration, 1), rest.size());
    if (rest.starts_with(declaration)) parser_->reset();
    feed(rest.substr(0, next));
    rest.remove_prefix(next);
  }
  out.clear();
}

void OutputCheck::feed(std::string_view bytes) {
  parser_->feed(bytes);
  for (;;) {
    const auto item = parser_->next();
    require(item.kind != parsers::ItemKind::error, "the stream sent XML that is not acceptable");
    if (item.kind == parsers::ItemKind::need_more) return;
  }
}

}  // namespace squall::fuzz
