/*
 * A byte string that grows by doubling. It sets no bound: its users count before they add.
 */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

bool net_buffer_add(struct net_buffer *buffer, const char *data, size_t length) {
  if (length > buffer->capacity - buffer->length) {
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity - buffer->length < length)
      capacity *= 2;
    char *grown = realloc(buffer->at, capacity);
    if (!grown) return false;
    buffer->at = grown;
    buffer->capacity = capacity;
  }
  if (length) memcpy(buffer->at + buffer->length, data, length);
  buffer->length += length;
  return true;
}

bool net_buffer_add_text(struct net_buffer *buffer, const char *text) {
  return net_buffer_add(buffer, text, strlen(text));
}

void net_buffer_consume(struct net_buffer *buffer, size_t count) {
  buffer->length -= count;
  if (buffer->length) memmove(buffer->at, buffer->at + count, buffer->length);
}

void net_buffer_free(struct net_buffer *buffer) {
  free(buffer->at);
  *buffer = (struct net_buffer){0};
}
