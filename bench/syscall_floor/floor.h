#ifndef SQUALL_BENCH_SYSCALL_FLOOR_FLOOR_H
#define SQUALL_BENCH_SYSCALL_FLOOR_FLOOR_H

#include <stddef.h>
#include <stdint.h>

/* What is measured: `connections` TCP connections over loopback, in pairs (0, 1), (2, 3), …; what one end of a pair
 * writes, the peer process hands to the other. `rate` messages a second over all connections, each of `bytes` bytes. */
struct floor_options {
  int connections;
  double rate;
  int64_t tick_ns; /* 0: wakes for each message and each arrival */
  double seconds;  /* measured; one second before it is not */
  size_t bytes;
};

struct floor_result {
  uint64_t sent;     /* within the measured seconds */
  uint64_t received; /* the same; whole messages */
  uint64_t missing;  /* of all that were sent, after a second of waiting */
  int64_t cpu_ns;    /* user and system, of the client process alone */
  int64_t user_ns;   /* by the kernel's sampling or accounting: coarser than cpu_ns */
  int64_t system_ns;
  int64_t late_p99_ns; /* from the instant on the tick's grid at which a message was due to just before its send */
  int64_t late_max_ns;
  uint64_t wakeups;
};

/* The client: connects to 127.0.0.1:port, `accepted` is the pipe on which the peer reports. Ends the process on errors.
 */
struct floor_result floor_client_run(const struct floor_options* options, uint16_t port, int accepted);

/* The peer: takes `connections` connections from `listener`, reports on `accepted` after each floor_batch of them and
 * after the last, forwards until all are closed, and ends the process. */
_Noreturn void floor_peer_run(int connections, int listener, int accepted);

enum { floor_batch = 500 }; /* below the accept queue's length: no connection ever waits for a repeated SYN */

/* Prints what failed with errno's text and ends the process with code 1. */
_Noreturn void floor_die(const char* what);

#endif
