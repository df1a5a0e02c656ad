#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

namespace squall::report {

/// A value of a result file that is being read, and where in the file it stands. Each way of reading it throws
/// ResultFileError, which names the place, if it is not there or of another kind.
class Field {
 public:
  /// `value` must outlive the Field and all that are got from it; `path`: empty for a whole file.
  Field(const boost::json::value& value, std::string path) : value_(&value), path_(std::move(path)) {}

  Field operator[](std::string_view name) const;
  Field operator[](std::size_t index) const;
  bool has(std::string_view name) const;
  bool is_null() const { return value_->is_null(); }
  std::size_t size() const { return array().size(); }

  std::uint64_t count() const;
  std::uint32_t count32() const;
  std::int64_t integer() const;
  double real() const;
  bool truth() const;
  std::string text() const;
  const boost::json::object& object() const;

  [[noreturn]] void fail(std::string_view problem) const;

 private:
  const boost::json::array& array() const;

  const boost::json::value* value_;
  std::string path_;
};

}  // namespace squall::report
