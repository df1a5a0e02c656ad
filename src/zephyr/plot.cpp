#include "src/zephyr/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "src/zephyr/history.hpp"

namespace squall::zephyr {
namespace {

constexpr double width = 960, height = 600;
constexpr double left = 80, right = 760, top = 64, bottom = 530;
constexpr double label_distance = 15;

struct Point {
  double clients, ms, low_ms, high_ms;
};

struct Line {
  std::string name;
  std::string style;  ///< class of its colour
  bool is_dashed = false;
  std::vector<Point> points;
};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

/// What is drawn, in decades of ms and in clients.
struct Scale {
  double most_clients = 100;
  double low = 0, high = 1;  // powers of ten

  double x(double clients) const { return left + (right - left) * clients / most_clients; }
  double y(double ms) const { return bottom - (bottom - top) * (std::log10(ms) - low) / (high - low); }
};

std::string_view style_of(const Cell& cell) {
  if (cell.parser == slow_parser) return "dom";
  if (cell.parser == fast_parser) return "stream";
  return cell.parser == "expat" ? "expat" : "plugin";
}

Line line_of(const GridResult& result, std::size_t cell) {
  Line line{result.cells[cell].name(),
            std::string(style_of(result.cells[cell])),
            result.cells[cell].forwarding == "splice",
            {}};
  for (const std::size_t clients : result.steps()) {
    const auto time = result.figure(cell, clients, process_time);
    if (time && time->low > 0) {
      line.points.push_back({static_cast<double>(clients), time->median / 1e6, time->low / 1e6, time->high / 1e6});
    }
  }
  return line;
}

Line line_of_2005(bool with) {
  Line line{with ? "2005, with Zephyr" : "2005, without", "then", with, {}};
  for (const HistoricalStep& step : history_of_2005()) {
    const double ms = with ? step.with_ms : step.without_ms;
    const double half_a_tick = resolution_of_2005_ms(step.clients) / 2;
    if (ms > 0)
      line.points.push_back(
          {static_cast<double>(step.clients), ms, std::max(ms - half_a_tick, ms / 10), ms + half_a_tick});
  }
  return line;
}

std::vector<Line> lines_of(const GridResult& result) {
  std::vector<Line> lines;
  for (std::size_t cell = 0; cell < result.cells.size(); ++cell) lines.push_back(line_of(result, cell));
  lines.push_back(line_of_2005(false));
  lines.push_back(line_of_2005(true));
  std::erase_if(lines, [](const Line& line) { return line.points.empty(); });
  return lines;
}

Scale scale_of(const std::vector<Line>& lines) {
  Scale scale;
  double low = 1, high = 1;
  for (const Line& line : lines) {
    for (const Point& point : line.points) {
      scale.most_clients = std::max(scale.most_clients, point.clients);
      low = std::min(low, point.low_ms);
      high = std::max(high, point.high_ms);
    }
  }
  scale.low = std::floor(std::log10(low));
  scale.high = std::max(std::ceil(std::log10(high)), scale.low + 1);
  return scale;
}

constexpr std::string_view head =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" role="img" aria-labelledby="title">
<title id="title">Average process time of a message over the number of clients</title>
<style>
svg {{ --paper: #ffffff; --ink: #1f2328; --faint: #d0d7de; --dom: #b3261e; --expat: #8a5a00; --stream: #0b57d0; --plugin: #7b3fa0; --then: #57606a; background: var(--paper); }}
@media (prefers-color-scheme: dark) {{ svg {{ --paper: #0d1117; --ink: #e6edf3; --faint: #30363d; --dom: #ff8a80; --expat: #f2b84b; --stream: #7cb7ff; --plugin: #d2a8ff; --then: #9da7b3; }} }}
text {{ fill: var(--ink); font: 13px sans-serif; }}
.title {{ font-size: 17px; }} .grid {{ stroke: var(--faint); fill: none; }}
.line {{ fill: none; stroke-width: 2; }} .band {{ stroke: none; opacity: 0.15; }} .dashed {{ stroke-dasharray: 7 4; }}
{2}</style>
<rect width="{0}" height="{1}" fill="var(--paper)"/>
<text class="title" x="{3}" y="28">Average process time of a message in the server</text>
<text x="{3}" y="48">ms, logarithmic; bands are the spread of the repeats, in 2005 half a tick of the clock</text>
)svg";

std::string colours() {
  std::string out;
  for (const char* style : {"dom", "expat", "stream", "plugin", "then"}) {
    out += fmt::format(".line.{0} {{ stroke: var(--{0}); }} .band.{0}, text.{0} {{ fill: var(--{0}); }}\n", style);
  }
  return out;
}

std::string decade_words(double power) {
  return power >= 0 ? fmt::format("{:.0f}", std::pow(10, power))
                    : fmt::format("{:.{}f}", std::pow(10, power), static_cast<int>(-power));
}

std::string grid_of(const Scale& scale) {
  std::string out;
  for (double power = scale.low; power <= scale.high; ++power) {
    const double y = scale.y(std::pow(10, power));
    out += fmt::format(
        "<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{}</text>\n",
        left, y, right, left - 8, y + 4, decade_words(power));
  }
  const double step = scale.most_clients > 1000 ? 500 : std::max(1.0, scale.most_clients / 4);
  for (double clients = 0; clients <= scale.most_clients; clients += step) {
    out += fmt::format(
        "<path class=\"grid\" d=\"M{:.1f} {:.1f}V{:.1f}\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\">{:.0f}</text>\n",
        scale.x(clients), top, bottom, scale.x(clients), bottom + 20, clients);
  }
  out += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">clients, each sending one message at the same "
      "moment</text>\n",
      (left + right) / 2, bottom + 44);
  return out;
}

std::string path(const Scale& scale, const Line& line, double Point::*ms) {
  std::string out;
  for (const Point& point : line.points) {
    fmt::format_to(std::back_inserter(out), "{}{:.1f} {:.1f}", out.empty() ? "M" : "L", scale.x(point.clients),
                   scale.y(point.*ms));
  }
  return out;
}

std::string band(const Scale& scale, const Line& line) {
  std::string out = path(scale, line, &Point::high_ms);
  for (auto point = line.points.rbegin(); point != line.points.rend(); ++point) {
    fmt::format_to(std::back_inserter(out), "L{:.1f} {:.1f}", scale.x(point->clients), scale.y(point->low_ms));
  }
  return out + "Z";
}

std::string drawn(const Scale& scale, const Line& line) {
  return fmt::format("<path class=\"band {0}\" d=\"{1}\"/>\n<path class=\"line {0}{2}\" d=\"{3}\"/>\n", line.style,
                     band(scale, line), line.is_dashed ? " dashed" : "", path(scale, line, &Point::ms));
}

/// Names at the lines' ends, moved apart where they would lie on one another.
std::string labels(const Scale& scale, const std::vector<Line>& lines) {
  struct Label {
    const Line* line;
    double y;
  };
  std::vector<Label> all;
  for (const Line& line : lines) all.push_back({&line, scale.y(line.points.back().ms)});
  std::sort(all.begin(), all.end(), [](const Label& a, const Label& b) { return a.y < b.y; });
  std::string out;
  double free_from = top;
  for (Label& label : all) {
    const double end = scale.x(label.line->points.back().clients);
    const double y = std::max(label.y, free_from);
    free_from = y + label_distance;
    out += fmt::format(
        "<path class=\"grid\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/><text class=\"{}\" x=\"{:.1f}\" "
        "y=\"{:.1f}\">{}{}</text>\n",
        end + 3, label.y, right + 14, y, label.line->style, right + 18, y + 4,
        label.line->is_dashed ? "- - " : "\u2014 ", escaped(label.line->name));
  }
  return out;
}

}  // namespace

std::string to_svg(const GridResult& result) {
  const auto lines = lines_of(result);
  const Scale scale = scale_of(lines);
  std::string out = fmt::format(fmt::runtime(head), width, height, colours(), left);
  out += grid_of(scale);
  for (const Line& line : lines) out += drawn(scale, line);
  return out + labels(scale, lines) + "</svg>\n";
}

}  // namespace squall::zephyr
