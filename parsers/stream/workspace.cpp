#include "parsers/workspace.hpp"

#include "parsers/stream/detail/memory.hpp"

namespace squall::parsers {

Workspace::Workspace() : stream_(std::make_unique<detail::StreamMemory>()) {}
Workspace::~Workspace() = default;

}  // namespace squall::parsers
