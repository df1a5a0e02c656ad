#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/event.hpp"

namespace squall::xmpp::detail {

/// Whose answers a client believes.
struct OwnAddresses {
  std::string_view jid;  ///< full, or bare as long as nothing is bound
  std::string_view domain;
};

/// True if `from` may answer what was asked of `to`. Without `to`, and for the account or server itself, an answer may
/// lack `from`; else it must come from whom was asked.
/// Spec: RFC 6120 sections 8.1.2.1 and 8.2.3.
bool is_legal_sender(const parsers::Text& from, std::string_view to, const OwnAddresses& own);

/// Requests of ours that are not answered yet, by the id that stands on the wire.
class PendingRequests {
 public:
  static constexpr std::size_t max_size = 65535;

  /// Numbers a request to `to`, or gives 0 if too many are unanswered.
  std::uint32_t add(std::string_view to);
  /// The id that request bears on the wire.
  static std::string wire_id(std::uint32_t request);
  /// The request that this answer is for, which is then forgotten, or 0: unknown, answered before, or not from a legal
  /// sender.
  std::uint32_t take(const parsers::Element& answer, const OwnAddresses& own);
  /// Gives back memory that is not needed now.
  void shrink() { entries_.shrink_to_fit(); }

 private:
  struct Entry {
    std::uint32_t request;
    std::string to;
  };

  std::vector<Entry> entries_;  // in order of numbers
  std::uint32_t last_ = 0;
};

}  // namespace squall::xmpp::detail
