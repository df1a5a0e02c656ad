#include "src/load/message_writer.hpp"

#include "xmpp/xml.hpp"

namespace squall::load {

MessageWriter::MessageWriter(const Accounts& accounts, const metrics::StampCodec& codec, std::string_view domain,
                             metrics::MessageForm form)
    : accounts_(accounts),
      codec_(codec),
      form_(form),
      at_domain_("@" + std::string(domain)),
      tail_(" type='chat' id='") {
  id_at_ = tail_.size();
  tail_.append(form.id_size(), '0');
  tail_ += "'><body>";
  body_at_ = tail_.size();
  tail_.append(form.body_bytes, metrics::padding);
  tail_ += "</body></message>";
}

std::string_view MessageWriter::write(std::uint32_t to, const metrics::MessageStamp& stamp) {
  char* const id = tail_.data() + id_at_;
  if (form_.stamp_in_body()) {
    codec_.write_id(stamp.direction, stamp.sequence, id);
    codec_.write_stamp(stamp, tail_.data() + body_at_);
  } else {
    codec_.write_stamp(stamp, id);
  }
  to_.clear();
  accounts_.append_user(to, to_);
  to_ += at_domain_;
  xml_.assign("<message");
  xmpp::xml::append_attribute(xml_, "to", to_);
  xml_ += tail_;
  return xml_;
}

}  // namespace squall::load
