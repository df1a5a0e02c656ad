#pragma once

#include <string>

#include "src/accounts/account_export.hpp"

namespace squall::cli {

/// Writes an export to `output`: a file, or a folder for prosody; standard output if empty. Passwords stand in it, so
/// that files are made for their owner's eyes alone. Throws UsageError if something cannot be written.
void export_to(const accounts::ExportPlan& plan, accounts::ExportFormat format, const std::string& output);

}  // namespace squall::cli
