#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

/// The bookkeeping of stream management, for either side. Counts are modulo 2^32, as they are on the wire.
/// Spec: XEP-0198 sections 3 to 5.
namespace squall::xmpp {

/// Stanzas that were sent and that the peer has not acknowledged yet.
class UnackedQueue {
 public:
  explicit UnackedQueue(std::size_t max_size) : max_size_(max_size) {}

  bool has_room() const { return stanzas_.size() < max_size_; }
  /// Beyond `max_size` the oldest stanza is forgotten, and then a resumption is not without loss.
  void push(std::string_view stanza);
  /// The peer has handled `count` stanzas in all. False if that is more than were sent: nothing changes then.
  bool acknowledge(std::uint32_t count);
  std::uint32_t sent() const { return sent_; }
  std::size_t size() const { return stanzas_.size(); }
  const std::deque<std::string>& stanzas() const { return stanzas_; }

 private:
  std::deque<std::string> stanzas_;
  std::size_t max_size_;
  std::uint32_t sent_ = 0;  // in all
  std::uint32_t acknowledged_ = 0;
};

/// A session under stream management: what is needed to go on with it on another connection, if it has an id.
struct ManagedSession {
  std::string id;              ///< the server's name for it; empty: it cannot be resumed
  std::string jid;             ///< the full JID
  std::uint32_t received = 0;  ///< stanzas of the peer that were handled
  UnackedQueue unacked;
  std::uint32_t unrequested = 0;  ///< stanzas sent since an acknowledgement was asked for
};

/// The number of an `h`; nothing if it is none.
std::optional<std::uint32_t> parse_count(std::string_view digits);

/// Appends <enable/>, asking for a session that can be resumed, and <resume/>.
void append_enable(std::string& out);
void append_resume(std::string& out, const ManagedSession& session);
/// Appends <r/> and <a/>.
void append_ack_request(std::string& out);
void append_ack(std::string& out, std::uint32_t received);
/// Appends the error of an <a/> for more than was sent; the stream is not closed.
void append_ack_too_high(std::string& out, std::uint32_t acknowledged, std::uint32_t sent);

}  // namespace squall::xmpp
