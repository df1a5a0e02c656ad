#pragma once

#include <string>
#include <vector>

#include "tests/integration/real_server.hpp"
#include "tests/integration/server_matrix_table.hpp"

namespace squall::test {

/// One cell of the matrix: a way into a server, and what is to come of it.
struct Cell {
  std::string name;                    ///< for people: server, transport, mechanism, address
  std::vector<std::string> arguments;  ///< of `squall run`; the users are chosen by who runs it
  Expectation expected;
};

/// The cells of a server, and how many of all could not be made because it listens on one address only.
struct Cells {
  std::vector<Cell> cells;
  std::size_t skipped = 0;
};
std::size_t cells_in(const ServerTable& table);
Cells make_cells(const ServerTable& table, const RealServer& server);

/// What a run came to; `difference` says in words what was expected instead, and is empty if it was that.
struct CellResult {
  std::string difference;
  std::string output;         ///< all that it printed
  bool is_transient = false;  ///< it met one of `transient`
};

/// Runs it with the users first and first + 1. Blocks.
CellResult run_cell(const Cell& cell, int first, std::span<const std::string_view> transient);

}  // namespace squall::test
