#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace squall::report {

/// Empty if write_file() may be expected to succeed for this path, else what is wrong with it, in words that complete
/// "'PATH' …". Leaves nothing behind.
std::string why_not_writable(const std::filesystem::path& path);

/// Writes a file so that at every moment the path names either the old file or the whole new one: into a file beside
/// it, synced, then renamed. Throws std::system_error; the file beside it is removed then.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace squall::report
