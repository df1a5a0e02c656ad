#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/syscall_floor/floor.h"

enum { events_at_once = 1024, buffer_bytes = 65536 };

static void report(int accepted) {
  if (write(accepted, "", 1) != 1) floor_die("peer: write to the client");
}

static void take_connection(int listener, int epoll, int* sockets, int index) {
  const int one = 1;
  const int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
  if (socket < 0) floor_die("peer: accept");
  if (setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0) floor_die("peer: TCP_NODELAY");
  struct epoll_event interest = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &interest) != 0) floor_die("peer: epoll_ctl");
  sockets[index] = socket;
}

static int* take_connections(int connections, int listener, int epoll, int accepted) {
  int* sockets = calloc((size_t)connections, sizeof *sockets);
  if (sockets == NULL) floor_die("peer: memory");
  for (int index = 0; index < connections; ++index) {
    take_connection(listener, epoll, sockets, index);
    if ((index + 1) % floor_batch == 0 || index + 1 == connections) report(accepted);
  }
  return sockets;
}

/* Answers whether the connection is still open. */
static int forward(int from, int to) {
  static char buffer[buffer_bytes];
  const ssize_t received = recv(from, buffer, sizeof buffer, 0);
  if (received < 0 && errno == EAGAIN) return 1;
  if (received <= 0) return 0;
  const ssize_t sent = send(to, buffer, (size_t)received, MSG_NOSIGNAL);
  if (sent == received) return 1;
  if (sent < 0 && (errno == EPIPE || errno == ECONNRESET || errno == EBADF)) return 1; /* the other end has left */
  floor_die("peer: the client does not read what is sent to it");
}

void floor_peer_run(int connections, int listener, int accepted) {
  struct epoll_event ready[events_at_once];
  const int epoll = epoll_create1(0);
  if (epoll < 0) floor_die("peer: epoll_create1");
  const int* sockets = take_connections(connections, listener, epoll, accepted);
  for (int open = connections; open > 0;) {
    const int count = epoll_wait(epoll, ready, events_at_once, -1);
    if (count < 0 && errno != EINTR) floor_die("peer: epoll_wait");
    for (int i = 0; i < count; ++i) {
      const uint32_t index = ready[i].data.u32;
      if (forward(sockets[index], sockets[index ^ 1U])) continue;
      close(sockets[index]);
      --open;
    }
  }
  _exit(0);
}
