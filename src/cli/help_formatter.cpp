#include "src/cli/help_formatter.hpp"

namespace squall::cli {

HelpFormatter::HelpFormatter() {
  column_width(30);
}

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
  std::string text = group == "Options" || is_positional ? "\n" : "";
  text += group + ":\n";
  for (const CLI::Option* option : options) text += make_option(option, is_positional);
  return text;
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const bool has_value = option->get_type_size() != 0 && option->nonpositional();
  return has_value ? " " + option->get_type_name() : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string value = option->get_default_str();
  return option->get_description() + (value.empty() ? "" : " [" + value + "]");
}

}  // namespace squall::cli
