#pragma once

#include <optional>
#include <string_view>

namespace squall::xmpp {

/// A JID's parts as views into one string. Spec: RFC 7622 section 3; no PRECIS preparation is done: comparisons are
/// by byte, with the domainpart compared without regard to ASCII case.
class Jid {
 public:
  /// Nothing if a part is empty where it may not be, over 1,023 bytes, or holds a character that RFC 7622 forbids.
  static std::optional<Jid> parse(std::string_view text);

  std::string_view local() const { return local_; }
  std::string_view domain() const { return domain_; }
  std::string_view resource() const { return resource_; }
  bool is_bare() const { return resource_.empty(); }
  /// local@domain, as a view into the text that was parsed.
  std::string_view bare() const { return bare_; }

 private:
  std::string_view local_, domain_, resource_, bare_;
};

/// True if `a` and `b` name the same account, resources left aside.
bool same_bare(std::string_view a, std::string_view b);

/// True if `a` and `b` are the same JID, resource included.
bool same_jid(std::string_view a, std::string_view b);

/// True if `text` may stand behind the slash of a JID.
bool is_resourcepart(std::string_view text);

}  // namespace squall::xmpp
