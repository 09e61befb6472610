/* The server under test: see server.h. */
#include "server.h"

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { MAX_SOCKETS = 2048, MAX_HELD = 8, BIG = 1 << 20, PATIENCE_S = 30 };

struct test_server {
  struct junqi_net *net;
  pthread_t thread;
  pthread_mutex_t lock; /* guards what is below, up to stats */
  bool stop_asked;
  bool stats_asked;
  size_t passes; /* how many held requests may be answered */
  uint32_t drain_ms;
  struct junqi_net_stats stats;
  sem_t stats_ready;
  sem_t ended;
  struct junqi_net_request *held[MAX_HELD];
  size_t held_count;
  struct junqi_net_socket *sockets[MAX_SOCKETS];
  size_t socket_count;
  size_t opened;
  size_t closed;
  int last_code;
  char *big;
};

static void answer(struct junqi_net_request *request, int status, const char *body) {
  struct junqi_net_header headers[] = {{"Content-Type", "text/plain"}, {"X-Kind", "test"}};
  struct junqi_net_response response = {.status = status,
                                        .headers = headers,
                                        .header_count = 2,
                                        .body = body,
                                        .body_length = strlen(body)};
  junqi_net_respond(request, &response);
}

static void answer_echo(struct junqi_net_request *request) {
  static char text[200000];
  size_t length;
  const char *body = junqi_net_request_body(request, &length);
  const char *header = junqi_net_request_header(request, "x-TEST");
  snprintf(text, sizeof text, "%s %s?%s [%s] %.*s", junqi_net_request_method(request),
           junqi_net_request_path(request), junqi_net_request_query(request),
           header ? header : "none", (int)length, body);
  answer(request, 200, text);
}

/* In their order, as far as the test lets them go. */
static void answer_held(struct test_server *server) {
  pthread_mutex_lock(&server->lock);
  size_t count = server->passes < server->held_count ? server->passes : server->held_count;
  server->passes -= count;
  pthread_mutex_unlock(&server->lock);
  for (size_t i = 0; i < count; i++)
    answer(server->held[i], 200, "held");
  server->held_count -= count;
  memmove(server->held, server->held + count, server->held_count * sizeof *server->held);
}

static void hold(struct test_server *server, struct junqi_net_request *request) {
  if (server->held_count == MAX_HELD) abort();
  server->held[server->held_count++] = request;
  answer_held(server);
}

static void answer_dirty(struct junqi_net_request *request) {
  struct junqi_net_header headers[] = {{"X-Bad", "a\r\nX-Smuggled: b"}, {"", "x"}, {"X-Good", "g"}};
  struct junqi_net_response response = {.status = 200, .headers = headers, .header_count = 3};
  junqi_net_respond(request, &response);
}

static void on_request(void *user, struct junqi_net_request *request) {
  struct test_server *server = user;
  const char *path = junqi_net_request_path(request);
  struct junqi_net_response big = {
      .status = 200, .body = server->big, .body_length = BIG, .body_static = true};
  if (strcmp(path, "/hello") == 0)
    answer(request, 200, "hello");
  else if (strcmp(path, "/echo") == 0)
    answer_echo(request);
  else if (strcmp(path, "/big") == 0)
    junqi_net_respond(request, &big);
  else if (strcmp(path, "/held") == 0)
    hold(server, request);
  else if (strcmp(path, "/dirty") == 0)
    answer_dirty(request);
  else
    answer(request, strcmp(path, "/empty") == 0 ? 204 : 404, "");
}

static int on_upgrade(void *user, const struct junqi_net_request *request) {
  (void)user;
  return strcmp(junqi_net_request_path(request), "/ws") == 0 ? 101 : 404;
}

static void on_open(void *user, struct junqi_net_socket *socket,
                    const struct junqi_net_request *request) {
  struct test_server *server = user;
  if (strcmp(junqi_net_request_peer(request), junqi_net_socket_peer(socket)) != 0) abort();
  server->sockets[server->socket_count] = socket;
  junqi_net_socket_set_data(socket, &server->sockets[server->socket_count++]);
  server->opened++;
}

static void on_close(void *user, struct junqi_net_socket *socket, int code) {
  struct test_server *server = user;
  struct junqi_net_socket **slot = junqi_net_socket_data(socket);
  *slot = NULL;
  server->closed++;
  server->last_code = code;
}

static void send_to_all(struct test_server *server) {
  struct junqi_net_payload *payload = junqi_net_payload_new("to all", 6);
  for (size_t i = 0; i < server->socket_count; i++)
    if (server->sockets[i]) junqi_net_send(server->sockets[i], payload);
  junqi_net_payload_release(payload);
}

static void on_message(void *user, struct junqi_net_socket *socket, const char *text,
                       size_t length) {
  static char kilobyte[1024];
  memset(kilobyte, 'k', sizeof kilobyte);
  if (length == 5 && memcmp(text, "close", 5) == 0)
    junqi_net_close(socket, 4000, "bye");
  else if (length == 3 && memcmp(text, "all", 3) == 0)
    send_to_all(user);
  else if (length == 4 && memcmp(text, "spam", 4) == 0)
    while (junqi_net_send_text(socket, kilobyte, sizeof kilobyte))
      continue;
  else
    junqi_net_send_text(socket, text, length);
}

static void on_wake(void *user) {
  struct test_server *server = user;
  pthread_mutex_lock(&server->lock);
  bool stop = server->stop_asked;
  bool stats = server->stats_asked;
  uint32_t drain_ms = server->drain_ms;
  server->stats_asked = false;
  pthread_mutex_unlock(&server->lock);
  if (stats) {
    server->stats = junqi_net_stats(server->net);
    sem_post(&server->stats_ready);
  }
  answer_held(server);
  if (stop) junqi_net_stop(server->net, drain_ms);
}

static void *run(void *user) {
  struct test_server *server = user;
  junqi_net_run(server->net);
  sem_post(&server->ended);
  return NULL;
}

struct junqi_net_config server_config(void) {
  struct junqi_net_config config = junqi_net_config_default();
  const uint32_t minute = 60000;
  config.header_timeout = minute;
  config.body_timeout = minute;
  config.idle_timeout = minute;
  config.write_timeout = minute;
  config.message_timeout = minute;
  config.ping_after = minute;
  config.pong_timeout = minute;
  config.close_timeout = minute;
  return config;
}

struct test_server *server_start(const struct junqi_net_config *config) {
  struct junqi_net_handler handler = {.on_request = on_request,
                                      .on_upgrade = on_upgrade,
                                      .on_open = on_open,
                                      .on_message = on_message,
                                      .on_close = on_close,
                                      .on_wake = on_wake};
  struct test_server *server = calloc(1, sizeof *server);
  server->big = malloc(BIG);
  memset(server->big, 'x', BIG);
  pthread_mutex_init(&server->lock, NULL);
  sem_init(&server->stats_ready, 0, 0);
  sem_init(&server->ended, 0, 0);
  server->net = junqi_net_new(config, &handler, server);
  assert_non_null(server->net);
  assert_int_equal(junqi_net_listen(server->net, "127.0.0.1", 0), 0);
  assert_int_equal(pthread_create(&server->thread, NULL, run, server), 0);
  return server;
}

int server_port(const struct test_server *server) {
  return junqi_net_port(server->net);
}

void server_let_one_go(struct test_server *server) {
  pthread_mutex_lock(&server->lock);
  server->passes++;
  pthread_mutex_unlock(&server->lock);
  junqi_net_wake(server->net);
}

void server_ask_stop(struct test_server *server, uint32_t drain_ms) {
  pthread_mutex_lock(&server->lock);
  server->stop_asked = true;
  server->drain_ms = drain_ms;
  pthread_mutex_unlock(&server->lock);
  junqi_net_wake(server->net);
}

static void await(sem_t *semaphore, const char *what) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += PATIENCE_S;
  if (sem_timedwait(semaphore, &until) != 0) fail_msg("server: no %s after %d s", what, PATIENCE_S);
}

struct junqi_net_stats server_stats(struct test_server *server) {
  pthread_mutex_lock(&server->lock);
  server->stats_asked = true;
  pthread_mutex_unlock(&server->lock);
  junqi_net_wake(server->net);
  await(&server->stats_ready, "counters");
  return server->stats;
}

/* Counters until `field`, which must be one of `stats`, is `wanted` or has passed it. */
static void await_count(struct test_server *server, struct junqi_net_stats *stats,
                        const uint64_t *field, bool passed, uint64_t wanted) {
  const struct timespec moment = {.tv_nsec = 5000000};
  uint64_t until = junqi_net_now_ms() + PATIENCE_S * 1000;
  *stats = server_stats(server);
  while (*field != wanted && !(passed && *field > wanted)) {
    if (junqi_net_now_ms() > until)
      fail_msg("server: %llu bytes in, %llu connections, and no more after %d s",
               (unsigned long long)stats->bytes_in, (unsigned long long)stats->connections,
               PATIENCE_S);
    nanosleep(&moment, NULL);
    *stats = server_stats(server);
  }
}

void server_await_bytes(struct test_server *server, uint64_t bytes_in) {
  struct junqi_net_stats stats = {0};
  await_count(server, &stats, &stats.bytes_in, true, bytes_in);
}

void server_await_connections(struct test_server *server, uint64_t connections) {
  struct junqi_net_stats stats = {0};
  await_count(server, &stats, &stats.connections, false, connections);
}

struct junqi_net_stats server_end(struct test_server *server, int *last_code) {
  if (!server->stop_asked) server_ask_stop(server, 100);
  await(&server->ended, "end");
  pthread_join(server->thread, NULL);
  server->passes = server->held_count;
  answer_held(server);
  struct junqi_net_stats stats = junqi_net_stats(server->net);
  junqi_net_free(server->net);
  assert_int_equal(server->opened, server->closed);
  assert_int_equal(stats.connections, 0);
  assert_int_equal(stats.sockets, 0);
  if (last_code) *last_code = server->last_code;
  sem_destroy(&server->stats_ready);
  sem_destroy(&server->ended);
  pthread_mutex_destroy(&server->lock);
  free(server->big);
  free(server);
  return stats;
}
