#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace squall::bench {

/// Input that someone might send who wishes a parser ill. All of it is legal but for its size.
struct Shape {
  std::string_view name;
  /// What stands between the stream's header and its end: about so many bytes.
  std::string (*make)(std::size_t bytes);
};

std::span<const Shape> hostile_shapes();

}  // namespace squall::bench
