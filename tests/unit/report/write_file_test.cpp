#include "src/report/write_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::report {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class WriteFileTest : public testing::Test {
 protected:
  WriteFileTest() : folder_(fs::temp_directory_path() / "squall-test-XXXXXX") {
    std::string name = folder_;
    folder_ = mkdtemp(name.data());
  }
  ~WriteFileTest() override { fs::remove_all(folder_); }

  static std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_;
};

TEST_F(WriteFileTest, WritesANewFileAndNothingBeside) {
  write_file(folder_ / "a.json", "text\n");
  EXPECT_EQ(text_of(folder_ / "a.json"), "text\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFileTest, ReplacesAFileThatWasThere) {
  write_file(folder_ / "a.json", "a longer old text");
  write_file(folder_ / "a.json", "new");
  EXPECT_EQ(text_of(folder_ / "a.json"), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFileTest, GivesTheUsualModeToTheFile) {
  write_file(folder_ / "a.json", "x");
  std::ofstream(folder_ / "b.json") << "x";
  EXPECT_EQ(fs::status(folder_ / "a.json").permissions(), fs::status(folder_ / "b.json").permissions());
}

TEST_F(WriteFileTest, FailureLeavesTheOldFileAndNothingBeside) {
  fs::create_directory(folder_ / "a.json");
  EXPECT_THROW(write_file(folder_ / "a.json", "x"), std::system_error);
  EXPECT_THROW(write_file(folder_ / "none" / "a.json", "x"), std::system_error);
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFileTest, CheckFindsWhatWouldFailAndLeavesNothing) {
  EXPECT_EQ(why_not_writable(folder_ / "a.json"), "");
  EXPECT_THAT(why_not_writable(folder_), HasSubstr("is a folder"));
  EXPECT_THAT(why_not_writable(folder_ / "none" / "a.json"), HasSubstr("there is no folder"));
  EXPECT_THAT(why_not_writable("/dev/null"), HasSubstr("is no regular file"));
  EXPECT_EQ(files(), 0);
}

}  // namespace
}  // namespace squall::report
