#pragma once

#include "parsers/plugin/squall_parser.h"

namespace squall::parsers::plugin {

/// The house's streaming parser as a plugin, to show what the interface costs.
const squall_parser_api& stream_api();

}  // namespace squall::parsers::plugin
