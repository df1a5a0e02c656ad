#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

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

/// jabberd2, ejabberd or prosody on a free loopback port, with accounts test1 to testN: fixtures/servers/servers.py in
/// the foreground. The server and all its processes end with this object, and with this process.
class RealServer {
 public:
  enum class Start : std::uint8_t { ready, not_installed, failed };

  /// Blocks until a login is possible; why there is none stands on standard error then.
  RealServer(const std::string& name, int accounts);

  Start start() const { return start_; }
  /// HOST:PORT for plain TCP, as --server takes it.
  std::string address() const;
  /// What the server itself has counted so far: "logins", "stored_offline".
  std::map<std::string, std::int64_t> counts() const;

 private:
  ScratchFolder folder_;
  std::unique_ptr<ChildProcess> process_;
  Start start_ = Start::failed;
  std::map<std::string, std::string> ready_;
};

}  // namespace squall::test
