#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace squall::accounts {

struct Account {
  std::string user;  ///< localpart
  std::string password;
};

/// What a server takes accounts in fastest.
enum class ExportFormat : std::uint8_t {
  jabberd2_sqlite,  ///< SQL for `sqlite3 FILE`
  jabberd2_mysql,   ///< SQL for `mysql DATABASE`
  ejabberd,         ///< XEP-0227, for `ejabberdctl import_piefxis FILE`
  prosody,          ///< data files, for its data_path
};
std::optional<ExportFormat> export_format(std::string_view name);

struct ExportPlan {
  std::string domain;
  std::vector<Account> accounts;
  /// By account, the indices of those it knows; empty: nobody knows anybody.
  std::vector<std::vector<std::uint32_t>> contacts;
};

/// Takes a piece of the export. `path` is a file below the chosen folder for prosody, empty for the others, whose
/// pieces make one text.
using ExportSink = std::function<void(const std::string& path, std::string_view text)>;

void export_accounts(const ExportPlan& plan, ExportFormat format, const ExportSink& sink);

/// A path component as prosody names it: letters, digits and a few signs stay, all else becomes %xx.
std::string prosody_name(std::string_view name);

}  // namespace squall::accounts
