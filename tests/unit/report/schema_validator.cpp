#include "tests/unit/report/schema_validator.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include <boost/json/serialize.hpp>

namespace squall::test {
namespace {

using boost::json::object;
using boost::json::value;

constexpr std::string_view known_words[] = {
    "$schema", "$ref",       "title",    "description",          "definitions", "type",     "const",   "enum",
    "minimum", "properties", "required", "additionalProperties", "items",       "minItems", "maxItems"};

bool is_of_type(const value& json, std::string_view type) {
  if (type == "object") return json.is_object();
  if (type == "array") return json.is_array();
  if (type == "string") return json.is_string();
  if (type == "boolean") return json.is_bool();
  if (type == "null") return json.is_null();
  if (type == "number") return json.is_number();
  if (type == "integer") return json.is_int64() || json.is_uint64();
  throw std::runtime_error("unknown type " + std::string(type));
}

class Validator {
 public:
  explicit Validator(const value& root) : root_(root) {}

  void check(const value& json, const value& schema, const std::string& path) {
    const object& rules = schema.as_object();
    refuse_unknown_words(rules);
    if (const auto* ref = rules.if_contains("$ref"))
      return check(json, root_.at_pointer(std::string_view(ref->as_string()).substr(1)), path);
    check_value(json, rules, path);
    if (json.is_object()) check_object(json.as_object(), rules, path);
    if (json.is_array()) check_array(json.as_array(), rules, path);
  }

  std::vector<std::string> problems;

 private:
  static void refuse_unknown_words(const object& rules) {
    for (const auto& [word, rule] : rules)
      if (std::ranges::find(known_words, std::string_view(word)) == std::end(known_words))
        throw std::runtime_error("the validator does not know " + std::string(word));
  }

  void check_value(const value& json, const object& rules, const std::string& path) {
    if (const auto* type = rules.if_contains("type")) check_type(json, *type, path);
    if (const auto* one = rules.if_contains("const"); one != nullptr && *one != json)
      problem(path, "is not the constant");
    if (const auto* all = rules.if_contains("enum")) {
      const auto& list = all->as_array();
      if (std::find(list.begin(), list.end(), json) == list.end()) problem(path, "is none of the values allowed");
    }
    if (const auto* least = rules.if_contains("minimum"); least != nullptr && json.is_number())
      if (json.to_number<double>() < least->to_number<double>()) problem(path, "is too small");
  }

  void check_type(const value& json, const value& type, const std::string& path) {
    const auto fits = [&](const value& name) { return is_of_type(json, name.as_string()); };
    const bool is_right = type.is_array() ? std::ranges::any_of(type.as_array(), fits) : fits(type);
    if (!is_right) problem(path, "is not of type " + boost::json::serialize(type));
  }

  void check_object(const object& json, const object& rules, const std::string& path) {
    if (const auto* required = rules.if_contains("required"))
      for (const value& name : required->as_array())
        if (!json.contains(name.as_string())) problem(path + "/" + std::string(name.as_string()), "is missing");
    const auto* properties = rules.if_contains("properties");
    for (const auto& [name, member] : json) {
      const std::string at = path + "/" + std::string(name);
      const auto* rule = properties == nullptr ? nullptr : properties->as_object().if_contains(name);
      if (rule != nullptr)
        check(member, *rule, at);
      else if (rules.contains("additionalProperties"))
        problem(at, "is not in the schema");
    }
  }

  void check_array(const boost::json::array& json, const object& rules, const std::string& path) {
    if (const auto* least = rules.if_contains("minItems");
        least != nullptr && json.size() < least->to_number<std::size_t>())
      problem(path, "has too few items");
    if (const auto* most = rules.if_contains("maxItems");
        most != nullptr && json.size() > most->to_number<std::size_t>())
      problem(path, "has too many items");
    if (const auto* items = rules.if_contains("items"))
      for (std::size_t i = 0; i < json.size(); ++i) check(json[i], *items, path + "/" + std::to_string(i));
  }

  void problem(const std::string& path, const std::string& what) { problems.push_back(path + " " + what); }

  const value& root_;
};

}  // namespace

std::vector<std::string> schema_problems(const value& json, const value& schema) {
  Validator validator(schema);
  validator.check(json, schema, "");
  return std::move(validator.problems);
}

}  // namespace squall::test
