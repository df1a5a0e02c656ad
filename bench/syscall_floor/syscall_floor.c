/* What a message costs at the least: a client of the load generator's shape that does send, epoll_wait and recv and
 * nothing else, against a peer process that hands on what it gets. Only the client's CPU time is counted. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/syscall_floor/floor.h"

static const char usage[] =
    "usage: syscall_floor [--connections 10000] [--rate 2000] [--tick 1] [--seconds 10] [--bytes 330]\n"
    "  --connections N  TCP connections over loopback, even; what one of a pair sends the other gets\n"
    "  --rate N         messages a second over all connections\n"
    "  --tick MS        milliseconds between wake-ups; 0: wakes for each message and each arrival\n"
    "  --seconds S      measured, after one second that is not\n"
    "  --bytes N        of a message\n"
    "Prints one line of key=value words; cpu_us_per_message is the client's user and system time a message\n"
    "received. Exit codes: 0 done, 1 failed or a message went missing, 2 usage.\n";

void floor_die(const char* what) {
  fprintf(stderr, "syscall_floor: %s: %s\n", what, strerror(errno));
  exit(1);
}

static _Noreturn void reject(const char* option, const char* value, const char* wanted) {
  fprintf(stderr, "syscall_floor: --%s %s: %s\n", option, value, wanted);
  exit(2);
}

static double number(const char* option, const char* text, double least, double most) {
  char wanted[80];
  char* end = NULL;
  const double value = strtod(text, &end);
  if (end != text && *end == '\0' && value >= least && value <= most) return value;
  snprintf(wanted, sizeof wanted, "expected a number from %g to %g", least, most);
  reject(option, text, wanted);
}

static struct floor_options parse(int argc, char** argv) {
  static const struct option known[] = {{"connections", required_argument, NULL, 'c'},
                                        {"rate", required_argument, NULL, 'r'},
                                        {"tick", required_argument, NULL, 't'},
                                        {"seconds", required_argument, NULL, 's'},
                                        {"bytes", required_argument, NULL, 'b'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
  struct floor_options options = {.connections = 10000, .rate = 2000, .tick_ns = 1000000, .seconds = 10, .bytes = 330};
  for (int which; (which = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    switch (which) {
      case 'c':
        options.connections = (int)number("connections", optarg, 2, 1e6);
        break;
      case 'r':
        options.rate = number("rate", optarg, 1, 1e7);
        break;
      case 't':
        options.tick_ns = (int64_t)(number("tick", optarg, 0, 1000) * 1e6);
        break;
      case 's':
        options.seconds = number("seconds", optarg, 0.1, 3600);
        break;
      case 'b':
        options.bytes = (size_t)number("bytes", optarg, 1, 60000);
        break;
      case 'h':
        fputs(usage, stdout);
        exit(0);
      default:
        fputs(usage, stderr);
        exit(2);
    }
  }
  if (options.connections % 2 == 0) return options;
  fprintf(stderr, "syscall_floor: --connections %d: expected an even number\n", options.connections);
  exit(2);
}

static void raise_descriptor_limit(int connections) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if ((rlim_t)connections + 16 <= limit.rlim_cur) return;
  fprintf(stderr, "syscall_floor: %d connections need more descriptors than the hard limit of %ju (ulimit -Hn)\n",
          connections, (uintmax_t)limit.rlim_max);
  exit(1);
}

static int listen_on_loopback(uint16_t* port) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t length = sizeof address;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr*)&address, sizeof address) != 0) floor_die("bind");
  if (listen(listener, 4096) != 0) floor_die("listen");
  if (getsockname(listener, (struct sockaddr*)&address, &length) != 0) floor_die("getsockname");
  *port = ntohs(address.sin_port);
  return listener;
}

/* The peer ends with this process, whatever happens to it. Answers the end of the pipe on which it reports. */
static int start_peer(int connections, int listener) {
  int accepted[2];
  if (pipe(accepted) != 0) floor_die("pipe");
  const pid_t peer = fork();
  if (peer < 0) floor_die("fork");
  if (peer == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(accepted[0]);
    floor_peer_run(connections, listener, accepted[1]);
  }
  close(accepted[1]);
  close(listener);
  return accepted[0];
}

static void print(const struct floor_options* options, const struct floor_result* result) {
  const double messages = result->received > 0 ? (double)result->received : 1;
  printf("syscall_floor connections=%d rate=%g tick_ms=%g bytes=%zu seconds=%g", options->connections, options->rate,
         (double)options->tick_ns / 1e6, options->bytes, options->seconds);
  printf(" sent=%" PRIu64 " received=%" PRIu64 " missing=%" PRIu64, result->sent, result->received, result->missing);
  printf(" cpu_us_per_message=%.2f user_us_per_message=%.2f system_us_per_message=%.2f",
         (double)result->cpu_ns / 1e3 / messages, (double)result->user_ns / 1e3 / messages,
         (double)result->system_ns / 1e3 / messages);
  printf(" wakeups=%" PRIu64 " lateness_p99_us=%.0f lateness_max_us=%.0f\n", result->wakeups,
         (double)result->late_p99_ns / 1e3, (double)result->late_max_ns / 1e3);
}

int main(int argc, char** argv) {
  uint16_t port = 0;
  const struct floor_options options = parse(argc, argv);
  raise_descriptor_limit(options.connections);
  prctl(PR_SET_TIMERSLACK, 1UL); /* as the generator does: wakes when it asked to */
  const int listener = listen_on_loopback(&port);
  const int accepted = start_peer(options.connections, listener);
  const struct floor_result result = floor_client_run(&options, port, accepted);
  wait(NULL);
  print(&options, &result);
  return result.missing == 0 ? 0 : 1;
}
