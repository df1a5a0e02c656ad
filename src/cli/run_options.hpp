#pragma once

#include <string>

#include <CLI/App.hpp>

#include "src/cli/session_options.hpp"
#include "src/cli/transport_options.hpp"

namespace squall::cli {

/// Where to, as typed; empty: not given.
struct TargetOptions {
  std::string server;
  std::string domain;
  bool yes_this_server_is_mine = false;
};

/// What `run` and `pairs` both have, as typed.
struct CommonOptions {
  TargetOptions target;
  TransportOptions transport;
  SessionOptions session;
  std::string user = "test{n}";
  std::string password;  ///< empty: the user template
  std::string password_file;
  std::string accounts;
  std::string login_rate = "200/s";
  std::string drain = "10s";
  std::string reconnect;  ///< empty: nobody comes back
  std::string tick = "1ms";
  std::string seed = "1";
  std::string workers = "1";
  std::string processes = "auto";
  std::string shard;     ///< I/N
  std::string start_at;  ///< RFC 3339
  bool shard_link = false;
  std::string json;
  std::string trace;
  bool dry_run = false;
};

struct RunOptions {
  CommonOptions common;
  std::string users;  ///< empty: all of the accounts file, or 1000
  std::string first = "1";
  std::string rate = "3/min";
  std::string length = "140";
  std::string duration = "60s";
  std::string direction = "both";
};

struct PairsOptions {
  CommonOptions common;
  std::string window = "10";
  std::string length = "128";
  std::string users;
  std::string start;
};

/// Registers the options on a subcommand; values are checked later, by plan_run() and plan_pairs(), so that every
/// error can say what would be right.
void add_common_options(CLI::App& command, CommonOptions& options);
/// Parts of it: where to, and who.
void add_target_options(CLI::App& command, TargetOptions& options);
void add_account_options(CLI::App& command, CommonOptions& options);

}  // namespace squall::cli
