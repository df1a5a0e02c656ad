#pragma once

#include <memory>
#include <string>
#include <vector>

namespace squall::server {

class Session;

/// What sessions have to write, gathered over one round of the loop and written at its end: one write a session however
/// many stanzas it gets. The buffers are shared, so that an idle session holds none.
class Outbox {
 public:
  /// An empty buffer for `session`, which is flushed at the end of the round.
  std::string* open(Session& session);
  /// Flushes every session that opened a buffer. A session may close itself in its flush().
  void flush();
  /// `session` goes away with its buffer unwritten.
  void forget(Session& session, std::string* buffer);
  /// `buffer` was written.
  void give_back(std::string* buffer);

 private:
  std::vector<Session*> due_;  // null where one was forgotten
  std::vector<Session*> flushing_;
  std::vector<std::string*> free_;
  std::vector<std::unique_ptr<std::string>> buffers_;  // all of them
};

}  // namespace squall::server
