/* A byte string that grows. Private to net. */
#ifndef NET_BUFFER_H
#define NET_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct net_buffer {
  char *at; /* NULL while empty and never grown */
  size_t length;
  size_t capacity;
};

/* Append; false when memory ran out, and then nothing changed. */
bool net_buffer_add(struct net_buffer *buffer, const char *data, size_t length);
bool net_buffer_add_text(struct net_buffer *buffer, const char *text);
/* Drop the first `count` bytes. */
void net_buffer_consume(struct net_buffer *buffer, size_t count);
void net_buffer_free(struct net_buffer *buffer);

#endif
