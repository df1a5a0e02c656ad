#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

// Dependencies between rooms point one way (docs/architecture.md). The linker cannot see a wrong include, because all
// of Boost shares one folder and headers need no library; so the includes are read.

namespace squall::test {
namespace {

namespace fs = std::filesystem;

struct Include {
  std::string place;   ///< file and line
  std::string header;  ///< what stands between the brackets or quotes
  bool quoted = false;
};

/// What each room may include besides its own headers.
const std::map<std::string, std::set<std::string>> allowed{
    {"parsers", {}},
    {"xmpp", {"parsers"}},
    {"src/net", {}},
    {"src/scenario", {}},
    {"src/metrics", {"src/scenario", "xmpp", "parsers"}},
    {"src/accounts", {"src/net", "xmpp", "parsers"}},
    {"src/load", {"src/metrics", "src/net", "src/scenario", "xmpp", "parsers"}},
    {"src/server", {"src/metrics", "src/net", "src/scenario", "xmpp", "parsers"}},
    {"src/report", {"src/metrics", "src/scenario", "xmpp"}},
    {"src/plugin", {"src/report", "parsers"}},
    {"src/zephyr", {"src/server", "src/report", "src/metrics", "src/net", "xmpp", "parsers"}},
    {"src/process", {}},
    {"src/shard", {"src/process", "src/load", "src/metrics", "src/net", "src/report", "src/scenario", "xmpp"}},
    {"src/cli",
     {"src/accounts", "src/shard", "src/plugin", "src/zephyr", "src/load", "src/server", "src/report", "src/metrics",
      "src/net", "src/scenario", "xmpp", "parsers"}},
};

bool is_source(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".hpp" || extension == ".cpp" || extension == ".h" || extension == ".c";
}

std::vector<fs::path> sources_in(const std::string& room) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(SQUALL_SOURCE_DIR) / room))
    if (is_source(entry.path())) files.push_back(entry.path());
  return files;
}

std::vector<Include> includes_of(const std::string& room) {
  const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  std::vector<Include> includes;
  for (const fs::path& path : sources_in(room)) {
    std::ifstream file(path);
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      std::smatch match;
      if (!std::regex_search(line, match, pattern)) continue;
      includes.push_back({path.string() + ":" + std::to_string(number), match[2], match[1] == "\""});
    }
  }
  return includes;
}

/// "src/net" of "src/net/clock.hpp", "xmpp" of "xmpp/jid.hpp".
std::string room_of(const std::string& header) {
  const std::size_t first = header.find('/');
  if (first == std::string::npos || !header.starts_with("src/")) return header.substr(0, first);
  return header.substr(0, header.find('/', first + 1));
}

TEST(IncludeRulesTest, RoomsIncludeOnlyWhatLiesBelowThem) {
  for (const auto& [room, below] : allowed) {
    const auto includes = includes_of(room);
    EXPECT_FALSE(includes.empty()) << room;
    for (const Include& include : includes) {
      if (!include.quoted) continue;
      const std::string target = room_of(include.header);
      EXPECT_TRUE(target == room || below.contains(target)) << include.place << " includes " << include.header;
      const bool is_private = include.header.find("/detail/") != std::string::npos;
      EXPECT_TRUE(target == room || !is_private) << include.place << " includes " << include.header;
    }
  }
}

TEST(IncludeRulesTest, ParsersAndProtocolKnowNoSocketsFilesThreadsOrAsio) {
  const std::regex forbidden(
      "boost/asio.*|boost/beast.*|sys/(socket|epoll|uio|stat)\\.h|netinet/.*|arpa/"
      ".*|netdb\\.h|unistd\\.h|poll\\.h|fstream|"
      "iostream|filesystem|thread|ctime|time\\.h");
  for (const char* room : {"parsers", "xmpp"})
    for (const Include& include : includes_of(room))
      EXPECT_FALSE(std::regex_match(include.header, forbidden)) << include.place << " includes " << include.header;
}

TEST(IncludeRulesTest, ParsersAndProtocolReadNoClock) {
  for (const char* room : {"parsers", "xmpp"})
    for (const fs::path& path : sources_in(room)) {
      std::ifstream file(path);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      EXPECT_EQ(text.find("clock::now("), std::string::npos) << path;
      EXPECT_EQ(text.find("clock_gettime"), std::string::npos) << path;
    }
}

TEST(IncludeRulesTest, OnlyTheEventLoopAndTheServerRunAsio) {
  const std::set<std::string> may{"src/net", "src/server"};
  for (const auto& [room, below] : allowed)
    for (const Include& include : includes_of(room)) {
      const bool is_loop = include.header.starts_with("boost/asio/") && !include.header.starts_with("boost/asio/ip/");
      EXPECT_TRUE(!is_loop || may.contains(room)) << include.place << " includes " << include.header;
    }
}

TEST(IncludeRulesTest, HeadersAreIncludedByTheirPathFromTheRoot) {
  for (const auto& [room, below] : allowed)
    for (const Include& include : includes_of(room)) {
      const bool exists = fs::exists(fs::path(SQUALL_SOURCE_DIR) / include.header);
      EXPECT_TRUE(!include.quoted || exists) << include.place << ": " << include.header;
    }
}

}  // namespace
}  // namespace squall::test
