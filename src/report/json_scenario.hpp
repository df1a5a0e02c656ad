#pragma once

#include <string_view>

#include <boost/json/object.hpp>

#include "src/scenario/scenario.hpp"

namespace squall::report {

/// As in transport.tls and as --tls takes them.
std::string_view name_of(scenario::TlsMode mode);

/// The resolved scenario without its secrets: the password template is not in it.
boost::json::object json_of(const scenario::Scenario& scenario);

}  // namespace squall::report
