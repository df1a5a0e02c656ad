#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/accounts/account_export.hpp"
#include "src/net/tls_context.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::accounts {

/// What is done with each account, in band.
enum class Action : std::uint8_t {
  make,       ///< registers it; that it exists already is as good (XEP-0077)
  remove,     ///< logs in and unregisters it
  subscribe,  ///< puts its contacts on its roster and asks for their presence (RFC 6121 section 3.1)
  approve,    ///< answers that it may be seen by its contacts
  drain,      ///< logs in and takes in what the server kept for it
  greet,      ///< logs in, sends itself a message and waits for it
};

struct Work {
  Action action = Action::make;
  std::vector<Account> accounts;
  std::vector<std::vector<std::uint32_t>> contacts;  ///< by account; of subscribe and approve
  std::vector<boost::asio::ip::tcp::endpoint> endpoints;
  xmpp::ClientConfig stream;
  net::TlsContext* tls = nullptr;
  bool direct_tls = false;
  std::uint32_t parallel = 64;        ///< connections at one time
  std::string* transcript = nullptr;  ///< takes in what the server said, deciphered; its start, of one account
  std::uint32_t tries = 3;            ///< of one account, where the server or the connection was at fault
};

struct Outcome {
  std::uint64_t done = 0;
  std::uint64_t existed = 0;   ///< of those done
  std::uint64_t messages = 0;  ///< drained
  std::uint64_t failed = 0;
  std::uint64_t left = 0;                        ///< not begun, because of an interrupt
  std::map<std::string, std::uint64_t> reasons;  ///< of the failures: "stage: code: condition"
};

/// Does the work, and blocks until it is done. `is_over` is asked now and then: true ends it, with those under way.
/// Throws std::system_error if epoll is not to be had.
Outcome perform(const Work& work, const std::function<bool()>& is_over);

}  // namespace squall::accounts
