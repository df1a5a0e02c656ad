#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/system/result.hpp>

#include "src/zephyr/cell.hpp"
#include "src/zephyr/experiment.hpp"
#include "src/zephyr/parse_cost.hpp"

namespace squall::zephyr {

/// How busy a server is when a message comes.
enum class Situation : std::uint8_t {
  light,      ///< one message at a time
  burst,      ///< one of every user at the same moment
  saturated,  ///< an open loop, the same in every cell: nine tenths of what the slowest cell can bear
};
inline constexpr std::array situations{Situation::light, Situation::burst, Situation::saturated};
std::string_view in_words(Situation situation);

/// What one cell made of one content in one situation, in one repeat. Times are ns, means over the messages.
struct GapFigures {
  double parse = 0;       ///< over all reads of a message
  double last_byte = 0;   ///< from the last byte to the kernel
  double first_byte = 0;  ///< from the first
  double reads = 0;
  double server_cpu = 0;  ///< a message
  std::uint64_t digest = 0;
  std::string mark{};  ///< why it is not counted; empty if it is
};

/// Everything about one content.
struct ContentGap {
  Content content = Content::chat;
  std::vector<Spread> alone;  ///< parse cost alone, by cell
  double rate_hz = 0;         ///< of the saturated situation
  /// [situation][cell][repeat]
  std::array<std::vector<std::vector<GapFigures>>, situations.size()> figures;

  using Figure = double (*)(const GapFigures&);
  std::optional<Spread> figure(Situation situation, std::size_t cell, Figure of) const;
  std::optional<Spread> ratio(Situation situation, std::size_t of, std::size_t to, Figure what) const;
};

struct GapPlan {
  std::vector<Cell> cells;
  std::vector<Reader> readers;  ///< of the cells, one each
  std::size_t repeats = 5;
  std::uint64_t seed = 1;
  bool is_quick = false;  ///< a few messages of each, to see that all works
};

/// Where the gap comes from: each content in each situation in each cell, repeats interleaved.
/// Error: the embedded server did not start, or a crowd could not log in, in one line.
boost::system::result<std::vector<ContentGap>, std::string> run_gap(const GapPlan& plan, const Cores& cores,
                                                                    Listener& listener);

}  // namespace squall::zephyr
