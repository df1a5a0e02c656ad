#include "src/server/resource.hpp"

#include <utility>

#include "xmpp/xml.hpp"

namespace squall::server {

void Resource::set_jid(std::string full_jid, std::size_t bare_size) {
  jid_ = std::move(full_jid);
  bare_size_ = bare_size;
  from_attribute_.clear();
  xmpp::xml::append_attribute(from_attribute_, "from", jid_);
}

}  // namespace squall::server
