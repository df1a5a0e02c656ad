#include "tests/integration/real_server.hpp"

#include <sstream>
#include <system_error>

#include <boost/json/parse.hpp>
#include <stdlib.h>

namespace squall::test {
namespace {

constexpr const char* program = SQUALL_SOURCE_DIR "/fixtures/servers/servers.py";
constexpr int not_installed_code = 69;  // of servers.py

/// `key=value` words; other words are left out.
std::map<std::string, std::string> key_values(const std::string& line) {
  std::map<std::string, std::string> values;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (const auto equals = word.find('='); equals != std::string::npos) {
      values[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return values;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = std::filesystem::temp_directory_path() / "squall-test-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

RealServer::RealServer(const std::string& name, int accounts) {
  process_ = std::make_unique<ChildProcess>(std::vector<std::string>{
      program, "run", name, "--dir", folder_.path().string(), "--accounts", std::to_string(accounts)});
  const std::string line = process_->read_line();
  if (line.starts_with("{")) {
    ready_ = boost::json::parse(line).as_object();
    start_ = Start::ready;
  } else if (process_->wait() == not_installed_code) {
    start_ = Start::not_installed;
  }
}

std::string RealServer::address() const {
  return "127.0.0.1:" + std::to_string(entrance("main").port);
}

Entrance RealServer::entrance(const std::string& name) const {
  const boost::json::value& entrance = ready_.at("entrances").at(name);
  const boost::json::value& tls_port = entrance.at("tls_port");
  return {std::string(entrance.at("domain").as_string()), entrance.at("port").to_number<std::uint16_t>(),
          tls_port.is_null() ? std::nullopt : std::optional(tls_port.to_number<std::uint16_t>())};
}

std::vector<std::string> RealServer::addresses() const {
  std::vector<std::string> addresses;
  for (const boost::json::value& address : ready_.at("addresses").as_array())
    addresses.emplace_back(address.as_string());
  return addresses;
}

std::string RealServer::file(const std::string& name) const {
  return std::string(ready_.at(name).as_string());
}

std::map<std::string, std::int64_t> RealServer::counts() const {
  ChildProcess asked({program, "counts", "--dir", folder_.path().string()});
  std::map<std::string, std::int64_t> counts;
  for (const auto& [key, value] : key_values(asked.read_line())) counts[key] = std::stoll(value);
  return counts;
}

}  // namespace squall::test
