#include "xmpp/stream/header.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {

void append_header(std::string& out, const StreamHeader& header) {
  out += "<?xml version='1.0'?><stream:stream";
  xml::append_attribute(out, "xmlns", ns::client);
  xml::append_attribute(out, "xmlns:stream", ns::streams);
  if (!header.to.empty()) xml::append_attribute(out, "to", header.to);
  if (!header.from.empty()) xml::append_attribute(out, "from", header.from);
  if (!header.id.empty()) xml::append_attribute(out, "id", header.id);
  out += " version='1.0' xml:lang='en'>";
}

bool is_stream_header(const parsers::Element& element) {
  return element.is(ns::streams, "stream");
}

bool has_supported_version(const parsers::Element& header) {
  std::string scratch;
  return header.attribute("version").view(scratch).starts_with("1.");
}

}  // namespace squall::xmpp
