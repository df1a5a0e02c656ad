#include "xmpp/stream/detail/pending_requests.hpp"

#include <algorithm>
#include <charconv>

#include "xmpp/jid.hpp"

namespace squall::xmpp::detail {
namespace {

constexpr char id_prefix = 'q';

std::string_view bare_part(std::string_view jid) {
  return jid.substr(0, jid.find('/'));
}

bool is_own(std::string_view jid, const OwnAddresses& own) {
  return same_jid(jid, own.jid) || same_jid(jid, bare_part(own.jid));
}

std::optional<std::uint32_t> parse_id(const parsers::Text& id) {
  const auto text = id.raw();  // ours need no decoding
  if (text.size() < 2 || text[0] != id_prefix) return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

bool is_legal_sender(const parsers::Text& from, std::string_view to, const OwnAddresses& own) {
  const bool asks_home = to.empty() || same_jid(to, own.domain) || is_own(to, own);
  if (!from.present()) return asks_home;
  std::string scratch;
  const auto sender = from.view(scratch);
  if (to.empty()) return is_own(sender, own) || same_jid(sender, own.domain);
  return same_jid(sender, to);
}

std::uint32_t PendingRequests::add(std::string_view to) {
  if (entries_.size() >= max_size) return 0;
  entries_.push_back({++last_, std::string{to}});
  return last_;
}

std::string PendingRequests::wire_id(std::uint32_t request) {
  return id_prefix + std::to_string(request);
}

std::uint32_t PendingRequests::take(const parsers::Element& answer, const OwnAddresses& own) {
  const auto number = parse_id(answer.attribute("id"));
  if (!number) return 0;
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), *number,
                                      [](const Entry& entry, std::uint32_t n) { return entry.request < n; });
  if (found == entries_.end() || found->request != *number) return 0;
  if (!is_legal_sender(answer.attribute("from"), found->to, own)) return 0;
  entries_.erase(found);
  return *number;
}

}  // namespace squall::xmpp::detail
