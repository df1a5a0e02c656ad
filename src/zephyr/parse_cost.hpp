#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parsers/parser.hpp"
#include "src/zephyr/payload.hpp"
#include "src/zephyr/statistics.hpp"

namespace squall::zephyr {

/// A parser as it is made for one connection.
struct Reader {
  std::string name;
  std::function<std::unique_ptr<parsers::Parser>(const parsers::Limits&, parsers::Workspace&)> make;
};

/// The parsers of the house, by the names of the cells.
std::vector<Reader> house_readers();

/// What one message costs each reader with nothing around it: ns, over `rounds` in which the readers take turns.
/// Messages of that content are fed as a server gets them: each at once, or in its segments. In the order of `readers`.
std::vector<Spread> parse_costs(const std::vector<Reader>& readers, Content content, std::size_t rounds,
                                std::uint64_t seed);

}  // namespace squall::zephyr
