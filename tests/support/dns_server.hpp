#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace squall::test {

/// A DNS server on a free loopback port (UDP) with a thread of its own, which answers each query with what `reply`
/// makes of it; nothing if that is empty.
class DnsServer {
 public:
  using Reply = std::function<std::string(const std::string& query)>;

  explicit DnsServer(Reply reply)
      : reply_(std::move(reply)),
        socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)),
        end_(::eventfd(0, EFD_CLOEXEC)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    thread_ = std::thread([this] { run(); });
  }
  ~DnsServer() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(end_, &one, sizeof one);
    thread_.join();
    ::close(socket_);
    ::close(end_);
  }
  DnsServer(const DnsServer&) = delete;
  DnsServer& operator=(const DnsServer&) = delete;

  /// As net::LookupOptions::servers takes it.
  std::string address() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    return "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }

 private:
  void run() {
    std::array<pollfd, 2> watched{{{socket_, POLLIN, 0}, {end_, POLLIN, 0}}};
    while (::poll(watched.data(), watched.size(), -1) >= 0 && watched[1].revents == 0) answer();
  }
  void answer() {
    std::string query(512, '\0');
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t got =
        ::recvfrom(socket_, query.data(), query.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size);
    if (got < 0) return;
    query.resize(static_cast<std::size_t>(got));
    const std::string reply = reply_(query);
    if (!reply.empty())
      ::sendto(socket_, reply.data(), reply.size(), 0, reinterpret_cast<const sockaddr*>(&from), size);
  }

  Reply reply_;
  int socket_;
  int end_;
  std::thread thread_;
};

inline std::string dns_number(unsigned value) {
  return {static_cast<char>(value >> 8 & 0xFF), static_cast<char>(value & 0xFF)};
}

/// `a.example` as labels behind their lengths; "." is the root.
inline std::string dns_name(std::string_view name) {
  std::string out;
  while (!name.empty() && name != ".") {
    const std::string_view label = name.substr(0, name.find('.'));
    out += static_cast<char>(label.size());
    out += label;
    name.remove_prefix(std::min(name.size(), label.size() + 1));
  }
  return out + '\0';
}

/// One SRV record for the name that was asked for, which is at offset 12. Spec: RFC 1035 section 4.1.3, RFC 2782
inline std::string srv_record(unsigned priority, unsigned weight, unsigned port, std::string_view target) {
  const std::string data = dns_number(priority) + dns_number(weight) + dns_number(port) + dns_name(target);
  return "\xC0\x0C" + dns_number(33) + dns_number(1) + std::string(4, '\0') +
         dns_number(static_cast<unsigned>(data.size())) + data;
}

/// The query as an answer with those records. `code`: of the header, 3 for no such name.
inline std::string dns_answer(const std::string& query, const std::vector<std::string>& records, unsigned code = 0) {
  std::string answer = query.substr(0, 2) + "\x81" + static_cast<char>(0x80 | code) + dns_number(1) +
                       dns_number(static_cast<unsigned>(records.size())) + std::string(4, '\0');
  std::size_t question_end = 12;
  while (question_end < query.size() && query[question_end] != '\0') {
    question_end += static_cast<std::size_t>(static_cast<unsigned char>(query[question_end])) + 1;
  }
  answer += query.substr(12, question_end + 5 - 12);
  for (const std::string& record : records) answer += record;
  return answer;
}

}  // namespace squall::test
