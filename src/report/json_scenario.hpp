#pragma once

#include <boost/json/object.hpp>

#include "src/scenario/scenario.hpp"

namespace squall::report {

/// The resolved scenario without its secrets: the password template is not in it.
boost::json::object json_of(const scenario::Scenario& scenario);

}  // namespace squall::report
