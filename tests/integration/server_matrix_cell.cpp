#include "tests/integration/server_matrix_cell.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include "tests/integration/cli_program.hpp"

namespace squall::test {
namespace {

constexpr int messages = 6;  // of both users in the time below
const std::vector<std::string> load{"--users", "2", "--rate", "10/s", "--duration", "300ms"};

struct Transport {
  std::string_view tls;      // as --tls takes it
  std::string_view version;  // as --tls-version takes it; empty: in clear
};

constexpr std::array transports{Transport{"off", ""},         Transport{"starttls", "1.2"},
                                Transport{"starttls", "1.3"}, Transport{"required", "1.2"},
                                Transport{"required", "1.3"}, Transport{"direct", "1.2"},
                                Transport{"direct", "1.3"}};
constexpr std::array<std::string_view, 2> addresses{"127.0.0.1", "::1"};

Expectation expected_of(const MechanismRow& row, const Transport& transport) {
  if (transport.version.empty()) return row.clear;
  return transport.version == "1.2" ? row.tls_1_2 : row.tls_1_3;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  return {std::istream_iterator<std::string>(words), {}};
}

std::string target(const Entrance& entrance, std::string_view tls, std::string_view address) {
  const std::string host =
      address.find(':') == std::string_view::npos ? std::string(address) : "[" + std::string(address) + "]";
  return host + ":" + std::to_string(tls == "direct" ? entrance.tls_port.value() : entrance.port);
}

Cell mechanism_cell(std::string_view server_name, const RealServer& server, const MechanismRow& row,
                    const Transport& transport, std::string_view address) {
  const Entrance entrance = server.entrance(row.mechanism == "ANONYMOUS" ? "anonymous" : "main");
  const std::string version(transport.version), mechanism(row.mechanism);
  Cell cell{std::string(server_name) + ", --tls " + std::string(transport.tls) +
                (version.empty() ? "" : " " + version) + ", " + (mechanism.empty() ? "best mechanism" : mechanism) +
                ", " + std::string(address),
            {"--server", target(entrance, transport.tls, address), "--domain", entrance.domain, "--tls",
             std::string(transport.tls)},
            expected_of(row, transport)};
  const auto add = [&cell](const std::string& option, const std::string& value) {
    cell.arguments.insert(cell.arguments.end(), {option, value});
  };
  if (!version.empty()) {
    add("--ca", server.file("ca"));
    add("--tls-version", version);
  }
  if (!mechanism.empty()) add("--mechanism", mechanism);
  if (mechanism == "EXTERNAL") {
    add("--client-cert", server.file("client_cert"));
    add("--client-key", server.file("client_key"));
  }
  return cell;
}

Cell policy_cell(std::string_view server_name, const RealServer& server, const PolicyRow& row,
                 std::string_view address) {
  const Entrance entrance = server.entrance(std::string(row.entrance));
  Cell cell{std::string(server_name) + ", " + std::string(row.entrance) + ", --tls " + std::string(row.tls) + " " +
                std::string(row.options) + ", " + std::string(address),
            {"--server", target(entrance, row.tls, address), "--tls", std::string(row.tls)},
            row.expected};
  std::vector<std::string> options = words_of(row.options);
  std::replace(options.begin(), options.end(), std::string("{ca}"), server.file("ca"));
  cell.arguments.insert(cell.arguments.end(), options.begin(), options.end());
  if (std::find(options.begin(), options.end(), "--domain") == options.end()) {
    cell.arguments.insert(cell.arguments.end(), {"--domain", entrance.domain});
  }
  return cell;
}

struct Row {
  std::string stage, error;
};

// Where the users stand, or how first tries failed: an array of the funnel.
std::vector<Row> rows_of(const boost::json::value& result, std::string_view key) {
  std::vector<Row> rows;
  for (const boost::json::value& row : result.at("funnel").at(key).as_array())
    rows.push_back({std::string(row.at("stage").as_string()), std::string(row.at("error").as_string())});
  return rows;
}

std::string in_words(const std::vector<Row>& rows) {
  std::string words;
  for (const Row& row : rows) words += (words.empty() ? "" : " and ") + row.stage + " (" + row.error + ")";
  return words;
}

std::int64_t delivered(const boost::json::value& result) {
  return result.at("audit").at("outcomes").at("delivered_in_order").to_number<std::int64_t>();
}

std::string difference_of(const Expectation& expected, const ProgramEnd& end, const boost::json::value& result) {
  const std::string exit_code = "exit code " + std::to_string(end.exit_code);
  if (expected.refuses_to_start()) {
    const bool as_expected = end.exit_code == 2 && end.errors.find(expected.words) != std::string::npos;
    return as_expected ? "" : exit_code + " and no line that refuses with " + std::string(expected.words);
  }
  if (result.is_null()) return exit_code + " and no result";
  const auto users = rows_of(result, "users");
  if (users.size() != 1 || users[0].stage != expected.stage || users[0].error != expected.words) {
    return "users end at " + in_words(users) + ", not at " +
           in_words({{std::string(expected.stage), std::string(expected.words)}});
  }
  const bool is_online = expected.stage == "online";
  const int right_code = is_online ? (expected.delivers ? 0 : 1) : 3;
  // 4: all is as it should be, but this machine was too busy for the latencies to mean anything.
  if (end.exit_code != right_code && !(is_online && end.exit_code == 4)) return exit_code;
  const std::int64_t arrived = delivered(result);
  return arrived == (expected.succeeds() ? messages : 0) ? "" : std::to_string(arrived) + " messages delivered";
}

bool has_met(const boost::json::value& result, std::span<const std::string_view> errors) {
  if (result.is_null()) return false;
  const auto rows = rows_of(result, "first_try_failures");
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
    return std::find(errors.begin(), errors.end(), row.error) != errors.end();
  });
}

}  // namespace

std::size_t cells_in(const ServerTable& table) {
  return addresses.size() * (table.mechanisms.size() * transports.size() + table.policies.size());
}

Cells make_cells(const ServerTable& table, const RealServer& server) {
  Cells made;
  const auto listened_on = server.addresses();
  for (const std::string_view address : addresses) {
    if (std::find(listened_on.begin(), listened_on.end(), address) == listened_on.end()) continue;
    for (const MechanismRow& row : table.mechanisms)
      for (const Transport& transport : transports)
        made.cells.push_back(mechanism_cell(table.name, server, row, transport, address));
    for (const PolicyRow& row : table.policies) made.cells.push_back(policy_cell(table.name, server, row, address));
  }
  made.skipped = cells_in(table) - made.cells.size();
  return made;
}

CellResult run_cell(const Cell& cell, int first, std::span<const std::string_view> transient) {
  const ScratchFolder folder;
  const std::string file = folder / "result.json";
  std::vector<std::string> arguments{"run", "--json", file, "--first", std::to_string(first)};
  arguments.insert(arguments.end(), load.begin(), load.end());
  arguments.insert(arguments.end(), cell.arguments.begin(), cell.arguments.end());
  const ProgramEnd end = run_program(arguments);
  boost::json::value result;
  if (std::ifstream text{file}) {
    result = boost::json::parse(std::string(std::istreambuf_iterator<char>(text), {}));
  }
  return {difference_of(cell.expected, end, result), end.errors + end.output, has_met(result, transient)};
}

}  // namespace squall::test
