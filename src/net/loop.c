/*
 * The server object: one libuv loop, its turn, its start and its end.
 *
 * A turn of the loop delivers reads, timers and wakes; these only change state and mark
 * connections. Just before the loop waits again, everything marked is written and released at
 * once, so many messages to one socket in a turn are one system call.
 */
#include "loop.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { NET_TICK_MS = 100 };

struct junqi_net_config junqi_net_config_default(void) {
  return (struct junqi_net_config){
      .max_connections = 4096,
      .max_connections_per_address = 256,
      .max_url = 2048,
      .max_headers = 64,
      .max_header_bytes = 16384,
      .max_body = 65536,
      .max_http_output = 262144,
      .max_message = 65536,
      .max_fragments = 64,
      .max_socket_output = 262144,
      .max_output = 268435456,
      .frames_per_second = 20,
      .frame_burst = 60,
      .header_timeout = 10000,
      .body_timeout = 15000,
      .idle_timeout = 30000,
      .write_timeout = 20000,
      .message_timeout = 15000,
      .ping_after = 25000,
      .pong_timeout = 20000,
      .close_timeout = 3000,
  };
}

void net_loop_enter(struct junqi_net *net) {
  net->core.now = net_awake_at(&net->awake, junqi_net_now_ms());
}

void net_loop_opened(struct junqi_net *net) {
  net->handles++;
}

void net_loop_closed(struct junqi_net *net) {
  net->handles--;
}

static void on_handle_closed(uv_handle_t *handle) {
  net_loop_closed(handle->data);
}

static void on_tick(uv_timer_t *ticker) {
  struct junqi_net *net = ticker->data;
  net->tick_at = NET_NEVER;
  net_loop_enter(net);
  net_core_tick(&net->core, net->core.now);
}

/* An idle server sleeps until the first deadline. All connections are looked at then, so it is not
 * done for each deadline by itself: those that are close to each other wait for the last of them.
 * What has moved further away since is noticed then. */
static void loop_set_ticker(struct junqi_net *net) {
  const struct net_core *core = &net->core;
  uint64_t at = core->conns ? core->due : NET_NEVER;
  if (at != NET_NEVER) at = (at + NET_TICK_MS - 1) / NET_TICK_MS * NET_TICK_MS;
  if (at >= net->tick_at) return;
  net->tick_at = at;
  uv_update_time(net->loop); /* it is from the start of the turn */
  uv_timer_start(&net->ticker, on_tick, at > core->now ? at - core->now : 0, 0);
}

/* From here on the loop waits; see awake.h. */
static void loop_sleep(struct junqi_net *net) {
  int ms = uv_backend_timeout(net->loop);
  uint64_t now = junqi_net_now_ms();
  net_awake_sleep(&net->awake, now, ms < 0 ? NET_NEVER : now + (uint64_t)ms);
}

static void on_flush(uv_prepare_t *flusher) {
  struct junqi_net *net = flusher->data;
  net_loop_enter(net);
  net_core_flush(&net->core);
  loop_set_ticker(net);
  if (net->core.stopping && !net->core.conns) uv_unref((uv_handle_t *)&net->waker);
  loop_sleep(net);
}

static void on_wake(uv_async_t *waker) {
  struct junqi_net *net = waker->data;
  net_loop_enter(net);
  if (net->core.handler.on_wake) net->core.handler.on_wake(net->core.user);
}

static void on_signal(uv_signal_t *handle, int number) {
  struct junqi_net *net = handle->data;
  net_loop_enter(net);
  if (net->core.handler.on_signal) net->core.handler.on_signal(net->core.user, number);
}

/* The three handles every server has. On failure those already open are counted. */
static int loop_open_handles(struct junqi_net *net) {
  int error = uv_async_init(net->loop, &net->waker, on_wake);
  if (error) return error;
  net_loop_opened(net);
  uv_prepare_init(net->loop, &net->flusher);
  net_loop_opened(net);
  uv_timer_init(net->loop, &net->ticker);
  net_loop_opened(net);
  net->waker.data = net;
  net->flusher.data = net;
  net->ticker.data = net;
  uv_prepare_start(&net->flusher, on_flush);
  uv_unref((uv_handle_t *)&net->flusher);
  uv_unref((uv_handle_t *)&net->ticker);
  return 0;
}

struct junqi_net *junqi_net_new(const struct junqi_net_config *config,
                                const struct junqi_net_handler *handler, void *user) {
  struct junqi_net *net = calloc(1, sizeof *net);
  char *read_buffer = malloc(NET_READ_BUFFER);
  if (!net || !read_buffer) goto no_loop;
  net->read_buffer = read_buffer;
  net->core.config = config ? *config : junqi_net_config_default();
  net->core.handler = *handler;
  net->core.user = user;
  net->core.due = net->tick_at = NET_NEVER;
  net->awake.seen = junqi_net_now_ms();
  net->loop = net->core.config.loop ? net->core.config.loop : &net->own_loop;
  if (net->loop == &net->own_loop && uv_loop_init(net->loop) != 0) goto no_loop;
  if (loop_open_handles(net) != 0) goto no_handles;
  signal(SIGPIPE, SIG_IGN);
  net_loop_enter(net);
  return net;

no_handles:
  if (net->loop == &net->own_loop) uv_loop_close(net->loop);
no_loop:
  free(read_buffer);
  free(net);
  return NULL;
}

const char *junqi_net_error_text(int error) {
  return error ? uv_strerror(error) : "no error";
}

int junqi_net_port(const struct junqi_net *net) {
  return net->port;
}

struct junqi_net_stats junqi_net_stats(const struct junqi_net *net) {
  return net->core.stats;
}

uint64_t junqi_net_now_ms(void) {
  return uv_hrtime() / 1000000;
}

uint64_t junqi_net_awake_ms(struct junqi_net *net) {
  return net_awake_at(&net->awake, junqi_net_now_ms());
}

uint64_t junqi_net_away_ms(const struct junqi_net *net) {
  return net->awake.away;
}

void junqi_net_wake(struct junqi_net *net) {
  uv_async_send(&net->waker);
}

int junqi_net_run(struct junqi_net *net) {
  uv_run(net->loop, UV_RUN_DEFAULT);
  return 0;
}

void junqi_net_stop(struct junqi_net *net, uint32_t drain_ms) {
  uv_update_time(net->loop);
  net_loop_enter(net);
  net_listeners_close(net);
  net_core_stop(&net->core, drain_ms);
  if (drain_ms == 0) net_core_tick(&net->core, net->core.now);
}

int junqi_net_catch_signals(struct junqi_net *net) {
  static const int numbers[2] = {SIGINT, SIGTERM};
  if (net->catches_signals) return 0;
  net->catches_signals = true;
  int error = 0;
  for (size_t i = 0; i < 2; i++) {
    uv_signal_init(net->loop, &net->signals[i]);
    net_loop_opened(net);
    net->signals[i].data = net;
    if (!error) error = uv_signal_start(&net->signals[i], on_signal, numbers[i]);
    uv_unref((uv_handle_t *)&net->signals[i]);
  }
  return error;
}

void junqi_net_free(struct junqi_net *net) {
  if (!net) return;
  junqi_net_stop(net, 0);
  net_core_flush(&net->core);
  net_timers_close(net);
  uv_close((uv_handle_t *)&net->flusher, on_handle_closed);
  uv_close((uv_handle_t *)&net->ticker, on_handle_closed);
  uv_close((uv_handle_t *)&net->waker, on_handle_closed);
  for (size_t i = 0; i < 2 && net->catches_signals; i++)
    uv_close((uv_handle_t *)&net->signals[i], on_handle_closed);
  while (net->handles)
    uv_run(net->loop, UV_RUN_NOWAIT);
  if (net->loop == &net->own_loop) uv_loop_close(net->loop);
  free(net->read_buffer);
  free(net);
}
