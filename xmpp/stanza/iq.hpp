#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parsers/event.hpp"
#include "xmpp/stanza/error.hpp"

namespace squall::xmpp {

/// Spec: RFC 6120 section 8.2.3. `invalid`: no type, or none of the four.
enum class IqType : std::uint8_t { get, set, result, error, invalid };

IqType iq_type(const parsers::Element& iq);

/// True for a result or an error: nothing may be sent in return.
constexpr bool is_answer(IqType type) {
  return type == IqType::result || type == IqType::error;
}

/// True for a get or set with an id and exactly one child element, as RFC 6120 section 8.2.3 wants it.
bool is_well_formed_request(const parsers::Element& iq);

/// Appends a request. `type`: get or set; `to` may be empty; `payload` is XML.
void append_iq(std::string& out, std::string_view type, std::string_view id, std::string_view to,
               std::string_view payload);

/// Appends the result for `request`, `payload` being XML or empty. `with_from`: a server answers under the address that
/// was asked, a client leaves `from` to its server.
void append_iq_result(std::string& out, const parsers::Element& request, std::string_view payload = {},
                      bool with_from = false);

/// Appends an error for `request`. Never call it for an answer.
void append_iq_error(std::string& out, const parsers::Element& request, const StanzaError& error,
                     bool with_from = false);

}  // namespace squall::xmpp
