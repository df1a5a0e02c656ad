#include "src/cli/corpus_command.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "parsers/corpus/corpus.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/values.hpp"

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "Kinds: chat, presence, roster (500 items each), vcard (photos of 64 KB), mam (archived messages), mix (everyday\n"
    "traffic) and unknown (mix, but a fifth of the names and namespaces stand in no parser's tables). The same\n"
    "arguments give the same bytes everywhere.\n"
    "\n"
    "Examples:\n"
    "  squall corpus --kind chat --bytes 16M --seed 7 -o chat.xml\n"
    "  squall corpus --kind mix --bytes 1M | squall parse -";

constexpr std::uint32_t least_bytes = 1;
constexpr std::uint32_t most_bytes = 1u << 30;

struct CorpusOptions {
  std::string kind = "mix";
  std::string bytes = "16M";
  std::string seed = "1";
  std::string output = "-";
};

/// `16M` is short for `16MiB`.
std::string in_full(const std::string& bytes) {
  return bytes.ends_with('M') || bytes.ends_with('K') ? bytes + "iB" : bytes;
}

void write_output(const std::string& path, const std::string& bytes) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  if (!file) throw UsageError("--output", path, std::string("cannot be written: ") + std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
  const int error = errno;
  if (file != stdout) std::fclose(file);
  if (!written) throw UsageError("--output", path, std::string("cannot be written: ") + std::strerror(error));
}

int write_corpus(const CorpusOptions& options) {
  const auto kind = parsers::corpus::kind(options.kind);
  if (!kind) {
    throw UsageError("--kind", options.kind,
                     "is no kind of traffic; choose chat, presence, roster, vcard, mam, mix or unknown");
  }
  const std::uint32_t size = read_bytes("--bytes", in_full(options.bytes), least_bytes, most_bytes);
  const std::uint64_t seed = read_seed("--seed", options.seed);
  write_output(options.output, parsers::corpus::make(*kind, size, seed).bytes);
  return exit_ok;
}

}  // namespace

void add_corpus_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CorpusOptions>();
  CLI::App* command = app.add_subcommand("corpus", "Generated XMPP traffic to measure parsers with");
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command->add_option(name, value, text)->type_name(type)->capture_default_str();
  };
  add("--kind", options->kind, "KIND", "What kind of traffic");
  add("--bytes", options->bytes, "BYTES", "End with the stanza that reaches this size, such as 16M or 100KiB");
  add("--seed", options->seed, "N", "Another seed gives other stanzas");
  add("-o,--output", options->output, "FILE", "Where to write it; - is standard output");
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = write_corpus(*options); });
}

}  // namespace squall::cli
