#pragma once

#include <string>
#include <vector>

#include <boost/json/value.hpp>

namespace squall::test {

/// What breaks a JSON Schema, a line each, with its place; empty: nothing does. Knows of draft 07: $ref to
/// #/definitions, type, const, enum, minimum, properties, required, additionalProperties (false), items (one schema),
/// minItems, maxItems. Throws std::runtime_error if the schema holds any other word, so that none is silently passed
/// over.
std::vector<std::string> schema_problems(const boost::json::value& value, const boost::json::value& schema);

}  // namespace squall::test
