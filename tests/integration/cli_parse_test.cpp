// squall parse and squall corpus as programs.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parsers/batch.hpp"
#include "parsers/corpus/corpus.hpp"

namespace squall::parsers {
namespace {

namespace fs = std::filesystem;

struct Ended {
  std::string output;
  int code = -1;
};

/// Runs squall through the shell, with `input` as its standard input.
Ended squall(const std::string& arguments, const std::string& input = {}) {
  const fs::path file = fs::temp_directory_path() / ("squall-parse-" + std::to_string(::getpid()));
  std::ofstream(file, std::ios::binary) << input;
  const std::string command = "'" SQUALL_PROGRAM "' " + arguments + " < '" + file.string() + "' 2>&1";
  Ended ended;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  char block[4096];
  while (const std::size_t size = std::fread(block, 1, sizeof block, pipe)) ended.output.append(block, size);
  ended.code = WEXITSTATUS(::pclose(pipe));
  fs::remove(file);
  return ended;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string library_answer(ParserKind kind, const fs::path& file, FeedPlan plan) {
  const auto workspace = make_workspace();
  const auto parser = make_parser(kind, Limits{}, *workspace);
  const auto resets = parse_resets(contents(fs::path(file).replace_extension(".reset")));
  return to_text(run_case(*parser, contents(file), plan, resets.value())) + "%%\n";
}

class ParseProgram : public testing::TestWithParam<ParserKind> {};

TEST_P(ParseProgram, AnswersABatchOfTheCasesInStep) {
  std::string lines;
  std::string want;
  for (const auto& entry : fs::directory_iterator(fs::path(SQUALL_SOURCE_DIR) / "fixtures/cases")) {
    if (entry.path().extension() != ".xml") continue;
    for (const char* plan : {"all", "chunk:1", "chunk:3", "split:170"}) {
      lines += entry.path().string() + '\t' + plan + '\n';
      want += library_answer(GetParam(), entry.path(), *FeedPlan::parse(plan));
    }
  }
  const Ended ended = squall("parse --batch --parser " + std::string(to_string(GetParam())), lines);
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.output, want);
}

INSTANTIATE_TEST_SUITE_P(Every, ParseProgram, testing::Values(ParserKind::dom, ParserKind::stream, ParserKind::expat),
                         [](const auto& chosen) { return std::string(to_string(chosen.param)); });

TEST(ParseCommand, AnswersWhatItCannotReadInItsPlace) {
  const Ended ended = squall("parse --batch", "/no/such/file\tall\nx\tthirds\n/\tall\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.output,
            "error unreadable\n# cannot read '/no/such/file': No such file or directory\n%%\n"
            "error bad-plan\n# the plan is no plan; give all, chunk:N or split:K\n%%\n"
            "error unreadable\n# cannot read '/': Is a directory\n%%\n");
}

TEST(ParseCommand, EndsAsTheVerdictSays) {
  EXPECT_EQ(squall("parse -", "<a/>").code, 0);
  EXPECT_EQ(squall("parse -", "<a>").code, 1);
  EXPECT_EQ(squall("parse -", "<a></b>").code, 1);
}

TEST(ParseCommand, NamesWhatIsWrongWithTheCommandLine) {
  EXPECT_EQ(squall("parse --parser sax -").code, 2);
  EXPECT_EQ(squall("parse --parser sax -").output,
            "squall parse: --parser: 'sax' is no parser; choose dom, stream or expat\n");
  EXPECT_EQ(squall("parse").code, 2);
  EXPECT_EQ(squall("parse /no/such/file").code, 2);
}

TEST(CorpusProgram, WritesTheLibrarysCorpus) {
  const Ended ended = squall("corpus --kind mam --bytes 64K --seed 9");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.output, corpus::make(corpus::Kind::mam, 65536, 9).bytes);
}

TEST(CorpusProgram, NamesWhatIsWrongWithTheCommandLine) {
  EXPECT_EQ(squall("corpus --kind mail").code, 2);
  EXPECT_EQ(squall("corpus --bytes 0").code, 2);
  EXPECT_EQ(squall("corpus -o /no/such/folder/x").code, 2);
}

}  // namespace
}  // namespace squall::parsers
