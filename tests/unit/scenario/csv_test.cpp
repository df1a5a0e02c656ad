#include "src/scenario/csv.hpp"

#include <gtest/gtest.h>

#include "src/scenario/input_error.hpp"

namespace squall::scenario {
namespace {

using Records = std::vector<std::vector<std::string>>;

Records read_all(std::string_view text) {
  CsvReader reader(text);
  Records records;
  while (const auto* fields = reader.next()) records.push_back(*fields);
  return records;
}

TEST(CsvTest, PlainRecordsEndWithEitherLineEndOrNone) {
  const Records wanted{{"a", "b"}, {"c", "d"}};
  EXPECT_EQ(read_all("a,b\nc,d\n"), wanted);
  EXPECT_EQ(read_all("a,b\r\nc,d\r\n"), wanted);
  EXPECT_EQ(read_all("a,b\r\nc,d"), wanted);
  EXPECT_EQ(read_all("a,b\nc,d\r"), wanted);
}

TEST(CsvTest, ByteOrderMarkIsSkipped) {
  EXPECT_EQ(read_all("\xEF\xBB\xBF"
                     "a,b\n"),
            (Records{{"a", "b"}}));
}

TEST(CsvTest, QuotedFieldsHoldCommasQuotesAndLineEnds) {
  EXPECT_EQ(read_all("\"a,b\",\"say \"\"x\"\"\"\n\"two\r\nlines\",\"\"\n"),
            (Records{{"a,b", "say \"x\""}, {"two\r\nlines", ""}}));
}

TEST(CsvTest, EmptyFieldsAreFields) {
  EXPECT_EQ(read_all(",\na,,\n"), (Records{{"", ""}, {"a", "", ""}}));
  EXPECT_EQ(read_all("\n"), (Records{{""}}));
  EXPECT_TRUE(read_all("").empty());
}

TEST(CsvTest, SpacesAndLoneCarriageReturnsArePartOfAField) {
  EXPECT_EQ(read_all(" a , b\rc \n"), (Records{{" a ", " b\rc "}}));
}

TEST(CsvTest, LineIsTheOneOnWhichARecordBegins) {
  CsvReader reader("h\n\"x\n\ny\"\nz");
  reader.next();
  EXPECT_EQ(reader.line(), 1u);
  reader.next();
  EXPECT_EQ(reader.line(), 2u);
  reader.next();
  EXPECT_EQ(reader.line(), 5u);
}

TEST(CsvTest, QuotesWhereTheyMayNotStandAreErrors) {
  EXPECT_THROW(read_all("a\"b\n"), InputError);
  EXPECT_THROW(read_all("\"a\"b\n"), InputError);
  EXPECT_THROW(read_all("\"a\n"), InputError);
  EXPECT_THROW(read_all("\""), InputError);
}

TEST(CsvTest, FieldsAreLimitedInNumber) {
  EXPECT_EQ(read_all(std::string(CsvReader::max_fields - 1, ',')).front().size(), CsvReader::max_fields);
  EXPECT_THROW(read_all(std::string(CsvReader::max_fields, ',')), InputError);
}

}  // namespace
}  // namespace squall::scenario
