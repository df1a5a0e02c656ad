#include "src/zephyr/json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "src/report/machine.hpp"
#include "src/zephyr/history.hpp"

namespace squall::zephyr {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

object machine_json() {
  const report::Machine machine = report::this_machine();
  return {{"processor", machine.processor},
          {"cores", machine.cores},
          {"memory_bytes", machine.memory_bytes},
          {"kernel", machine.kernel},
          {"system", machine.system}};
}

value spread_json(const std::optional<Spread>& spread) {
  if (!spread) return nullptr;
  return object{{"median", spread->median}, {"low", spread->low}, {"high", spread->high}, {"values", spread->values}};
}

object step_json(const StepFigures& step) {
  return {{"clients", step.clients},
          {"sent", step.sent},
          {"answered", step.answered},
          {"wrong", step.wrong},
          {"duplicates", step.duplicates},
          {"digest", fmt::format("{:016x}", step.digest)},
          {"latency_ns", step.latency},
          {"latency_p99_ns", step.latency_p99},
          {"round_trip_ns", step.round_trip},
          {"sending_ns", step.sending},
          {"sending_cpu_ns", step.sending_cpu},
          {"processed", step.processed},
          {"process_time_ns", step.first_byte},
          {"process_time_p99_ns", step.first_byte_p99},
          {"from_last_byte_ns", step.last_byte},
          {"wait_ns", step.wait},
          {"parse_ns", step.parse},
          {"route_ns", step.route},
          {"write_ns", step.write},
          {"reads_a_message", step.reads},
          {"unstamped", step.unstamped},
          {"server_cpu_ns", step.server_cpu},
          {"server_waiting_ns", step.server_waiting},
          {"not_counted_because", step.mark}};
}

object climb_json(const GridResult& result, const CellClimb& one) {
  array steps;
  for (const StepFigures& step : one.climb.steps) steps.push_back(step_json(step));
  return {{"cell", result.cells[one.cell].name()},
          {"repeat", one.repeat},
          {"instruments", one.instruments},
          {"ended_because", one.climb.end},
          {"steps", steps}};
}

array table_json(const GridResult& result) {
  array rows;
  for (const std::size_t clients : result.steps()) {
    object times, shares;
    for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
      times[result.cells[cell].name()] = spread_json(result.figure(cell, clients, process_time));
      shares[result.cells[cell].name()] = spread_json(result.figure(cell, clients, server_share));
    }
    object row{{"clients", clients}, {"process_time_ns", times}, {"share_of_round_trip", shares}};
    if (const HistoricalStep* then = step_of_2005(clients)) {
      row["in_2005"] = {{"without_ms", then->without_ms > 0 ? value(then->without_ms) : value(nullptr)},
                        {"with_ms", then->with_ms},
                        {"resolution_ms", resolution_of_2005_ms(clients)}};
    }
    rows.push_back(row);
  }
  return rows;
}

array ratios_json(const GridResult& result) {
  array ratios;
  for (std::size_t of = 0; of < result.cells.size(); ++of) {
    for (std::size_t to = of + 1; to < result.cells.size(); ++to) {
      ratios.push_back(object{{"of", result.cells[of].name()},
                              {"to", result.cells[to].name()},
                              {"all_steps", spread_json(result.ratio(of, to))}});
    }
  }
  return ratios;
}

object gap_figures_json(const GapFigures& figures) {
  return {{"parse_ns", figures.parse},
          {"from_first_byte_ns", figures.first_byte},
          {"from_last_byte_ns", figures.last_byte},
          {"reads_a_message", figures.reads},
          {"server_cpu_ns_a_message", figures.server_cpu},
          {"digest", fmt::format("{:016x}", figures.digest)},
          {"not_counted_because", figures.mark}};
}

object gap_json(const ContentGap& gap, const std::vector<Cell>& cells) {
  object out{{"content", to_string(gap.content)}, {"saturated_rate_hz", gap.rate_hz}};
  object alone;
  for (std::size_t cell = 0; cell < gap.alone.size(); ++cell) alone[cells[cell].name()] = spread_json(gap.alone[cell]);
  out["parsing_alone_ns"] = alone;
  for (const Situation situation : situations) {
    object by_cell;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      array repeats;
      for (const GapFigures& one : gap.figures[static_cast<std::size_t>(situation)][cell]) {
        repeats.push_back(gap_figures_json(one));
      }
      by_cell[cells[cell].name()] = repeats;
    }
    out[in_words(situation)] = by_cell;
  }
  return out;
}

object capacity_json(const CapacityRow& row) {
  array repeats;
  for (const Capacity& one : row.repeats) {
    array probes;
    for (const Probe& probe : one.probes) {
      probes.push_back(object{{"rate_hz", probe.rate_hz},
                              {"borne", probe.is_borne},
                              {"generators_limit", probe.is_generators_limit},
                              {"p99_ns", probe.p99},
                              {"server_busy", probe.server_busy}});
    }
    repeats.push_back(object{{"rate_hz", one.rate_hz}, {"lower_bound", one.is_lower_bound}, {"probes", probes}});
  }
  return {{"name", row.name}, {"repeats", repeats}};
}

}  // namespace

std::string to_json(const Findings& findings, const std::string& version) {
  const GridResult& result = findings.grid;
  array cells, climbs, faults;
  for (const Cell& cell : result.cells) {
    cells.push_back(object{{"parser", cell.parser}, {"forwarding", cell.forwarding}, {"plugin", cell.plugin}});
  }
  for (const CellClimb& one : result.climbs) climbs.push_back(climb_json(result, one));
  for (const std::string& fault : result.faults()) faults.emplace_back(fault);
  array gaps, capacities;
  for (const ContentGap& gap : findings.gaps) gaps.push_back(gap_json(gap, result.cells));
  for (const CapacityRow& row : findings.capacities) capacities.push_back(capacity_json(row));
  const object all{{"schema", 1},
                   {"squall", version},
                   {"machine", machine_json()},
                   {"seed", result.seed},
                   {"repeats", result.repeats},
                   {"cores_apart", result.cores_apart},
                   {"cells", cells},
                   {"table", table_json(result)},
                   {"ratios", ratios_json(result)},
                   {"cost_of_instruments", spread_json(result.cost_of_instruments())},
                   {"measured_steps", result.measured()},
                   {"steps_not_counted", result.marked()},
                   {"audit_faults", faults},
                   {"climbs", climbs},
                   {"gaps", gaps},
                   {"capacities", capacities}};
  return boost::json::serialize(all) + '\n';
}

}  // namespace squall::zephyr
