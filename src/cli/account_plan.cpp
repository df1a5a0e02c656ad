#include "src/cli/account_plan.hpp"

#include "src/cli/find_target.hpp"
#include "src/cli/usage_error.hpp"
#include "src/load/accounts.hpp"
#include "src/load/tls_setup.hpp"

namespace squall::cli {
namespace {

xmpp::TlsPolicy policy_of(scenario::TlsMode mode) {
  if (mode == scenario::TlsMode::off) return xmpp::TlsPolicy::never;
  return mode == scenario::TlsMode::starttls ? xmpp::TlsPolicy::if_offered : xmpp::TlsPolicy::required;
}

std::unique_ptr<net::TlsContext> make_tls(const scenario::Scenario& scenario) {
  if (scenario.transport.tls == scenario::TlsMode::off) return nullptr;
  auto made = net::TlsContext::for_client(load::tls_options(scenario.transport, scenario.target.domain));
  if (!made) throw UsageError("--tls: " + made.error().text);
  return std::move(*made);
}

}  // namespace

RunPlan plan_accounts_of(const CommonOptions& common, const std::string& users, const std::string& first) {
  PairsOptions options;
  options.common = common;
  options.users = users;
  options.start = first;
  RunPlan plan;
  try {
    plan = plan_pairs(options);
  } catch (const UsageError& error) {  // it calls them by other names
    const std::string what = error.what();
    if (what.starts_with("USERS:")) throw UsageError("--users" + what.substr(5));
    if (what.starts_with("START:")) throw UsageError("--first" + what.substr(5));
    throw;
  }
  return plan;
}

std::vector<accounts::Account> account_list(const RunPlan& plan) {
  const auto& population = plan.scenario.population;
  std::vector<accounts::Account> list;
  list.reserve(population.users);
  if (plan.accounts) {
    const auto& all = plan.accounts->accounts;
    for (std::size_t i = population.first - 1; i < population.first - 1 + population.users; ++i) {
      list.push_back({all[i].user, all[i].password});
    }
    return list;
  }
  const auto names = load::Accounts::from_templates(population.user_template, population.password_template, "");
  for (std::uint32_t i = 0; i < population.users; ++i) {
    accounts::Account& account = list.emplace_back();
    names.append_user(population.first + i, account.user);
    names.append_password(population.first + i, account.password);
  }
  return list;
}

accounts::Work work_for(const RunPlan& plan, std::unique_ptr<net::TlsContext>& tls) {
  const scenario::Scenario& scenario = plan.scenario;
  accounts::Work work;
  work.endpoints = find_target(scenario.target);
  refuse_foreign_target(scenario, work.endpoints);
  refuse_silent_target(scenario.target, work.endpoints);
  work.accounts = account_list(plan);
  work.stream.domain = scenario.target.domain;
  work.stream.step_timeout = scenario.login_timeout;
  work.stream.tls = policy_of(scenario.transport.tls);
  tls = make_tls(scenario);
  work.tls = tls.get();
  work.direct_tls = scenario.transport.tls == scenario::TlsMode::direct;
  return work;
}

}  // namespace squall::cli
