#include "src/net/tls_bio.hpp"

#include <algorithm>
#include <cstring>

namespace squall::net {
namespace {

TlsChannel& channel_of(BIO* bio) {
  return *static_cast<TlsChannel*>(BIO_get_data(bio));
}

int read(BIO* bio, char* into, int size) {
  BIO_clear_retry_flags(bio);
  std::string_view& incoming = channel_of(bio).incoming;
  if (incoming.empty()) {
    BIO_set_retry_read(bio);
    return -1;
  }
  const std::size_t taken = std::min(incoming.size(), static_cast<std::size_t>(size));
  std::memcpy(into, incoming.data(), taken);
  incoming.remove_prefix(taken);
  return static_cast<int>(taken);
}

int write(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  channel_of(bio).outgoing.append(bytes, static_cast<std::size_t>(size));
  return size;
}

long control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* make_method() {
  BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "channel");
  if (method == nullptr) return nullptr;
  BIO_meth_set_read(method, read);
  BIO_meth_set_write(method, write);
  BIO_meth_set_ctrl(method, control);
  return method;
}

}  // namespace

BIO* make_channel_bio(TlsChannel& channel) {
  static BIO_METHOD* const method = make_method();  // for the life of the program
  BIO* bio = method == nullptr ? nullptr : BIO_new(method);
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, &channel);
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace squall::net
