#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// Logins as real servers lead them; fixtures/transcripts/README.md describes the files.
namespace squall::test {
namespace {

using xmpp::sasl::Mechanism;

struct Line {
  char kind;
  std::string text;
};

std::vector<Line> read_transcript(const std::filesystem::path& path) {
  std::vector<Line> lines;
  std::ifstream file{path};
  for (std::string line; std::getline(file, line);) {
    if (line.size() >= 2 && line[0] != '#') lines.push_back({line[0], line.size() > 3 ? line.substr(3) : ""});
  }
  return lines;
}

struct Setup {
  xmpp::ClientConfig config = without_roster();
  xmpp::Credentials credentials{"test1", "test1", "probe"};
};

void apply(Setup& setup, const std::string& words) {
  const auto has = [&](std::string_view word) { return words.find(word) != std::string::npos; };
  setup.config.fetch_roster = has("roster");
  if (has("tls")) setup.config.tls = xmpp::TlsPolicy::if_offered;
  if (has("host-unknown")) setup.config.domain = "nosuch.example";
  if (has("wrong-password")) setup.credentials.password = "wrong";
  if (has("scram-sha-1")) setup.config.sasl.allowed = {Mechanism::scram_sha_1};
  if (has("scram-sha-256")) setup.config.sasl.allowed = {Mechanism::scram_sha_256};
}

Setup setup_of(const std::vector<Line>& lines) {
  Setup setup;
  setup.config.sasl.allowed = {Mechanism::plain};
  for (const auto& line : lines) {
    if (line.kind == 'P') apply(setup, line.text);
    if (line.kind == 'N') setup.config.nonce = [nonce = line.text] { return nonce; };
  }
  return setup;
}

void act_out(Dialogue& d, const Line& line) {
  switch (line.kind) {
    case 'C':
      return d.client_sends(line.text);
    case 'S':
      return d.server_sends(line.text);
    case 'E':
      return d.expect_event(line.text);
    case 'T':
      return d.tls_is_established();
    case 'X':
      return d.client_closes();
    default:
      break;
  }
}

std::vector<std::filesystem::path> all_transcripts() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator{SQUALL_SOURCE_DIR "/fixtures/transcripts"}) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class Transcript : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Transcript, IsUnderstood) {
  const auto lines = read_transcript(GetParam());
  ASSERT_FALSE(lines.empty());
  const auto setup = setup_of(lines);
  Dialogue d{setup.config, setup.credentials};
  for (const auto& line : lines) {
    SCOPED_TRACE(line.kind + (": " + line.text));
    act_out(d, line);
  }
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& param_info) {
  auto name = param_info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(TranscriptsTest, Transcript, testing::ValuesIn(all_transcripts()), name_of);

}  // namespace
}  // namespace squall::test
