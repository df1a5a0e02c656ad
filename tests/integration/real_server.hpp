#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "tests/support/child_process.hpp"

namespace squall::test {

/// A folder of its own below the system's temporary one; gone with this object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A way into a server; see "entrances" in fixtures/servers/README.md.
struct Entrance {
  std::string domain;
  std::uint16_t port = 0;                 ///< plain TCP, with STARTTLS where there is any
  std::optional<std::uint16_t> tls_port;  ///< TLS from the first byte
};

/// jabberd2, ejabberd or prosody on free loopback ports, with accounts test1 to testN: fixtures/servers/servers.py in
/// the foreground. The server and all its processes end with this object, and with this process.
class RealServer {
 public:
  enum class Start : std::uint8_t { ready, not_installed, failed };

  /// Blocks until a login is possible; why there is none stands on standard error then.
  RealServer(const std::string& name, int accounts);

  Start start() const { return start_; }
  /// HOST:PORT for plain TCP over IPv4, as --server takes it.
  std::string address() const;
  /// "main", "tls_required", "no_tls" or "anonymous".
  Entrance entrance(const std::string& name) const;
  /// Where it listens: 127.0.0.1, and ::1 on a machine that has it.
  std::vector<std::string> addresses() const;
  /// A file that the recipe made: "ca", "client_cert" or "client_key".
  std::string file(const std::string& name) const;
  /// Where it keeps configuration and data.
  const std::filesystem::path& folder() const { return folder_.path(); }
  /// What the server itself has counted so far: "logins", "stored_offline".
  std::map<std::string, std::int64_t> counts() const;

 private:
  ScratchFolder folder_;
  std::unique_ptr<ChildProcess> process_;
  Start start_ = Start::failed;
  boost::json::object ready_;
};

}  // namespace squall::test
