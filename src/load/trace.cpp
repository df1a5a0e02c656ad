#include "src/load/trace.hpp"

namespace squall::load {
namespace {

// Appends `xml` up to and with the next element called `name`, its content masked; answers what is left.
// Empty if there is no such element any more.
std::string_view mask_next(std::string_view xml, std::string_view name, std::string& out) {
  const std::string open = "<" + std::string(name);
  for (std::size_t at = xml.find(open); at != std::string_view::npos; at = xml.find(open, at + 1)) {
    const std::size_t behind = at + open.size();
    if (behind < xml.size() && std::string_view(" \t\r\n/>").find(xml[behind]) == std::string_view::npos) continue;
    const std::size_t tag_end = xml.find('>', behind);
    if (tag_end == std::string_view::npos || xml[tag_end - 1] == '/') continue;
    const std::size_t content_end = xml.find("</", tag_end);
    out.append(xml.substr(0, tag_end + 1)).append("***");
    return content_end == std::string_view::npos ? std::string_view{} : xml.substr(content_end);
  }
  out.append(xml);
  return {};
}

std::string masked(std::string_view xml, std::string_view name) {
  std::string out;
  while (!xml.empty()) xml = mask_next(xml, name, out);
  return out;
}

}  // namespace

std::string mask_secrets(std::string_view xml) {
  std::string out{xml};
  for (const std::string_view name : {"auth", "response", "initial-response", "password", "digest"}) {
    out = masked(out, name);
  }
  return out;
}

}  // namespace squall::load
