#include "src/accounts/account_export.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::accounts {
namespace {

using testing::HasSubstr;

std::map<std::string, std::string> exported(const ExportPlan& plan, ExportFormat format) {
  std::map<std::string, std::string> files;
  export_accounts(plan, format, [&](const std::string& path, std::string_view text) { files[path] += text; });
  return files;
}

ExportPlan two_friends() {
  return {"example.org", {{"anna", "secret"}, {"bert", "geheim"}}, {{1}, {0}}};
}

TEST(AccountExportTest, KnowsItsFormatsByName) {
  EXPECT_EQ(export_format("ejabberd"), ExportFormat::ejabberd);
  EXPECT_EQ(export_format("jabberd2-mysql"), ExportFormat::jabberd2_mysql);
  EXPECT_EQ(export_format("openfire"), std::nullopt);
}

TEST(AccountExportTest, WritesSqlForJabberd2) {
  const std::string sql = exported(two_friends(), ExportFormat::jabberd2_sqlite).at("");
  EXPECT_THAT(sql,
              HasSubstr("INSERT INTO authreg (username, realm, password) VALUES ('anna', 'example.org', 'secret');"));
  EXPECT_THAT(sql, HasSubstr("INSERT INTO \"active\" (\"collection-owner\", \"time\") VALUES ('bert@example.org'"));
  EXPECT_THAT(sql, HasSubstr("INSERT INTO \"roster-items\" (\"collection-owner\", jid, \"to\", \"from\", ask) "
                             "VALUES ('anna@example.org', 'bert@example.org', 1, 1, 0);"));
  EXPECT_TRUE(sql.ends_with("COMMIT;\n"));
  EXPECT_THAT(exported(two_friends(), ExportFormat::jabberd2_mysql).at(""), HasSubstr("INSERT INTO `roster-items`"));
}

TEST(AccountExportTest, QuotesWhatCouldEndAString) {
  const ExportPlan odd{"example.org", {{"o'neil", "a'b\\c\"<&"}}, {}};
  EXPECT_THAT(exported(odd, ExportFormat::jabberd2_sqlite).at(""),
              HasSubstr("'o''neil', 'example.org', 'a''b\\c\"<&'"));
  EXPECT_THAT(exported(odd, ExportFormat::jabberd2_mysql).at(""), HasSubstr("'a''b\\\\c\"<&'"));
  EXPECT_THAT(exported(odd, ExportFormat::ejabberd).at(""), HasSubstr("&lt;&amp;"));
  EXPECT_THAT(exported(odd, ExportFormat::prosody).at("example%2eorg/accounts/o%27neil.dat"),
              HasSubstr(R"(["password"] = "a'b\\c\"<&";)"));
}

TEST(AccountExportTest, WritesRostersForEjabberdAndProsody) {
  EXPECT_THAT(exported(two_friends(), ExportFormat::ejabberd).at(""),
              HasSubstr("<user name='anna' password='secret'><query xmlns='jabber:iq:roster'>"
                        "<item jid='bert@example.org' subscription='both'/></query></user>"));
  const auto files = exported(two_friends(), ExportFormat::prosody);
  EXPECT_THAT(files.at("example%2eorg/roster/bert.dat"), HasSubstr("[\"anna@example.org\"]"));
  EXPECT_THAT(files.at("example%2eorg/roster/bert.dat"), HasSubstr("[\"subscription\"] = \"both\""));
}

TEST(AccountExportTest, NamesFilesAsProsodyDoes) {
  EXPECT_EQ(prosody_name("localhost"), "localhost");
  EXPECT_EQ(prosody_name("a.b-c_d/.."), "a%2eb%2dc%5fd%2f%2e%2e");
}

}  // namespace
}  // namespace squall::accounts
