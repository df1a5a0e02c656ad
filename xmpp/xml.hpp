#pragma once

#include <string>
#include <string_view>

#include "parsers/event.hpp"

/// Writing XML by appending to a string. Input is UTF-8; control characters that XML 1.0 has no place for become
/// U+FFFD. Cost: no allocation but the growth of `out`.
namespace squall::xmpp::xml {

/// Appends `characters` as character data.
void append_text(std::string& out, std::string_view characters);

/// Appends ` name='value'`; white space in the value survives attribute-value normalisation.
void append_attribute(std::string& out, std::string_view name, std::string_view value);

/// The same for a value that was received; nothing if it is not present.
void append_attribute(std::string& out, std::string_view name, const parsers::Text& value);

}  // namespace squall::xmpp::xml
