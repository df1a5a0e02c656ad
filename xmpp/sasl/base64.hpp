#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace squall::xmpp::sasl {

/// Appends `bytes` in base64 with padding. Spec: RFC 4648 section 4.
void append_base64(std::string& out, std::string_view bytes);
std::string base64(std::string_view bytes);

/// The bytes that `text` stands for; nothing unless it is canonical: no white space, complete padding, no stray bits
/// (RFC 6120 section 13.9.1).
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace squall::xmpp::sasl
