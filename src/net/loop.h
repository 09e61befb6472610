/* The server on libuv: what listener.c, stream.c and timer.c share. Private to net. */
#ifndef NET_LOOP_H
#define NET_LOOP_H

#include <uv.h>

#include "awake.h"
#include "core.h"

struct net_listener;
struct junqi_net_timer;

struct junqi_net {
  struct net_core core;
  struct net_awake awake; /* what the core's time is taken from */
  uv_loop_t *loop;
  uv_loop_t own_loop;
  uv_prepare_t flusher; /* before each wait: write and release what the last turn marked */
  uv_timer_t ticker;    /* looks at deadlines when there may be some */
  uv_async_t waker;     /* also what keeps the loop alive until the server has stopped */
  uv_signal_t signals[2];
  bool catches_signals;
  uint64_t tick_at; /* when the ticker will ring; NET_NEVER: not */
  size_t handles;   /* libuv handles not yet closed */
  struct net_listener *listeners;
  struct junqi_net_timer *timers; /* not freed yet */
  int port;
  char *read_buffer; /* one for all connections: libuv delivers each read before the next */
};

enum { NET_READ_BUFFER = 65536 };

/* Take the time before calling into the core. */
void net_loop_enter(struct junqi_net *net);
/* Count a handle that was initialised, and close one that was counted. `on_closed` must call
 * net_loop_closed(). */
void net_loop_opened(struct junqi_net *net);
void net_loop_closed(struct junqi_net *net);

void net_listeners_close(struct junqi_net *net);
/* Free the timers that the caller has left. (timer.c) */
void net_timers_close(struct junqi_net *net);
/* A connection waits on `server`: take it in or turn it away. (stream.c) */
void net_stream_accept(struct junqi_net *net, uv_stream_t *server);

#endif
