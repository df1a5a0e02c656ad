#include "src/cli/zephyr_command.hpp"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "parsers/plugin/plugin_parser.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/open_plugin.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/values.hpp"
#include "src/cli/version.hpp"
#include "src/net/descriptor_limit.hpp"
#include "src/net/resolver.hpp"
#include "src/report/write_file.hpp"
#include "src/zephyr/experiment.hpp"
#include "src/zephyr/full_report.hpp"
#include "src/zephyr/grid_report.hpp"
#include "src/zephyr/json.hpp"
#include "src/zephyr/plot.hpp"

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "The load test of February 2005: 100 more clients a step, each sends one message at the same\n"
    "moment, all are awaited, until one is missing or 2,100 are online; for each parser (dom, expat,\n"
    "stream) and way of forwarding (rebuild, splice), on the embedded server as a process of its own.\n"
    "docs/zephyr.md tells what came of it.\n"
    "\n"
    "--full adds where the gap comes from (four contents, from a message alone to near saturation) and\n"
    "what each cell bears, beside it servers named with --server, whose accounts are test1, test2, ...\n"
    "with their names as passwords.\n"
    "\n"
    "Exit code: 0; 1 if the audit found a fault; 2 if an option is wrong.\n"
    "\n"
    "Examples:\n"
    "  squall zephyr\n"
    "  squall zephyr --plugin ./mine.so --json zephyr.json --plot zephyr.svg\n"
    "  squall zephyr --full --server prosody=127.0.0.1:5222\n"
    "  squall zephyr --quick";

constexpr std::uint32_t most_clients = 10000;
constexpr std::uint64_t descriptors_of_program = 64;

/// As typed.
struct ZephyrOptions {
  std::vector<std::string> plugins;
  std::string step = "100";
  std::string most = "2100";
  std::string repeats = "9";
  std::string seed = "1";
  std::string json;
  std::string plot;
  std::vector<std::string> servers;
  std::string domain = "localhost";
  bool full = false;
  bool quick = false;
};

/// A few clients and repeats: it shows that all works, and measures nothing well.
void make_quick(ZephyrOptions& options) {
  options.step = "20";
  options.most = "60";
  options.repeats = "2";
}

std::size_t even(const char* option, const std::string& text, std::uint32_t most) {
  const std::uint32_t number = read_count(option, text, 2, most);
  if (number % 2 != 0) throw UsageError(option, text, "is odd, and clients come in pairs");
  return number;
}

using Libraries = std::vector<plugin::Library>;

Libraries open_plugins(const ZephyrOptions& options) {
  Libraries libraries;
  for (const std::string& file : options.plugins) libraries.push_back(open_namespace_plugin(file));
  return libraries;
}

std::vector<zephyr::Plugin> names_of(const ZephyrOptions& options, const Libraries& libraries) {
  std::vector<zephyr::Plugin> plugins;
  for (std::size_t i = 0; i < libraries.size(); ++i) {
    const std::string name = libraries[i].api().name;
    for (const zephyr::Plugin& other : plugins) {
      if (other.name == name)
        throw UsageError("--plugin", options.plugins[i], "calls itself " + name + ", as another one does");
    }
    plugins.push_back({name, options.plugins[i]});
  }
  return plugins;
}

/// `name=host:port`. Only loopback: a capacity is looked for by overloading the server.
zephyr::Beside server_beside(const std::string& words, const std::string& domain) {
  const std::size_t equals = words.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw UsageError("--server", words, "has no name; give one such as prosody=127.0.0.1:5222");
  }
  const std::string where = words.substr(equals + 1);
  const auto parsed = net::parse_host_port(where, 1);
  if (!parsed) throw UsageError("--server", where, parsed.error());
  const auto found = net::resolve(parsed->host, parsed->port.value_or(5222));
  if (!found) throw UsageError("--server: " + found.error());
  if (!net::are_loopback({found->front()})) {
    throw UsageError("--server", where, "is outside the loopback range, and its capacity is found by overloading it");
  }
  return {words.substr(0, equals), found->front(), domain};
}

std::vector<zephyr::Beside> servers_beside(const ZephyrOptions& options) {
  if (!options.full && !options.servers.empty()) throw UsageError("--server", options.servers.front(), "needs --full");
  std::vector<zephyr::Beside> servers;
  for (const std::string& words : options.servers) servers.push_back(server_beside(words, options.domain));
  return servers;
}

void check_writable(const char* option, const std::string& path) {
  if (path.empty()) return;
  const std::string problem = report::why_not_writable(path);
  if (!problem.empty()) throw UsageError(option, path, problem);
}

void check_descriptors(std::size_t clients) {
  const net::DescriptorLimit limit = net::raise_descriptor_limit();
  if (clients + descriptors_of_program <= limit.hard) return;
  throw UsageError("--most", std::to_string(clients),
                   fmt::format("need more file descriptors than the hard limit of {} (ulimit -Hn) allows", limit.hard));
}

zephyr::GridPlan plan_of(const ZephyrOptions& options, const Libraries& libraries) {
  zephyr::GridPlan plan;
  plan.stairs.step = even("--step", options.step, most_clients);
  plan.stairs.most = even("--most", options.most, most_clients);
  if (plan.stairs.most < plan.stairs.step) throw UsageError("--most", options.most, "is less than one --step");
  plan.repeats = read_count("--repeats", options.repeats, 1, 1000);
  plan.seed = read_seed("--seed", options.seed);
  plan.cells = zephyr::grid(names_of(options, libraries));
  check_writable("--json", options.json);
  check_writable("--plot", options.plot);
  check_descriptors(plan.stairs.most);
  return plan;
}

/// Says on stderr what is going on, and writes the log of the first repeat.
class Log final : public zephyr::Listener {
 public:
  void begins(const std::string& what) override { fmt::print(stderr, "{}\n", what); }
  void step(const zephyr::Cell& cell, const zephyr::StepFigures& step) override {
    if (!(cell == shown_)) fmt::print("{}", zephyr::log_heading(cell));
    shown_ = cell;
    fmt::print("{}", zephyr::log_line(step));
    std::fflush(stdout);
  }

 private:
  zephyr::Cell shown_;
};

void save(const std::string& path, const std::string& text) {
  if (!path.empty()) report::write_file(path, text);
}

template <typename Value>
Value value_of(boost::system::result<Value, std::string> result) {
  if (!result) throw std::runtime_error(result.error());
  return std::move(*result);
}

/// What reads in each cell, for the laboratory.
std::vector<zephyr::Reader> readers_of(const std::vector<zephyr::Cell>& cells, const Libraries& libraries) {
  auto known = zephyr::house_readers();
  for (const plugin::Library& library : libraries) {
    known.push_back({library.api().name, [&api = library.api()](const parsers::Limits& limits, parsers::Workspace&) {
                       return std::make_unique<parsers::plugin::PluginParser>(api, limits);
                     }});
  }
  std::vector<zephyr::Reader> readers;
  for (const zephyr::Cell& cell : cells) {
    for (const zephyr::Reader& reader : known) {
      if (reader.name == cell.parser) readers.push_back(reader);
    }
  }
  return readers;
}

zephyr::Findings measure(const ZephyrOptions& options, const Libraries& libraries) {
  const zephyr::GridPlan plan = plan_of(options, libraries);
  const auto beside = servers_beside(options);
  const zephyr::Cores cores = zephyr::choose_cores();
  Log log;
  zephyr::Findings findings;
  findings.grid = value_of(zephyr::run_grid(plan, cores, log));
  if (!options.full) return findings;
  const auto readers = readers_of(plan.cells, libraries);
  findings.gaps = value_of(zephyr::run_gap({plan.cells, readers, plan.repeats, plan.seed, options.quick}, cores, log));
  findings.capacities =
      value_of(zephyr::run_capacity({plan.cells, beside, plan.repeats, plan.seed, options.quick}, cores, log));
  return findings;
}

int measure_gap(ZephyrOptions options) {
  if (options.quick) make_quick(options);
  const Libraries libraries = open_plugins(options);
  const zephyr::Findings findings = measure(options, libraries);
  save(options.json, zephyr::to_json(findings, version()));
  save(options.plot, zephyr::to_svg(findings.grid));
  fmt::print("\n{}", zephyr::to_text(findings.grid));
  if (options.full) {
    fmt::print("\n{}\n{}", zephyr::to_text(findings.gaps, findings.grid.cells), zephyr::to_text(findings.capacities));
  }
  std::fflush(stdout);
  return findings.grid.faults().empty() ? exit_ok : exit_failures;
}

void add_options(CLI::App& command, ZephyrOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.add_option(name, value, text)->type_name(type)->capture_default_str();
  };
  command.add_option("--plugin", options.plugins, "A parser plugin that is measured too; may be given again")
      ->type_name("FILE");
  add("--step", options.step, "N", "Clients more in each step, an even number");
  add("--most", options.most, "N", "Clients at the top");
  add("--repeats", options.repeats, "N", "Climbs of each cell, with instruments and without");
  add("--seed", options.seed, "N", "Of what is sent");
  add("--json", options.json, "FILE", "Write all that was measured there");
  add("--plot", options.plot, "FILE", "Draw the table as an SVG there");
  command.add_flag("--full", options.full, "Also where the gap comes from, and capacities; half an hour or so");
  command.add_option("--server", options.servers, "With --full, a running server beside the cells; may be given again")
      ->type_name("NAME=HOST[:PORT]");
  add("--domain", options.domain, "NAME", "XMPP domain of these servers");
  command.add_flag("--quick", options.quick, "60 clients and 2 repeats, to see that all works");
}

}  // namespace

void add_zephyr_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ZephyrOptions>();
  CLI::App* command = app.add_subcommand("zephyr", "How much of the gap of 2005 a parser can make");
  add_options(*command, *options);
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = measure_gap(*options); });
}

}  // namespace squall::cli
