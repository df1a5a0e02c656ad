#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/zephyr/client.hpp"
#include "src/zephyr/outcome.hpp"
#include "src/zephyr/payload.hpp"

namespace squall::zephyr {

struct CrowdOptions {
  boost::asio::ip::tcp::endpoint server;
  std::string domain = "localhost";
  std::string user_template = "test{n}";      ///< {n}: number of the user, from 1
  std::string password_template = "test{n}";  ///< likewise
  Content content = Content::chat;
  std::uint64_t seed = 1;                     ///< of what is sent
  std::chrono::milliseconds patience{10000};  ///< for a login, and for answers that are outstanding
};

/// The clients of one server, in pairs, on the calling thread: user 1 sends to user 2 and back, 3 to 4, and so on.
/// A message is answered when its partner has it. Who carries which payload depends on the seed alone, so that two
/// crowds of one seed send the same.
/// Errors of the server are data: in an Outcome, or in words. Throws std::system_error if epoll is not to be had.
class Crowd final : private ClientOwner {
 public:
  explicit Crowd(const CrowdOptions& options);
  ~Crowd();  ///< closes all connections with RST
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// Logs in `more` users, an even number. Nothing if all are online, else what went wrong.
  std::optional<std::string> grow(std::size_t more);
  std::size_t online() const { return online_; }

  /// Every user sends one message at the same moment, as fast as this thread can, and all are waited for.
  Outcome burst();
  /// One message at a time, each awaited before the next: the server has nothing else to do. Segments, where the
  /// content has any, leave as far apart as on a line of 100 Mbit/s; so they do in paced().
  Outcome one_by_one(std::size_t messages);
  /// An open loop: messages are due at equal distances, whatever the server does.
  Outcome paced(double rate_hz, std::chrono::nanoseconds duration);

 private:
  struct Message {
    std::uint32_t sender = 0;
    std::uint32_t payload = 0;
    bool is_answered = false;
    net::TimePoint due{}, sent{};
  };

  /// A message whose segments are on their way out.
  struct Sending {
    std::uint32_t sender = 0;
    std::string xml;
    std::size_t at = 0;
    net::TimePoint next{};  ///< when its next segment is due
  };

  void begin(std::size_t messages);
  std::size_t add(std::uint32_t sender, net::TimePoint due);
  const std::string& write(std::size_t number);
  void send(std::size_t number);
  void send_segments(net::Duration distance);
  bool may_send(std::uint32_t sender) const;
  void await(std::size_t answered);
  bool read_arrived();
  void wait_for_arrivals(net::TimePoint until) const;
  Outcome finish();

  void settled(Client& client) override;
  void lost(Client& client) override;
  void received(Client& client, const parsers::Element& message, net::Arrival arrival) override;
  Message* find(std::string_view id);
  bool is_genuine(const Client& receiver, const Message& message, const parsers::Element& element);

  CrowdOptions options_;
  net::Poller poller_;
  std::vector<char> scratch_;
  std::shared_ptr<parsers::Workspace> workspace_;
  ClientContext context_;
  std::deque<Client> clients_;
  std::vector<Payload> payloads_;
  std::size_t online_ = 0, settled_ = 0;
  std::uint64_t rounds_ = 0;  // loads so far; it parts the ids of one from those of another
  std::vector<Message> messages_;
  std::vector<Sending> sending_;
  Outcome outcome_;
  net::TimePoint first_send_{}, last_arrival_{};
  std::string xml_;
  std::string id_, scratch_text_;
};

}  // namespace squall::zephyr
