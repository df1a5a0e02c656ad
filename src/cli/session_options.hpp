#pragma once

#include <string>

#include <CLI/App.hpp>

#include "src/scenario/scenario.hpp"

namespace squall::cli {

/// How users log in and what their sessions have, as typed.
struct SessionOptions {
  std::string mechanism;  ///< empty: not given
  std::string sasl2 = "off";
  bool stream_management = false;
  bool carbons = false;
  bool client_state = false;
};

void add_session_options(CLI::App& command, SessionOptions& options);

/// Throws UsageError at the first that is wrong, or cannot be over such a transport.
scenario::SessionFeatures plan_session(const SessionOptions& options, const scenario::Transport& transport);

/// The names of all mechanisms, in a sentence's order: "A, B and C".
std::string mechanism_names();

}  // namespace squall::cli
