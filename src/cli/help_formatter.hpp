#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>

namespace squall::cli {

/// Help as the house prints it: the value's name behind the option, the default behind the description.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_group(std::string group, bool is_positional, std::vector<const CLI::Option*> options) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace squall::cli
