#include "src/cli/parse_command.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>

#include "parsers/batch.hpp"
#include "parsers/plugin/plugin_parser.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/input_file.hpp"
#include "src/cli/open_plugin.hpp"
#include "src/cli/usage_error.hpp"

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "Prints `ok`, `incomplete` or `error CONDITION` (the stream error a server would send), then one\n"
    "event a line: start {ns}local {ns}attribute=\"value\" ..., text \"...\", end {ns}local, reset.\n"
    "A line `# ...` is a note.\n"
    "A file NAME.reset beside NAME.xml lists byte offsets at which the stream restarts.\n"
    "With --batch it reads lines FILE<TAB>PLAN and ends each answer with a line `%%`.\n"
    "Exit code: 0 if the file is ok, 1 if it is not, 2 if it cannot be read.\n"
    "\n"
    "Examples:\n"
    "  squall parse stream.xml\n"
    "  squall parse --parser expat --plan chunk:1 - < stream.xml\n"
    "  printf 'stream.xml\\tchunk:3\\n' | squall parse --batch --parser dom";

constexpr const char* plan_problem = "is no plan; give all, chunk:N or split:K";

struct ParseOptions {
  std::string parser = "stream";
  std::string plugin;
  std::string plan = "all";
  std::string file;
  bool batch = false;
};

/// Parses files one after the other, each with a parser of its own.
class CaseReader {
 public:
  explicit CaseReader(parsers::ParserKind kind) : kind_(kind) {}
  explicit CaseReader(plugin::Library library) : library_(std::move(library)) {}

  parsers::Answer run(const std::string& bytes, parsers::FeedPlan plan, const std::vector<std::size_t>& resets) const {
    const auto parser = make_parser();
    return parsers::run_case(*parser, bytes, plan, resets);
  }

 private:
  std::unique_ptr<parsers::Parser> make_parser() const {
    if (library_) return std::make_unique<parsers::plugin::PluginParser>(library_->api(), parsers::Limits{});
    return parsers::make_parser(kind_, parsers::Limits{}, *workspace_);
  }

  parsers::ParserKind kind_ = parsers::ParserKind::stream;
  std::optional<plugin::Library> library_;
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
};

std::string sibling(const std::string& file, const char* extension) {
  const bool xml = file.size() > 4 && file.ends_with(".xml");
  return (xml ? file.substr(0, file.size() - 4) : file) + extension;
}

/// A stream as it lies in a file, and where it restarts.
struct CaseFile {
  std::string bytes;
  std::vector<std::size_t> resets;
};

/// The case, or what is wrong with it in words.
std::variant<CaseFile, std::string> load_case(const std::string& file) {
  const auto bytes = read_input(file);
  if (!bytes) return bytes.error();
  const auto resets = file == "-" ? InputResult(InputFault::missing) : read_input(sibling(file, ".reset"));
  if (!resets && resets.fault() == InputFault::missing) return CaseFile{*bytes, {}};
  if (!resets) return resets.error();
  const auto offsets = parsers::parse_resets(*resets);
  if (!offsets) return sibling(file, ".reset") + " holds something other than byte offsets";
  return CaseFile{*bytes, *offsets};
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

/// One line of a batch. Whatever is wrong with it is answered in its place, so that the answers stay in step.
std::string answer_line(const CaseReader& reader, const std::string& line) {
  const auto tab = line.rfind('\t');
  const auto plan = parsers::FeedPlan::parse(tab == std::string::npos ? "all" : std::string_view(line).substr(tab + 1));
  if (!plan) return "error bad-plan\n# the plan " + std::string(plan_problem) + '\n';
  const auto loaded = load_case(line.substr(0, tab));
  if (const auto* problem = std::get_if<std::string>(&loaded)) return "error unreadable\n# " + *problem + '\n';
  const auto& file = std::get<CaseFile>(loaded);
  return parsers::to_text(reader.run(file.bytes, *plan, file.resets));
}

int answer_batch(const CaseReader& reader) {
  for (std::string line; std::getline(std::cin, line);) {
    print(answer_line(reader, line) + "%%\n");
    std::fflush(stdout);
  }
  return exit_ok;
}

int answer_file(const CaseReader& reader, const ParseOptions& options) {
  const auto plan = parsers::FeedPlan::parse(options.plan);
  if (!plan) throw UsageError("--plan", options.plan, plan_problem);
  const auto loaded = load_case(options.file);
  if (const auto* problem = std::get_if<std::string>(&loaded)) throw UsageError(*problem);
  const auto& file = std::get<CaseFile>(loaded);
  const parsers::Answer answer = reader.run(file.bytes, *plan, file.resets);
  print(parsers::to_text(answer));
  return answer.verdict == parsers::Answer::Verdict::ok ? exit_ok : exit_failures;
}

CaseReader reader_of(const ParseOptions& options) {
  if (!options.plugin.empty()) return CaseReader(open_plugin(options.plugin));
  const auto kind = parsers::parser_kind(options.parser);
  if (!kind) throw UsageError("--parser", options.parser, "is no parser; choose dom, stream or expat");
  return CaseReader(*kind);
}

int parse(const ParseOptions& options) {
  if (options.batch != options.file.empty()) throw UsageError("give either a FILE (- is standard input) or --batch");
  const CaseReader reader = reader_of(options);
  return options.batch ? answer_batch(reader) : answer_file(reader, options);
}

}  // namespace

void add_parse_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ParseOptions>();
  CLI::App* command = app.add_subcommand("parse", "The events of an XML stream in canonical form");
  command->add_option("--parser", options->parser, "Which parser reads it")
      ->type_name("dom|stream|expat")
      ->capture_default_str();
  command->add_option("--plugin", options->plugin, "A parser plugin that reads it instead, in this process")
      ->type_name("FILE");
  command->add_option("--plan", options->plan, "How the bytes are cut: all, chunk:N or split:K")
      ->type_name("PLAN")
      ->capture_default_str();
  command->add_flag("--batch", options->batch, "Read lines FILE<TAB>PLAN from standard input");
  command->add_option("file", options->file, "A file; - is standard input")->type_name("FILE");
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = parse(*options); });
}

}  // namespace squall::cli
