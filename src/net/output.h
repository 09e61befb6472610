/* What waits to be written on one connection. Private to net. */
#ifndef NET_OUTPUT_H
#define NET_OUTPUT_H

#include "junqi/net.h"

/* Bytes that several queues may share. A text message keeps its frame header in front, so that
 * one block of memory is the whole frame for every receiver. */
struct junqi_net_payload {
  size_t count;
  size_t length;
  char bytes[];
};

struct net_span {
  const char *data;
  size_t length;
};

struct net_chunk; /* one queued span and what keeps it alive */

struct net_output {
  struct net_chunk *first;
  struct net_chunk *last;
  size_t bytes;   /* queued and not yet taken by the transport */
  size_t *shared; /* the memory that this queue and others hold; NULL: nobody counts */
};

/* A copy of `data`, not framed. NULL: out of memory. */
struct junqi_net_payload *net_payload_copy(const char *data, size_t length);

/* A server's WebSocket frame, final and unmasked; `opcode` as in RFC 6455, 5.2. */
struct junqi_net_payload *net_payload_frame(unsigned opcode, const char *data, size_t length);

/* Queue a payload (a count of its own is taken), or bytes that outlive the queue. */
bool net_output_add(struct net_output *output, struct junqi_net_payload *payload);
bool net_output_add_static(struct net_output *output, const char *data, size_t length);

/* Queue a payload and give up the caller's count, also on failure; NULL counts as failure. */
bool net_output_give(struct net_output *output, struct junqi_net_payload *payload);

/* Fill up to `max` spans from the front; their number. They stay valid until taken. */
size_t net_output_spans(const struct net_output *output, struct net_span *spans, size_t max);

/* The transport has taken `bytes` from the front. */
void net_output_taken(struct net_output *output, size_t bytes);

void net_output_free(struct net_output *output);

#endif
