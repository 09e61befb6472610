/* The site: the hub on a real network, clock, store and threads. See junqi/server.h. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "junqi/server.h"

#include "bots.h"
#include "http.h"
#include "hub.h"
#include "session.h"
#include "wire_table.h"

#include "junqi/net.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { THINKING_THREADS = 2, DRAIN_MS = 2000, FAILURE_DRAIN_MS = 500 };

typedef struct site {
  struct junqi_net *net;
  struct junqi_net_timer *timer;
  junqi_store *store;
  server_bots *bots;
  hub *hub;
  uint64_t armed; /* when the timer will ring; UINT64_MAX: not */
  junqi_code failure;
} site;

/* -- The hub's world -----------------------------------------------------------------------------
 */

static uint64_t world_now(void *context) {
  (void)context;
  return junqi_net_now_ms();
}

static int64_t world_date(void *context) {
  struct timespec now;
  (void)context;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void world_random(void *context, void *bytes, size_t size) {
  (void)context;
  randombytes_buf(bytes, size);
}

static void world_send(void *context, void *socket, const char *text, size_t length) {
  (void)context;
  junqi_net_send_text(socket, text, length);
}

static void world_close(void *context, void *socket, int code, const char *reason) {
  (void)context;
  junqi_net_close(socket, code, reason);
}

static void world_ask(void *context, hub_question *question) {
  server_bots_ask(((site *)context)->bots, question);
}

static void world_fail(void *context, junqi_code code) {
  site *s = context;
  s->failure = code;
  /* Nothing is told any more, but pages hear that this is the end. */
  junqi_net_stop(s->net, FAILURE_DRAIN_MS);
}

/* -- The network's events ------------------------------------------------------------------------
 */

/* Sets the one timer to when the hub needs it. */
static void arm(site *s) {
  uint64_t due = hub_next_due(s->hub), now = junqi_net_now_ms();
  if (due == s->armed) return;
  s->armed = due;
  if (due == UINT64_MAX)
    junqi_net_timer_stop(s->timer);
  else
    junqi_net_timer_start(s->timer, due > now ? due - now : 0, 0);
}

static void on_time(void *user) {
  site *s = user;
  s->armed = UINT64_MAX;
  hub_tick(s->hub);
  arm(s);
}

static void on_request(void *user, struct junqi_net_request *request) {
  server_http_answer(((site *)user)->hub, request);
}

static int on_upgrade(void *user, const struct junqi_net_request *request) {
  (void)user;
  return strcmp(junqi_net_request_path(request), "/ws") == 0 ? 101 : 404;
}

static void on_open(void *user, struct junqi_net_socket *socket,
                    const struct junqi_net_request *request) {
  site *s = user;
  const hub_visitor visitor = {
      .person = server_session_of(junqi_net_request_header(request, "Cookie"))};
  junqi_net_socket_set_data(socket, hub_connect(s->hub, &visitor, socket));
  arm(s);
}

static void on_message(void *user, struct junqi_net_socket *socket, const char *text,
                       size_t length) {
  site *s = user;
  hub_receive(s->hub, junqi_net_socket_data(socket), text, length);
  arm(s);
}

static void on_close(void *user, struct junqi_net_socket *socket, int code) {
  site *s = user;
  (void)code;
  hub_disconnect(s->hub, junqi_net_socket_data(socket));
  arm(s);
}

static void take_answer(void *context, const hub_answer *answer) {
  hub_answer_take(context, answer);
}

static void on_wake(void *user) {
  site *s = user;
  hub_stored(s->hub);
  server_bots_collect(s->bots, take_answer, s->hub);
  arm(s);
}

static void on_signal(void *user, int signal_number) {
  site *s = user;
  (void)signal_number;
  hub_close(s->hub);
  junqi_net_stop(s->net, DRAIN_MS);
}

/* On the store's and the players' threads. */
static void wake(void *context) {
  junqi_net_wake(((site *)context)->net);
}

/* -- Starting and ending -------------------------------------------------------------------------
 */

/* An address that only programs on this machine reach: behind it stands one player, or a reverse
 * proxy that speaks for all. */
static bool is_own_machine(const char *host) {
  return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 ||
         strcmp(host, "localhost") == 0;
}

static struct junqi_net_config configured(const char *host) {
  struct junqi_net_config config = junqi_net_config_default();
  config.max_connections = WIRE_MAX_CONNECTIONS;
  config.max_connections_per_address = is_own_machine(host) ? 0 : WIRE_MAX_CONNECTIONS_PER_ADDRESS;
  config.max_message = WIRE_MAX_MESSAGE_BYTES;
  config.max_socket_output = WIRE_MAX_UNSENT_BYTES;
  config.frames_per_second = WIRE_MAX_MESSAGES_PER_SECOND;
  config.frame_burst = WIRE_MAX_MESSAGE_BURST;
  return config;
}

static junqi_code open_net(site *s, const char *host, junqi_error *error) {
  static const struct junqi_net_handler handler = {.on_request = on_request,
                                                   .on_upgrade = on_upgrade,
                                                   .on_open = on_open,
                                                   .on_message = on_message,
                                                   .on_close = on_close,
                                                   .on_wake = on_wake,
                                                   .on_signal = on_signal};
  const struct junqi_net_config config = configured(host);
  s->net = junqi_net_new(&config, &handler, s);
  s->timer = s->net ? junqi_net_timer_new(s->net, on_time, s) : NULL;
  s->bots = s->timer ? server_bots_new(THINKING_THREADS, wake, s) : NULL;
  if (!s->bots || junqi_net_catch_signals(s->net)) return junqi_fail(error, JUNQI_E_SERVER_START);
  return JUNQI_E_OK;
}

static junqi_code open_store(site *s, const char *directory, junqi_error *error) {
  const junqi_store_options options = {.directory = directory, .wake = wake, .wake_context = s};
  junqi_store_error fault;
  junqi_store_status status = junqi_store_open(&options, &s->store, &fault);
  if (status == JUNQI_STORE_OK) return JUNQI_E_OK;
  junqi_fail(error, junqi_store_code(status));
  junqi_error_put(error->where, sizeof error->where, directory, strlen(directory));
  fprintf(stderr, "junqi: %s\n", fault.detail);
  return error->code;
}

static junqi_code open_hub(site *s, junqi_error *error) {
  const hub_world world = {.context = s,
                           .now = world_now,
                           .date = world_date,
                           .random = world_random,
                           .send = world_send,
                           .close = world_close,
                           .ask = world_ask,
                           .fail = world_fail};
  s->hub = hub_new(&world, s->store);
  if (hub_load(s->hub) < 0) return junqi_fail(error, JUNQI_E_STORE_FAILED);
  return JUNQI_E_OK;
}

static junqi_code listen(site *s, const junqi_server_options *options, junqi_error *error) {
  char where[64];
  int fault = junqi_net_listen(s->net, options->host, options->port);
  if (fault == 0) return JUNQI_E_OK;
  junqi_fail(error, fault == -EADDRINUSE ? JUNQI_E_SERVER_ADDRESS_TAKEN : JUNQI_E_SERVER_LISTEN);
  snprintf(where, sizeof where, "%.40s:%d", options->host, options->port);
  junqi_error_put(error->where, sizeof error->where, where, strlen(where));
  junqi_error_put(error->found, sizeof error->found, junqi_net_error_text(fault),
                  strlen(junqi_net_error_text(fault)));
  return error->code;
}

static void close_site(site *s) {
  /* Commands that were taken are finished first. */
  if (s->hub && !s->failure) hub_finish(s->hub);
  server_bots_free(s->bots);
  junqi_net_timer_free(s->timer);
  junqi_store_close(s->store);
  junqi_net_free(s->net);
  hub_free(s->hub);
}

junqi_code junqi_serve(const junqi_server_options *options, junqi_error *error) {
  site s = {.armed = UINT64_MAX};
  junqi_code code = sodium_init() < 0 ? junqi_fail(error, JUNQI_E_SERVER_START) : JUNQI_E_OK;
  /* The network first: the others wake its loop. The port last: nobody comes in before. */
  if (!code) code = open_net(&s, options->host, error);
  if (!code) code = open_store(&s, options->directory, error);
  if (!code) code = open_hub(&s, error);
  if (!code) code = listen(&s, options, error);
  if (!code) {
    if (options->ready) options->ready(options->context, junqi_net_port(s.net));
    arm(&s);
    junqi_net_run(s.net);
    if (s.failure) code = junqi_fail(error, s.failure);
  }
  close_site(&s);
  return code;
}
