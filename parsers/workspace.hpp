#pragma once

#include <memory>

namespace squall::parsers {

namespace detail {
class StreamMemory;
}

/// Memory that the parsers of one thread share; see make_workspace().
/// Not thread-safe; must outlive every parser made on it.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  detail::StreamMemory& stream_memory() { return *stream_; }

 private:
  std::unique_ptr<detail::StreamMemory> stream_;
};

}  // namespace squall::parsers
