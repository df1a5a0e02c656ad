#include <fstream>
#include <sstream>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/report/json.hpp"
#include "tests/unit/report/made_up_result.hpp"
#include "tests/unit/report/schema_validator.hpp"

namespace squall::report {
namespace {

using boost::json::value;
using testing::ElementsAre;
using testing::IsEmpty;

value schema() {
  std::ifstream file(SQUALL_SOURCE_DIR "/docs/result-schema.json");
  std::ostringstream text;
  text << file.rdbuf();
  return boost::json::parse(text.str());
}

value document_of(const metrics::Result& result) {
  return json_document(result, Machine{"A processor", 2, 1 << 30, "Linux 6.1", "Debian"});
}

TEST(ResultSchemaTest, AcceptsAResultWithEverythingInIt) {
  EXPECT_THAT(test::schema_problems(document_of(test::made_up_result()), schema()), IsEmpty());
}

TEST(ResultSchemaTest, AcceptsAnEmptyResultAsAnInterruptLeavesIt) {
  EXPECT_THAT(test::schema_problems(document_of(metrics::Result{}), schema()),
              ElementsAre("/command is none of the values allowed"));
  metrics::Result result;
  result.command = "run";
  result.interrupted = true;
  result.scenario.duration.reset();
  result.scenario.population.accounts_file = "users.csv";
  result.latency.from_plan.record_infinite(5);
  EXPECT_THAT(test::schema_problems(document_of(result), schema()), IsEmpty());
}

TEST(ResultSchemaTest, RefusesWhatIsMissingUnknownOrOfAnotherKind) {
  value document = document_of(test::made_up_result());
  document.as_object().erase("audit");
  document.as_object()["password"] = "x";
  document.at_pointer("/pairs") = -1;
  document.at_pointer("/series/0/phase") = 5;
  EXPECT_THAT(test::schema_problems(document, schema()),
              testing::UnorderedElementsAre("/audit is missing", "/password is not in the schema",
                                            "/pairs is too small", "/series/0/phase is none of the values allowed"));
}

TEST(ResultSchemaTest, IsOfTheVersionThatIsWritten) {
  EXPECT_EQ(schema().at_pointer("/properties/schema_version/const"), value(schema_version));
}

}  // namespace
}  // namespace squall::report
