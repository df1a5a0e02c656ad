#include "src/cli/serve_command.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "parsers/plugin/plugin_parser.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/open_plugin.hpp"
#include "src/cli/serve_tls.hpp"
#include "src/cli/session_options.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/values.hpp"
#include "src/net/descriptor_limit.hpp"
#include "src/net/resolver.hpp"
#include "src/scenario/accounts.hpp"
#include "src/scenario/input_error.hpp"
#include "src/server/account_store.hpp"
#include "src/server/server.hpp"
#include "xmpp/jid.hpp"
#include "xmpp/sasl/mechanism.hpp"

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "Without --accounts any account may log in whose password equals its name.\n"
    "SIGINT or SIGTERM once ends every stream in order, twice at once; the counts are printed at the end.\n"
    "\n"
    "Examples:\n"
    "  squall serve\n"
    "  squall serve --listen 127.0.0.1:0 --domain example.org --accounts users.csv\n"
    "  squall serve --listen [::1]:5222 --parser expat\n"
    "  squall serve --tls required --cert server.pem --key server.key\n"
    "  squall serve --fault drop:1/100,delay=50ms --fault close:nth=1000";

constexpr std::uint16_t usual_port = 5222;
constexpr std::uint32_t least_stanza = 10000;  // bytes; RFC 6120 section 13.12
constexpr std::uint32_t most_stanza = 64 << 20;

/// As typed.
struct ServeOptions {
  std::string listen = "127.0.0.1:5222";
  std::string domain = "localhost";
  std::string accounts;
  std::string parser = "stream";
  std::string plugin;
  std::string max_stanza = "256KiB";
  std::string mechanisms = "all";
  std::string forwarding = "splice";
  bool processing_times = false;
  std::vector<std::string> faults;
  std::string fault_seed = "1";
  ServeTlsOptions tls;
  bool expose = false;
  int control = -1;
};

boost::asio::ip::tcp::endpoint listen_endpoint(const ServeOptions& options) {
  const auto parsed = net::parse_host_port(options.listen, 0);
  if (!parsed) throw UsageError("--listen", options.listen, parsed.error());
  const auto found = net::resolve(parsed->host, parsed->port.value_or(usual_port));
  if (!found) throw UsageError("--listen: " + found.error());
  if (!options.expose && !net::are_loopback({found->front()})) {
    throw UsageError("--listen", options.listen,
                     "is no loopback address, and this server may let anybody in; "
                     "add --expose-to-the-network if that is meant");
  }
  return found->front();
}

std::string domain_of(const ServeOptions& options) {
  const auto jid = xmpp::Jid::parse(options.domain);
  if (!jid || !jid->local().empty() || !jid->is_bare()) {
    throw UsageError("--domain", options.domain, "is no domain; give a name such as example.org");
  }
  return options.domain;
}

parsers::ParserKind parser_of(const ServeOptions& options) {
  const auto kind = parsers::parser_kind(options.parser);
  if (!kind) throw UsageError("--parser", options.parser, "is no parser; choose stream, dom or expat");
  return *kind;
}

server::Forwarding forwarding_of(const ServeOptions& options) {
  if (options.forwarding == "splice") return server::Forwarding::splice;
  if (options.forwarding == "rebuild") return server::Forwarding::rebuild;
  throw UsageError("--forwarding", options.forwarding, "is no way to forward; choose splice or rebuild");
}

std::vector<xmpp::sasl::Mechanism> mechanisms_of(const ServeOptions& options) {
  if (options.mechanisms == "all") return server::ServerOptions{}.mechanisms;
  std::vector<xmpp::sasl::Mechanism> mechanisms;
  std::istringstream names(options.mechanisms);
  for (std::string name; std::getline(names, name, ',');) {
    const auto known = xmpp::sasl::mechanism(name);
    if (!known) throw UsageError("--mechanisms", name, "is none of " + mechanism_names());
    mechanisms.push_back(*known);
  }
  if (mechanisms.empty()) throw UsageError("--mechanisms", options.mechanisms, "names none; give PLAIN, for instance");
  return mechanisms;
}

std::shared_ptr<const xmpp::CredentialStore> accounts_of(const ServeOptions& options) try {
  if (options.accounts.empty()) return nullptr;
  scenario::AccountsFile file = scenario::read_accounts(options.accounts);
  if (!file.domain.empty() && !xmpp::same_jid(file.domain, options.domain)) {
    throw UsageError(fmt::format("--accounts: '{}' has accounts of the domain {}, but --domain is {}", options.accounts,
                                 file.domain, options.domain));
  }
  std::vector<std::pair<std::string, std::string>> accounts;
  accounts.reserve(file.accounts.size());
  for (auto& account : file.accounts) accounts.emplace_back(std::move(account.user), std::move(account.password));
  return server::make_listed_accounts(std::move(accounts));
} catch (const scenario::InputError& error) {
  throw UsageError(std::string("--accounts: ") + error.what());
}

std::vector<server::FaultRule> faults_of(const ServeOptions& options) {
  std::vector<server::FaultRule> faults;
  for (const std::string& text : options.faults) {
    const auto parsed = server::parse_faults(text);
    if (!parsed) throw UsageError("--fault", text, parsed.error());
    for (const server::FaultRule& rule : *parsed) {
      const bool is_known = std::ranges::count(faults, rule.kind, &server::FaultRule::kind) > 0;
      if (is_known) {
        throw UsageError("--fault", text, fmt::format("gives {} again; give it once", server::to_string(rule.kind)));
      }
      faults.push_back(rule);
    }
  }
  return faults;
}

server::ServerOptions server_options(const ServeOptions& options) {
  server::ServerOptions resolved;
  resolved.listen = listen_endpoint(options);
  resolved.domain = domain_of(options);
  resolved.accounts = accounts_of(options);
  resolved.parser = parser_of(options);
  resolved.forwarding = forwarding_of(options);
  resolved.faults = faults_of(options);
  resolved.fault_seed = read_seed("--fault-seed", options.fault_seed);
  resolved.processing_times = options.processing_times;
  resolved.mechanisms = mechanisms_of(options);
  plan_serve_tls(options.tls, resolved);
  resolved.limits.stanza_bytes = read_bytes("--max-stanza", options.max_stanza, least_stanza, most_stanza);
  return resolved;
}

/// The parent's end of the protocol in embedded_process.hpp; does nothing if there is none.
class Control {
 public:
  explicit Control(int descriptor) : descriptor_(descriptor) {
    if (descriptor_ < 0) return;
    if (::fcntl(descriptor_, F_GETFD) < 0) {
      throw UsageError("--control-fd", std::to_string(descriptor_), "is not open; it is for squall's own use");
    }
    ::fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
  }

  void say(const std::string& line) const {
    if (descriptor_ < 0) return;
    const std::string ended = line + '\n';
    for (std::size_t said = 0; said < ended.size();) {
      const ssize_t taken = ::write(descriptor_, ended.data() + said, ended.size() - said);
      if (taken < 0) return;  // the parent is gone; SIGTERM is on its way
      said += static_cast<std::size_t>(taken);
    }
  }

 private:
  int descriptor_;
};

/// Has sessions read with a plugin; answers what to call it.
std::string use_plugin(const plugin::Library& library, server::ServerOptions& options) {
  options.make_parser = [&api = library.api()](const parsers::Limits& limits) {
    return std::make_unique<parsers::plugin::PluginParser>(api, limits);
  };
  return library.api().name;
}

/// Processing times, told in parts when SIGUSR1 asks for them, and as a whole at the end.
class Times {
 public:
  Times(server::Server& server, const Control& control, bool are_taken) : server_(server), are_taken_(are_taken) {
    if (!are_taken) return;
    server.call_on_signal([this, &control] { control.say("processing " + server::to_line(take())); });
  }

  void print() {
    if (!are_taken_) return;
    take();
    fmt::print("{}", server::to_table(all_));
  }

 private:
  server::ProcessingReport take() {
    auto taken = server_.take_processing_times();
    all_ += taken;
    return taken;
  }

  server::Server& server_;
  bool are_taken_;
  server::ProcessingReport all_;
};

/// The server's counts and those of its faults, for the parent.
std::string counts_line(const server::Server& server, const std::vector<server::FaultRule>& faults) {
  std::string line = server::to_line(server.counts());
  if (!faults.empty()) line += ' ' + server::to_line(server.fault_counts(), faults);
  return line;
}

bool asks_for_list(const ServeOptions& options) {
  return std::ranges::count(options.faults, "list") > 0;
}

int list_faults() {
  fmt::print("{}\nRATE: 1/100 or 0.5% by chance, nth=7 for each seventh exactly; without it, all.\n",
             server::fault_list());
  return exit_ok;
}

int serve(const ServeOptions& options) {
  if (asks_for_list(options)) return list_faults();
  const Control control(options.control);
  net::raise_descriptor_limit();
  ::signal(SIGPIPE, SIG_IGN);
  std::optional<plugin::Library> library;
  if (!options.plugin.empty()) library.emplace(open_namespace_plugin(options.plugin));
  server::ServerOptions resolved = server_options(options);
  const auto faults = resolved.faults;
  const std::string parser = library ? use_plugin(*library, resolved) : options.parser;
  server::Server server(std::move(resolved));
  const auto endpoint = server.listen();
  if (!endpoint) throw UsageError("--listen: " + endpoint.error());
  server.stop_on_signals();
  Times times(server, control, options.processing_times);
  fmt::print("listening on {} for {}, {} parser, {}\n", net::to_string(*endpoint), options.domain, parser,
             serve_tls_text(options.tls));
  std::fflush(stdout);
  control.say(fmt::format("listening {} {}", endpoint->address().to_string(), endpoint->port()));
  server.run();
  fmt::print("{}{}", server::to_table(server.counts()), server::to_table(server.fault_counts(), faults));
  times.print();
  std::fflush(stdout);
  control.say(counts_line(server, faults));
  return exit_ok;
}

void add_options(CLI::App& command, ServeOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.add_option(name, value, text)->type_name(type)->capture_default_str();
  };
  add("--listen", options.listen, "HOST[:PORT]", "Where clients connect to; port 0 takes a free one");
  add("--domain", options.domain, "NAME", "The XMPP domain it serves");
  add("--accounts", options.accounts, "CSV", "Who may log in: header user,password");
  add("--parser", options.parser, "stream|dom|expat", "What reads the clients' XML");
  command.add_option("--plugin", options.plugin, "A parser plugin that reads it instead, in this process")
      ->type_name("FILE");
  add("--mechanisms", options.mechanisms, "LIST", "Ways to log in, parted by commas; all: every one but ANONYMOUS");
  add("--max-stanza", options.max_stanza, "BYTES", "Longest stanza taken; a longer one ends its stream");
  add("--forwarding", options.forwarding, "splice|rebuild",
      "Hand stanzas on as their bytes, or written anew");
  command.add_flag("--processing-times", options.processing_times,
                   "Take the time that each stanza spends here");
  command.add_option("--fault", options.faults, "What to do wrong and how often; may be repeated; list shows all")
      ->type_name("NAME[=VALUE][:RATE],…")
      ->allow_extra_args(false);
  add("--fault-seed", options.fault_seed, "N", "Of the chances that faults take");
  add_serve_tls_options(command, options.tls);
  command.add_flag("--expose-to-the-network", options.expose, "Allow a --listen address that others can reach");
  command.add_option("--control-fd", options.control)->group("");  // hidden: see embedded_process.hpp
}

}  // namespace

void add_serve_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command = app.add_subcommand("serve", "The embedded XMPP server in the foreground");
  add_options(*command, *options);
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = serve(*options); });
}

}  // namespace squall::cli
