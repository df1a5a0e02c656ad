#pragma once

#include <string>

#include "parsers/corpus/random.hpp"

namespace squall::parsers::corpus {

/// Makes stanzas as clients and servers exchange them, one a call.
class Stanzas {
 public:
  Stanzas(Random& random, bool unknown) : random_(random), unknown_(unknown) {}

  std::string chat();                     ///< RFC 6121 section 5, XEP-0085
  std::string chat_state();               ///< XEP-0085
  std::string presence();                 ///< RFC 6121 section 4, XEP-0115, XEP-0153
  std::string roster(std::size_t items);  ///< RFC 6121 section 2
  std::string vcard();                    ///< XEP-0054, a photo of 64 KB
  std::string archived();                 ///< XEP-0313, XEP-0297, XEP-0203
  std::string stream_management();        ///< XEP-0198
  std::string ping();                     ///< XEP-0199
  std::string pubsub_event();             ///< XEP-0060
  std::string mixed();                    ///< one of the above, as often as in everyday traffic

 private:
  std::size_t body_size();

  Random& random_;
  bool unknown_;
};

}  // namespace squall::parsers::corpus
