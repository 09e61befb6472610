/* The server's own life: listening, timers, wakes, signals, many idle sockets, stopping. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>
#include <uv.h>

#include "client.h"
#include "server.h"

#define HELLO "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n"

static void listens_where_it_is_told(void **state) {
  (void)state;
  struct junqi_net_handler handler = {0};
  struct junqi_net *net = junqi_net_new(NULL, &handler, NULL);
  assert_int_equal(junqi_net_port(net), 0);
  assert_int_equal(junqi_net_listen(net, "127.0.0.1", 0), 0);
  int port = junqi_net_port(net);
  assert_in_range(port, 1024, 65535);
  int error = junqi_net_listen(net, "::1", 0);
  assert_true(error == 0 || error == UV_EADDRNOTAVAIL || error == UV_EAFNOSUPPORT);
  assert_int_equal(junqi_net_listen(net, "localhost", 0), 0);
  assert_true(junqi_net_listen(net, "no.such.address", 0) < 0);
  assert_true(junqi_net_listen(net, "127.0.0.1", 65536) < 0);
  assert_true(junqi_net_listen(net, "127.0.0.1", -1) < 0);
  error = junqi_net_listen(net, "127.0.0.1", port);
  assert_true(error < 0);
  assert_string_equal(junqi_net_error_text(error), "address already in use");
  junqi_net_free(net);
  junqi_net_free(NULL);
}

/* -- Timers, wakes, signals ------------------------------------------------------------------ */

struct clockwork {
  struct junqi_net *net;
  struct junqi_net_timer *timer;
  int ticks;
  int wakes;
  int signal_number;
};

static void on_tick(void *user) {
  struct clockwork *clockwork = user;
  if (++clockwork->ticks == 1) junqi_net_wake(clockwork->net);
  if (clockwork->ticks < 3) return;
  junqi_net_timer_free(clockwork->timer);
  raise(SIGTERM);
}

static void on_wake(void *user) {
  ((struct clockwork *)user)->wakes++;
}

static void on_signal(void *user, int signal_number) {
  struct clockwork *clockwork = user;
  clockwork->signal_number = signal_number;
  junqi_net_stop(clockwork->net, 1000);
}

static void run_clockwork(uv_loop_t *loop) {
  struct junqi_net_handler handler = {.on_wake = on_wake, .on_signal = on_signal};
  struct junqi_net_config config = junqi_net_config_default();
  struct clockwork clockwork = {0};
  config.loop = loop;
  clockwork.net = junqi_net_new(&config, &handler, &clockwork);
  clockwork.timer = junqi_net_timer_new(clockwork.net, on_tick, &clockwork);
  struct junqi_net_timer *idle = junqi_net_timer_new(clockwork.net, on_tick, &clockwork);
  assert_int_equal(junqi_net_catch_signals(clockwork.net), 0);
  assert_int_equal(junqi_net_listen(clockwork.net, "127.0.0.1", 0), 0);
  uint64_t start = junqi_net_now_ms();
  junqi_net_timer_start(clockwork.timer, 30, 20);
  junqi_net_timer_start(idle, 1, 0);
  junqi_net_timer_stop(idle);
  assert_int_equal(junqi_net_run(clockwork.net), 0);
  uint64_t took = junqi_net_now_ms() - start;
  junqi_net_timer_free(idle);
  junqi_net_free(clockwork.net);
  assert_int_equal(clockwork.ticks, 3);
  assert_int_equal(clockwork.wakes, 1);
  assert_int_equal(clockwork.signal_number, SIGTERM);
  assert_in_range(took, 70, 30000);
}

static void runs_timers_wakes_and_signals(void **state) {
  (void)state;
  run_clockwork(NULL);
}

static void runs_on_a_given_loop(void **state) {
  uv_loop_t loop;
  (void)state;
  assert_int_equal(uv_loop_init(&loop), 0);
  run_clockwork(&loop);
  assert_int_equal(uv_loop_close(&loop), 0);
}

/* -- Many ------------------------------------------------------------------------------------ */

static size_t resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static bool memory_is_measurable(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return false;
#endif
#endif
  return true;
}

static void carries_a_thousand_idle_sockets(void **state) {
  enum { MANY = 1000 };
  static int fds[MANY];
  (void)state;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < 2 * MANY + 50) skip();
  struct junqi_net_config config = server_config();
  config.max_connections_per_address = 0;
  struct test_server *server = server_start(&config);
  assert_int_equal(client_once(server_port(server), HELLO), 200);
  size_t before = resident_bytes();
  for (int i = 0; i < MANY; i++) {
    fds[i] = client_websocket(server_port(server));
    client_frame(fds[i], 0x81, "hello", 5);
    assert_true(client_gets_text(fds[i], "hello"));
  }
  size_t each = (resident_bytes() - before) / MANY;
  if (memory_is_measurable()) assert_in_range(each, 0, 8192);
  assert_int_equal(server_stats(server).sockets, MANY);
  client_frame(fds[0], 0x81, "all", 3);
  for (int i = 0; i < MANY; i++) {
    assert_true(client_gets_text(fds[i], "to all"));
    close(fds[i]);
  }
  server_end(server, NULL);
}

/* -- Stopping -------------------------------------------------------------------------------- */

static void stops_gracefully(void **state) {
  static const char held[] = "GET /held HTTP/1.1\r\nHost: t\r\n\r\n";
  static const char half_a_request[] = "GET /hello HTTP/1.1\r\n";
  (void)state;
  struct junqi_net_config config = server_config();
  struct test_server *server = server_start(&config);
  int port = server_port(server);
  int socket = client_websocket(port);
  int idle = client_connect(port);
  assert_int_equal(client_status(idle, HELLO), 200);
  int busy = client_connect(port);
  uint64_t before = server_stats(server).bytes_in;
  client_text(busy, held);
  int half = client_connect(port);
  client_text(half, half_a_request);
  server_await_bytes(server, before + sizeof held - 1 + sizeof half_a_request - 1);
  server_ask_stop(server, 30000);
  assert_int_equal(client_close_code(socket), 1001);
  server_let_one_go(server);
  client_frame(socket, 0x88, "\x03\xe9", 2);
  assert_true(client_ended(socket));
  assert_true(client_ended(idle));
  struct client_response response = client_response(busy, true);
  assert_int_equal(response.status, 200);
  assert_string_equal(response.body, "held");
  assert_non_null(strstr(response.head, "Connection: close\r\n"));
  free(response.body);
  assert_int_equal(client_status(half, "Host: t\r\n\r\n"), 200);
  close(socket);
  close(idle);
  close(busy);
  close(half);
  int code;
  server_end(server, &code);
  assert_int_equal(code, 1001);
}

static void cuts_what_does_not_end(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  struct test_server *server = server_start(&config);
  int socket = client_websocket(server_port(server));
  int half = client_connect(server_port(server));
  client_text(half, "GET /hello HTTP/1.1\r\n");
  server_await_connections(server, 2);
  uint64_t start = junqi_net_now_ms();
  server_ask_stop(server, 300);
  assert_int_equal(client_close_code(socket), 1001);
  int code;
  server_end(server, &code);
  assert_in_range(junqi_net_now_ms() - start, 250, 30000);
  assert_int_equal(code, 1001);
  close(socket);
  close(half);
}

static void stops_before_it_runs(void **state) {
  (void)state;
  struct junqi_net_handler handler = {0};
  struct junqi_net *net = junqi_net_new(NULL, &handler, NULL);
  assert_int_equal(junqi_net_listen(net, "127.0.0.1", 0), 0);
  junqi_net_stop(net, 1000);
  assert_int_equal(junqi_net_run(net), 0);
  assert_true(junqi_net_listen(net, "127.0.0.1", 0) < 0);
  junqi_net_free(net);
}

/* -- Freeing --------------------------------------------------------------------------------- */

struct holder {
  struct junqi_net *net;
  struct junqi_net_request *request;
};

static void hold_request(void *user, struct junqi_net_request *request) {
  struct holder *holder = user;
  holder->request = request;
  junqi_net_stop(holder->net, 0);
}

/* A timer that its owner forgot, not due for a day, is no reason not to end. */
static void frees_forgotten_timers(void **state) {
  (void)state;
  struct junqi_net_handler handler = {0};
  struct junqi_net *net = junqi_net_new(NULL, &handler, NULL);
  struct junqi_net_timer *timers[3];
  for (int i = 0; i < 3; i++)
    timers[i] = junqi_net_timer_new(net, on_tick, NULL);
  junqi_net_timer_start(timers[0], 86400000, 0);
  junqi_net_timer_free(timers[1]);
  junqi_net_free(net);
}

static void answers_may_come_after_the_end(void **state) {
  (void)state;
  struct junqi_net_handler handler = {.on_request = hold_request};
  struct holder holder = {0};
  holder.net = junqi_net_new(NULL, &handler, &holder);
  assert_int_equal(junqi_net_listen(holder.net, "127.0.0.1", 0), 0);
  int fd = client_connect(junqi_net_port(holder.net));
  client_text(fd, HELLO);
  assert_int_equal(junqi_net_run(holder.net), 0);
  junqi_net_free(holder.net);
  assert_non_null(holder.request);
  assert_string_equal(junqi_net_request_path(holder.request), "/hello");
  assert_string_equal(junqi_net_request_peer(holder.request), "127.0.0.1");
  junqi_net_respond(holder.request, &(struct junqi_net_response){.status = 200});
  close(fd);
}

static int connect_v6(int port) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
  address.sin6_addr = in6addr_loopback;
  int fd = socket(AF_INET6, SOCK_STREAM, 0);
  assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
  return fd;
}

/* A listener on both families shows each peer in the form people know it by. */
static void names_peers_of_both_families(void **state) {
  static const char *const names[2] = {"127.0.0.1", "::1"};
  (void)state;
  for (int v6 = 0; v6 < 2; v6++) {
    struct junqi_net_handler handler = {.on_request = hold_request};
    struct holder holder = {0};
    holder.net = junqi_net_new(NULL, &handler, &holder);
    if (junqi_net_listen(holder.net, "::", 0) != 0) {
      junqi_net_free(holder.net);
      skip();
    }
    int port = junqi_net_port(holder.net);
    int fd = v6 ? connect_v6(port) : client_connect(port);
    client_text(fd, HELLO);
    junqi_net_run(holder.net);
    assert_string_equal(junqi_net_request_peer(holder.request), names[v6]);
    junqi_net_respond(holder.request, &(struct junqi_net_response){.status = 200});
    junqi_net_free(holder.net);
    close(fd);
  }
}

static void frees_open_connections(void **state) {
  (void)state;
  struct junqi_net_handler handler = {0};
  struct junqi_net *net = junqi_net_new(NULL, &handler, NULL);
  assert_int_equal(junqi_net_listen(net, "127.0.0.1", 0), 0);
  int fd = client_connect(junqi_net_port(net));
  junqi_net_free(net);
  assert_true(client_ended(fd));
  close(fd);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(listens_where_it_is_told),
      cmocka_unit_test(runs_timers_wakes_and_signals),
      cmocka_unit_test(runs_on_a_given_loop),
      cmocka_unit_test(carries_a_thousand_idle_sockets),
      cmocka_unit_test(stops_gracefully),
      cmocka_unit_test(cuts_what_does_not_end),
      cmocka_unit_test(stops_before_it_runs),
      cmocka_unit_test(frees_forgotten_timers),
      cmocka_unit_test(answers_may_come_after_the_end),
      cmocka_unit_test(names_peers_of_both_families),
      cmocka_unit_test(frees_open_connections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
