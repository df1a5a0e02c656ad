#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace squall::server {

class Account;

/// What a resource told of itself beyond being there; kept only by those that did.
struct PresenceMemory {
  std::string stanza;  ///< the last broadcast presence, `from` set; empty: nothing but a bare <presence/>
  std::vector<std::string> directed;  ///< JIDs it sent directed presence to, which are told when it goes
};

/// One connected resource as routing sees it; the session behind it brings the way out.
class Resource {
 public:
  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;

  /// True if that many bytes more may be written to it.
  virtual bool has_room(std::size_t bytes) const = 0;
  /// Whatever is appended goes out at the end of the round. Lifetime: until then.
  virtual std::string& output() = 0;
  /// Another session has bound its JID: it is to close with <conflict/>. It is unbound already.
  virtual void replace() = 0;
  /// A fault: what goes out at the end of this round does so byte by byte.
  virtual void write_byte_by_byte() {}

  /// Gives it its address; `bare_size` bytes of `full_jid` are the account.
  void set_jid(std::string full_jid, std::size_t bare_size);
  std::string_view jid() const { return jid_; }
  std::string_view bare_jid() const { return std::string_view(jid_).substr(0, bare_size_); }
  std::string_view resourcepart() const { return std::string_view(jid_).substr(bare_size_ + 1); }
  /// ` from='JID'`, escaped and ready to be put into a tag.
  std::string_view from_attribute() const { return from_attribute_; }

  // Kept by Directory and Router.
  Account* account = nullptr;         ///< null while it is not bound
  std::uint64_t available_since = 0;  ///< running number of its initial presence; 0: not available
  std::int8_t priority = 0;           ///< RFC 6121 section 4.7.2.3
  std::unique_ptr<PresenceMemory> memory;

  bool is_available() const { return available_since != 0; }

 protected:
  Resource() = default;
  ~Resource() = default;

 private:
  std::string jid_;
  std::string from_attribute_;
  std::size_t bare_size_ = 0;
};

}  // namespace squall::server
