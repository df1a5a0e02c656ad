#pragma once

#include <string>

#include "parsers/event.hpp"

namespace squall::server {

/// Answers requests that the server itself is asked.
/// Spec: RFC 6121 section 2.1.4 (roster), XEP-0030 (service discovery), XEP-0199 (ping)
class IqService {
 public:
  /// A request to the domain.
  void answer_as_server(std::string& out, const parsers::Element& request) const;
  /// A request of an account to itself: no `to`, or its own bare JID.
  void answer_as_account(std::string& out, const parsers::Element& request) const;
};

}  // namespace squall::server
