/*
 * The output queue of a connection and the counted payloads in it. It does not write: the
 * connection hands spans to its transport and reports back how much went.
 */
#include "output.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"

struct net_chunk {
  struct net_chunk *next;
  struct junqi_net_payload *payload; /* NULL: static bytes */
  const char *data;
  size_t length;
};

static struct junqi_net_payload *payload_alloc(size_t length) {
  struct junqi_net_payload *payload = malloc(sizeof *payload + length);
  if (payload) *payload = (struct junqi_net_payload){.count = 1, .length = length};
  return payload;
}

struct junqi_net_payload *net_payload_copy(const char *data, size_t length) {
  struct junqi_net_payload *payload = payload_alloc(length);
  if (payload && length) memcpy(payload->bytes, data, length);
  return payload;
}

/* RFC 6455, 5.2: the shortest of the three length forms. Returns the header's size. */
static size_t frame_header(char header[10], unsigned opcode, size_t length) {
  header[0] = (char)(0x80U | opcode);
  if (length < 126) {
    header[1] = (char)length;
    return 2;
  }
  size_t width = length <= UINT16_MAX ? 2 : 8;
  header[1] = width == 2 ? 126 : 127;
  for (size_t i = 0; i < width; i++)
    header[2 + i] = (char)((uint64_t)length >> (8 * (width - 1 - i)) & 0xff);
  return 2 + width;
}

struct junqi_net_payload *net_payload_frame(unsigned opcode, const char *data, size_t length) {
  char header[10];
  size_t size = frame_header(header, opcode, length);
  struct junqi_net_payload *payload = payload_alloc(size + length);
  if (!payload) return NULL;
  memcpy(payload->bytes, header, size);
  if (length) memcpy(payload->bytes + size, data, length);
  return payload;
}

struct junqi_net_payload *junqi_net_payload_new(const char *text, size_t length) {
  return net_payload_frame(NET_OPCODE_TEXT, text, length);
}

struct junqi_net_payload *junqi_net_payload_retain(struct junqi_net_payload *payload) {
  payload->count++;
  return payload;
}

void junqi_net_payload_release(struct junqi_net_payload *payload) {
  if (payload && --payload->count == 0) free(payload);
}

static bool output_append(struct net_output *output, struct net_chunk value) {
  if (!value.length) return true;
  struct net_chunk *chunk = malloc(sizeof *chunk);
  if (!chunk) return false;
  *chunk = value;
  if (value.payload) {
    junqi_net_payload_retain(value.payload);
    if (output->shared) *output->shared += value.payload->length;
  }
  if (output->last)
    output->last->next = chunk;
  else
    output->first = chunk;
  output->last = chunk;
  output->bytes += chunk->length;
  return true;
}

bool net_output_add(struct net_output *output, struct junqi_net_payload *payload) {
  return output_append(
      output,
      (struct net_chunk){.payload = payload, .data = payload->bytes, .length = payload->length});
}

bool net_output_add_static(struct net_output *output, const char *data, size_t length) {
  return output_append(output, (struct net_chunk){.data = data, .length = length});
}

bool net_output_give(struct net_output *output, struct junqi_net_payload *payload) {
  bool queued = payload && net_output_add(output, payload);
  junqi_net_payload_release(payload);
  return queued;
}

size_t net_output_spans(const struct net_output *output, struct net_span *spans, size_t max) {
  size_t count = 0;
  for (const struct net_chunk *chunk = output->first; chunk && count < max; chunk = chunk->next)
    spans[count++] = (struct net_span){.data = chunk->data, .length = chunk->length};
  return count;
}

static void output_pop(struct net_output *output) {
  struct net_chunk *chunk = output->first;
  output->first = chunk->next;
  if (!output->first) output->last = NULL;
  output->bytes -= chunk->length;
  if (chunk->payload && output->shared) *output->shared -= chunk->payload->length;
  junqi_net_payload_release(chunk->payload);
  free(chunk);
}

void net_output_taken(struct net_output *output, size_t bytes) {
  while (output->first && bytes >= output->first->length) {
    bytes -= output->first->length;
    output_pop(output);
  }
  if (output->first) {
    output->first->data += bytes;
    output->first->length -= bytes;
    output->bytes -= bytes;
  }
}

void net_output_free(struct net_output *output) {
  while (output->first)
    output_pop(output);
}
