#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench/syscall_floor/floor.h"

enum {
  events_at_once = 4096,
  buffer_bytes = 65536,
  late_buckets = 20000,       /* of a microsecond each */
  connections_a_source = 5000 /* connect() gets slow once half the ports of a source address are taken */
};

static const int64_t second_ns = 1000000000;

struct client {
  const struct floor_options* options;
  int epoll;
  int*
      sockets; /* in the order of sending: shuffled, so that neighbours in memory are not sent to one after the other */
  char* message;
  int64_t start_ns; /* message m is due at start + m / rate, moved up to the tick's grid */
  int64_t planned;  /* messages of the whole run */
  int64_t next;     /* the first message that is not sent yet */
  uint64_t received_bytes;
  uint64_t wakeups;
  int64_t late_max_ns;
  uint32_t late[late_buckets];
};

static int64_t now_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * second_ns + now.tv_nsec;
}

/* --- Connecting --- */

static int open_connection(int index, uint16_t port) {
  const int one = 1;
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  if (socket_ < 0) floor_die("socket");
  struct sockaddr_in source = {.sin_family = AF_INET};
  source.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(index / connections_a_source));
  struct sockaddr_in target = {.sin_family = AF_INET, .sin_port = htons(port)};
  target.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one) != 0) floor_die("setsockopt");
  if (bind(socket_, (struct sockaddr*)&source, sizeof source) != 0) floor_die("bind");
  if (connect(socket_, (struct sockaddr*)&target, sizeof target) != 0) floor_die("connect");
  if (setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0) floor_die("TCP_NODELAY");
  return socket_;
}

static void await_peer(int accepted) {
  char byte;
  if (read(accepted, &byte, 1) != 1) floor_die("the peer ended");
}

static void connect_all(struct client* client, uint16_t port, int accepted) {
  const int connections = client->options->connections;
  for (int index = 0; index < connections; ++index) {
    client->sockets[index] = open_connection(index, port);
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = client->sockets[index]};
    if (epoll_ctl(client->epoll, EPOLL_CTL_ADD, client->sockets[index], &interest) != 0) floor_die("epoll_ctl");
    if ((index + 1) % floor_batch == 0 || index + 1 == connections) await_peer(accepted);
  }
}

static void shuffle(int* sockets, int count) {
  uint64_t state = 20040812;
  for (int i = count - 1; i > 0; --i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const int j = (int)((state >> 33) % (uint64_t)(i + 1));
    const int kept = sockets[i];
    sockets[i] = sockets[j];
    sockets[j] = kept;
  }
}

/* --- The plan --- */

static int64_t due_ns(const struct client* client, int64_t message) {
  const int64_t offset = (int64_t)((double)message * 1e9 / client->options->rate);
  const int64_t tick = client->options->tick_ns;
  return client->start_ns + (tick == 0 ? offset : (offset + tick - 1) / tick * tick);
}

static void record_lateness(struct client* client, int64_t late_ns) {
  const int64_t bucket = late_ns / 1000;
  ++client->late[bucket < late_buckets ? bucket : late_buckets - 1];
  if (late_ns > client->late_max_ns) client->late_max_ns = late_ns;
}

static int64_t lateness_quantile(const struct client* client, double share) {
  uint64_t total = 0;
  for (int i = 0; i < late_buckets; ++i) total += client->late[i];
  uint64_t seen = 0;
  for (int i = 0; i < late_buckets; ++i) {
    seen += client->late[i];
    if ((double)seen >= share * (double)total) return i == late_buckets - 1 ? client->late_max_ns : (i + 1) * 1000L;
  }
  return client->late_max_ns;
}

/* --- The measured loop: send, epoll_wait, recv --- */

static void send_due(struct client* client, int64_t now) {
  const size_t bytes = client->options->bytes;
  for (; client->next < client->planned; ++client->next) {
    const int64_t due = due_ns(client, client->next);
    if (due > now) return;
    const int socket_ = client->sockets[client->next % client->options->connections];
    if (send(socket_, client->message, bytes, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)bytes) floor_die("send");
    record_lateness(client, now - due);
  }
}

static void receive(struct client* client, const struct epoll_event* ready, int count) {
  static char buffer[buffer_bytes];
  for (int i = 0; i < count; ++i) {
    const ssize_t received = recv(ready[i].data.fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (received <= 0 && errno != EAGAIN) floor_die("recv");
    client->received_bytes += received > 0 ? (uint64_t)received : 0;
  }
}

static void receive_arrived(struct client* client) {
  static struct epoll_event ready[events_at_once];
  int count = events_at_once;
  while (count == events_at_once) {
    count = epoll_wait(client->epoll, ready, events_at_once, 0);
    receive(client, ready, count);
  }
}

static void wait_for_arrivals(struct client* client, int64_t until_ns) {
  static struct epoll_event ready[events_at_once];
  const int64_t left = until_ns - now_ns(CLOCK_MONOTONIC);
  const struct timespec timeout = {.tv_sec = left / second_ns, .tv_nsec = left % second_ns};
  const int count = left > 0 ? epoll_pwait2(client->epoll, ready, events_at_once, &timeout, NULL) : 0;
  receive(client, ready, count);
}

static void sleep_until(int64_t instant_ns) {
  const struct timespec instant = {.tv_sec = instant_ns / second_ns, .tv_nsec = instant_ns % second_ns};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &instant, NULL);
}

static void run_on_ticks(struct client* client, int64_t end_ns) {
  const int64_t tick = client->options->tick_ns;
  for (int64_t now = now_ns(CLOCK_MONOTONIC); now < end_ns; now = now_ns(CLOCK_MONOTONIC)) {
    ++client->wakeups;
    send_due(client, now);
    receive_arrived(client);
    const int64_t passed = now_ns(CLOCK_MONOTONIC) - client->start_ns;
    sleep_until(client->start_ns + (passed / tick + 1) * tick);
  }
}

static void run_on_events(struct client* client, int64_t end_ns) {
  for (int64_t now = now_ns(CLOCK_MONOTONIC); now < end_ns; now = now_ns(CLOCK_MONOTONIC)) {
    ++client->wakeups;
    send_due(client, now);
    const int64_t next = client->next < client->planned ? due_ns(client, client->next) : end_ns;
    wait_for_arrivals(client, next < end_ns ? next : end_ns);
  }
}

static void run_until(struct client* client, int64_t end_ns) {
  if (client->options->tick_ns > 0) {
    run_on_ticks(client, end_ns);
  } else {
    run_on_events(client, end_ns);
  }
}

/* --- The account --- */

static struct floor_result read_counters(const struct client* client) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (struct floor_result){
      .sent = (uint64_t)client->next,
      .received = client->received_bytes / client->options->bytes,
      .cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID),
      .user_ns = usage.ru_utime.tv_sec * second_ns + usage.ru_utime.tv_usec * 1000,
      .system_ns = usage.ru_stime.tv_sec * second_ns + usage.ru_stime.tv_usec * 1000,
      .wakeups = client->wakeups,
  };
}

static struct floor_result difference(struct floor_result after, struct floor_result before) {
  after.sent -= before.sent;
  after.received -= before.received;
  after.cpu_ns -= before.cpu_ns;
  after.user_ns -= before.user_ns;
  after.system_ns -= before.system_ns;
  after.wakeups -= before.wakeups;
  return after;
}

static struct floor_result measure(struct client* client) {
  const double seconds = client->options->seconds;
  client->start_ns = now_ns(CLOCK_MONOTONIC) + second_ns / 100;
  client->planned = (int64_t)(client->options->rate * (1 + seconds));
  const int64_t measured_from = client->start_ns + second_ns;
  const int64_t measured_to = measured_from + (int64_t)(seconds * 1e9);
  run_until(client, measured_from);
  const struct floor_result before = read_counters(client);
  run_until(client, measured_to);
  struct floor_result result = difference(read_counters(client), before);
  run_until(client, measured_to + second_ns);
  result.missing = (uint64_t)client->next - client->received_bytes / client->options->bytes;
  result.late_p99_ns = lateness_quantile(client, 0.99);
  result.late_max_ns = client->late_max_ns;
  return result;
}

static void close_all(const struct client* client) {
  const struct linger reset = {.l_onoff = 1, .l_linger = 0}; /* no TIME_WAIT stays behind */
  for (int i = 0; i < client->options->connections; ++i) {
    setsockopt(client->sockets[i], SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    close(client->sockets[i]);
  }
}

struct floor_result floor_client_run(const struct floor_options* options, uint16_t port, int accepted) {
  static struct client client;
  client.options = options;
  client.epoll = epoll_create1(0);
  client.sockets = calloc((size_t)options->connections, sizeof *client.sockets);
  client.message = malloc(options->bytes);
  if (client.epoll < 0 || client.sockets == NULL || client.message == NULL) floor_die("start");
  memset(client.message, 'x', options->bytes);
  connect_all(&client, port, accepted);
  shuffle(client.sockets, options->connections);
  const struct floor_result result = measure(&client);
  close_all(&client);
  return result;
}
