/*
 * Timers for the caller, on the server's loop. They never keep it alive.
 */
#include <stdlib.h>

#include "loop.h"

struct junqi_net_timer {
  uv_timer_t timer;
  struct junqi_net *net;
  void (*on_time)(void *user);
  void *user;
  struct junqi_net_timer *previous;
  struct junqi_net_timer *next;
};

static void on_timer(uv_timer_t *handle) {
  struct junqi_net_timer *timer = handle->data;
  net_loop_enter(timer->net);
  timer->on_time(timer->user);
}

struct junqi_net_timer *junqi_net_timer_new(struct junqi_net *net, void (*on_time)(void *user),
                                            void *user) {
  struct junqi_net_timer *timer = calloc(1, sizeof *timer);
  if (!timer) return NULL;
  uv_timer_init(net->loop, &timer->timer);
  uv_unref((uv_handle_t *)&timer->timer);
  timer->timer.data = timer;
  timer->net = net;
  timer->on_time = on_time;
  timer->user = user;
  timer->next = net->timers;
  if (timer->next) timer->next->previous = timer;
  net->timers = timer;
  net_loop_opened(net);
  return timer;
}

/* The loop's time is from the start of its turn; after long work it would make timers early. */
void junqi_net_timer_start(struct junqi_net_timer *timer, uint64_t delay_ms, uint64_t repeat_ms) {
  uv_update_time(timer->net->loop);
  uv_timer_start(&timer->timer, on_timer, delay_ms, repeat_ms);
}

void junqi_net_timer_stop(struct junqi_net_timer *timer) {
  uv_timer_stop(&timer->timer);
}

static void on_timer_closed(uv_handle_t *handle) {
  struct junqi_net_timer *timer = handle->data;
  net_loop_closed(timer->net);
  free(timer);
}

void junqi_net_timer_free(struct junqi_net_timer *timer) {
  if (!timer) return;
  if (timer->previous)
    timer->previous->next = timer->next;
  else
    timer->net->timers = timer->next;
  if (timer->next) timer->next->previous = timer->previous;
  uv_close((uv_handle_t *)&timer->timer, on_timer_closed);
}

/* A timer that is forgotten would keep junqi_net_free() waiting for ever: nothing but its own
 * handle could end it, and the loop does not run for that. */
void net_timers_close(struct junqi_net *net) {
  while (net->timers)
    junqi_net_timer_free(net->timers);
}
