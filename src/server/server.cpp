#include "src/server/server.hpp"

#include <array>
#include <csignal>
#include <random>
#include <stdexcept>
#include <vector>

#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include "src/net/event_loop.hpp"
#include "src/net/listener.hpp"
#include "src/net/resolver.hpp"
#include "src/server/account_store.hpp"
#include "src/server/fault_router.hpp"
#include "src/server/session.hpp"
#include "xmpp/sasl/scram_keys.hpp"

namespace squall::server {
namespace {

constexpr std::chrono::milliseconds housekeeping_interval{250};
constexpr std::size_t scratch_size = 64 * 1024;

/// A context with a certificate that nobody knows.
std::shared_ptr<net::TlsContext> make_tls(const std::string& domain) {
  net::TlsServerOptions options;
  options.identity.made = net::make_certificate({.domain = domain});
  auto made = net::TlsContext::for_server(options);
  if (!made) throw std::runtime_error(made.error().text);
  return std::move(*made);
}

xmpp::ServerTls stream_tls(TlsUse use) {
  switch (use) {
    case TlsUse::starttls:
      return xmpp::ServerTls::offered;
    case TlsUse::required:
      return xmpp::ServerTls::required;
    case TlsUse::off:
    case TlsUse::direct:
      break;
  }
  return xmpp::ServerTls::off;
}

}  // namespace

class Server::Impl final : private net::RoundHandler, private net::AcceptHandler, private SessionOwner {
 public:
  explicit Impl(ServerOptions options);
  ~Impl() { sessions_.clear(); }

  boost::system::result<boost::asio::ip::tcp::endpoint, std::string> listen();
  void run();
  void stop() {
    boost::asio::post(loop_.context(), [this] { begin_shutdown(); });
  }
  void stop_on_signals();
  const ServerCounts& counts() const { return counts_; }
  FaultCounts fault_counts() const { return faults_ ? faults_->plan().counts() : FaultCounts{}; }
  void call_on_signal(std::function<void()> what);
  ProcessingReport take_processing_times() { return times_.take(); }

 private:
  void on_round() override {
    realm_.outbox.flush();
    if (faults_) end_faulty_round();
  }
  void on_accepted(int descriptor) override;
  void on_turned_away(std::error_code) override { ++counts_.connections_refused; }
  void remove(Session& session) override;

  std::unique_ptr<FaultRouter> make_faults();
  net::TlsContext* ready_tls();
  xmpp::ServerConfig stream_config();
  std::string make_stream_id();
  void end_faulty_round();
  void wait_for_held();
  void keep_house();
  void drop_overdue();
  void begin_shutdown();
  void finish_shutdown();
  void wait_for_signal();
  void wait_for_call();

  ServerOptions options_;
  std::shared_ptr<const xmpp::CredentialStore> accounts_;
  xmpp::sasl::ScramKeyCache scram_keys_{65536};
  std::array<char, scratch_size> scratch_;
  ServerCounts counts_;
  std::unique_ptr<Forwarder> forwarder_;
  Router router_;
  std::unique_ptr<FaultRouter> faults_;  // null: all goes well
  ProcessingTimes times_;
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
  net::EventLoop loop_{*this};
  net::Listener listener_{loop_.poller(), *this};
  Realm realm_;
  std::vector<std::unique_ptr<Session>> sessions_;
  boost::asio::steady_timer housekeeping_{loop_.context()};
  boost::asio::steady_timer held_{loop_.context()};
  std::optional<net::TimePoint> held_until_;
  boost::asio::signal_set signals_{loop_.context()};
  boost::asio::signal_set calls_{loop_.context()};
  std::function<void()> called_;
  std::mt19937_64 random_{std::random_device{}()};
  bool is_stopping_ = false;
  std::uint64_t sessions_at_stop_ = 0;
  net::TimePoint stop_by_{};
};

Server::Impl::Impl(ServerOptions options)
    : options_(std::move(options)),
      accounts_(options_.accounts ? options_.accounts : make_self_named_accounts()),
      forwarder_(make_forwarder(options_.forwarding)),
      router_(options_.domain, *forwarder_, counts_),
      faults_(make_faults()),
      realm_{.connections = {.poller = loop_.poller(),
                             .scratch = scratch_,
                             .timestamps = options_.processing_times,
                             .write_queue_limit = options_.write_queue_limit},
             .streams = stream_config(),
             .parser = options_.parser,
             .make_parser = options_.make_parser,
             .workspace = *workspace_,
             .resources_per_account = options_.resources_per_account,
             .router = router_,
             .counts = counts_,
             .owner = *this,
             .tls = ready_tls(),
             .direct_tls = options_.tls == TlsUse::direct,
             .times = options_.processing_times ? &times_ : nullptr,
             .faults = faults_.get()} {}

std::unique_ptr<FaultRouter> Server::Impl::make_faults() {
  if (options_.faults.empty()) return nullptr;
  return std::make_unique<FaultRouter>(FaultPlan(options_.faults, options_.fault_seed), options_.domain, router_,
                                       *forwarder_, counts_);
}

net::TlsContext* Server::Impl::ready_tls() {
  if (options_.tls == TlsUse::off) return nullptr;
  if (!options_.tls_context) options_.tls_context = make_tls(options_.domain);
  return options_.tls_context.get();
}

xmpp::ServerConfig Server::Impl::stream_config() {
  xmpp::ServerConfig config;
  config.tls = stream_tls(options_.tls);
  config.domain = options_.domain;
  config.limits = options_.limits;
  config.credentials = accounts_.get();
  config.mechanisms = options_.mechanisms;
  config.login_timeout = options_.login_timeout;
  config.scram_keys = &scram_keys_;
  config.sasl2 = true;
  config.stream_management = true;
  config.client_state = true;
  return config;
}

boost::system::result<boost::asio::ip::tcp::endpoint, std::string> Server::Impl::listen() {
  if (const std::error_code error = listener_.open(options_.listen)) {
    return fmt::format("cannot listen on {}: {}", net::to_string(options_.listen), error.message());
  }
  return listener_.local_endpoint();
}

void Server::Impl::run() {
  keep_house();
  loop_.run();
  housekeeping_.cancel();
  held_.cancel();
  if (faults_) faults_->give_up();
  sessions_.clear();
  counts_.sessions = sessions_at_stop_;
}

void Server::Impl::on_accepted(int descriptor) {
  ++counts_.connections;
  auto session = std::make_unique<Session>(realm_, make_stream_id());
  session->index = sessions_.size();
  if (!session->adopt(descriptor)) sessions_.push_back(std::move(session));
}

std::string Server::Impl::make_stream_id() {
  return fmt::format("{:016x}", random_());
}

void Server::Impl::remove(Session& session) {
  const std::size_t index = session.index;
  std::swap(sessions_[index], sessions_.back());
  sessions_[index]->index = index;
  sessions_.pop_back();
  if (is_stopping_ && sessions_.empty()) finish_shutdown();
}

void Server::Impl::end_faulty_round() {
  faults_->end_round();
  wait_for_held();
}

void Server::Impl::wait_for_held() {
  const auto due = faults_->next_due();
  if (!due || (held_until_ && *held_until_ <= *due)) return;
  held_until_ = due;
  held_.expires_at(*due);
  held_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    held_until_.reset();
    faults_->release(net::Clock::now());
    realm_.outbox.flush();
    wait_for_held();
  });
}

void Server::Impl::keep_house() {
  housekeeping_.expires_after(housekeeping_interval);
  housekeeping_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    drop_overdue();
    keep_house();
  });
}

void Server::Impl::drop_overdue() {
  const net::TimePoint now = net::Clock::now();
  const auto is_overdue = [now](const SessionList& list) { return !list.empty() && list.front().deadline() <= now; };
  while (is_overdue(realm_.logging_in)) realm_.logging_in.front().expire(now);
  while (is_overdue(realm_.closing)) realm_.closing.front().give_up();
  realm_.outbox.flush();
  if (is_stopping_ && now >= stop_by_) finish_shutdown();
}

void Server::Impl::begin_shutdown() {
  if (is_stopping_) return finish_shutdown();
  is_stopping_ = true;
  sessions_at_stop_ = counts_.sessions;
  stop_by_ = net::Clock::now() + options_.shutdown_patience;
  listener_.close();
  for (const auto& session : sessions_) session->end("system-shutdown");
  realm_.outbox.flush();
  if (sessions_.empty()) finish_shutdown();
}

void Server::Impl::finish_shutdown() {
  loop_.stop();
}

void Server::Impl::stop_on_signals() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  wait_for_signal();
}

void Server::Impl::wait_for_signal() {
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (error) return;
    begin_shutdown();
    wait_for_signal();
  });
}

void Server::Impl::call_on_signal(std::function<void()> what) {
  called_ = std::move(what);
  calls_.add(SIGUSR1);
  wait_for_call();
}

void Server::Impl::wait_for_call() {
  calls_.async_wait([this](boost::system::error_code error, int) {
    if (error) return;
    called_();
    wait_for_call();
  });
}

Server::Server(ServerOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Server::~Server() = default;

boost::system::result<boost::asio::ip::tcp::endpoint, std::string> Server::listen() {
  return impl_->listen();
}
void Server::run() {
  impl_->run();
}
void Server::stop() {
  impl_->stop();
}
void Server::stop_on_signals() {
  impl_->stop_on_signals();
}
const ServerCounts& Server::counts() const {
  return impl_->counts();
}
FaultCounts Server::fault_counts() const {
  return impl_->fault_counts();
}
void Server::call_on_signal(std::function<void()> what) {
  impl_->call_on_signal(std::move(what));
}
ProcessingReport Server::take_processing_times() {
  return impl_->take_processing_times();
}

}  // namespace squall::server
