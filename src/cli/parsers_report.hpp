#pragma once

#include <string>

#include "src/cli/parser_figures.hpp"

namespace squall::cli {

enum class TableStyle { text, markdown };

/// The tables, what each parser checks and builds, what was found about plugins, and lines to quote: one for each table
/// of the streaming parser, or of the plugins if there are any.
std::string to_text(const ParserReport& report, TableStyle style);

/// The same and every round's seconds as one JSON object; fields are only ever added. Spec: RFC 8259
std::string to_json(const ParserReport& report);

/// One line that says all one must know of a parser's speed on one corpus.
std::string quote(const ParserReport& report, const ParserTable& table, const ParserRow& row);

/// What was found about a plugin, in lines.
std::string findings(const plugin::Examination& examination);

}  // namespace squall::cli
