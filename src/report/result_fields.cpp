#include "src/report/result_fields.hpp"

#include <fmt/format.h>

#include "src/report/read_result.hpp"

namespace squall::report {

void Field::fail(std::string_view problem) const {
  throw ResultFileError(fmt::format("{} {}", path_, problem));
}

const boost::json::object& Field::object() const {
  if (const auto* object = value_->if_object()) return *object;
  fail("has to be an object");
}

const boost::json::array& Field::array() const {
  if (const auto* array = value_->if_array()) return *array;
  fail("has to be an array");
}

bool Field::has(std::string_view name) const {
  return object().contains(name);
}

Field Field::operator[](std::string_view name) const {
  const std::string path = path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  if (const auto* value = object().if_contains(name)) return {*value, path};
  throw ResultFileError(fmt::format("{} is missing", path));
}

Field Field::operator[](std::size_t index) const {
  const std::string path = fmt::format("{}[{}]", path_, index);
  if (const auto* value = array().if_contains(index)) return {*value, path};
  throw ResultFileError(fmt::format("{} is missing", path));
}

std::uint64_t Field::count() const {
  boost::system::error_code error;
  const auto number = value_->to_number<std::uint64_t>(error);
  if (error) fail("has to be a whole number from 0 on");
  return number;
}

std::uint32_t Field::count32() const {
  const std::uint64_t number = count();
  if (number > UINT32_MAX) fail("is too large");
  return static_cast<std::uint32_t>(number);
}

std::int64_t Field::integer() const {
  boost::system::error_code error;
  const auto number = value_->to_number<std::int64_t>(error);
  if (error) fail("has to be a whole number");
  return number;
}

double Field::real() const {
  boost::system::error_code error;
  const auto number = value_->to_number<double>(error);
  if (error) fail("has to be a number");
  return number;
}

bool Field::truth() const {
  if (const bool* truth = value_->if_bool()) return *truth;
  fail("has to be true or false");
}

std::string Field::text() const {
  if (const auto* text = value_->if_string()) return std::string(*text);
  fail("has to be a string");
}

}  // namespace squall::report
