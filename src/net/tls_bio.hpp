#pragma once

#include <string>
#include <string_view>

#include <openssl/bio.h>

namespace squall::net {

/// What OpenSSL reads from and writes to instead of a descriptor.
struct TlsChannel {
  std::string_view incoming;  ///< taken from the front
  std::string outgoing;       ///< grows at the end
};

/// A BIO over `channel`, which must outlive it. Reading from an empty channel is to be tried again; writing always
/// works. Null: no memory.
BIO* make_channel_bio(TlsChannel& channel);

}  // namespace squall::net
