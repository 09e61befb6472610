/* Fuzz target: bytes on a connection. They go to the checker and, split at line ends, to a hub with
 * a table in play, whose every answer is checked against its declaration. */
#include "wire.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void feed(peer *p, const char *text, size_t length) {
  hub_receive(p->world->hub, p->client, text, length);
  world_settle(p->world);
}

/* `~` in the input stands for the id of the table, which cannot be guessed. */
static size_t with_id(const uint8_t *data, size_t size, const char *id, char *text, size_t room) {
  size_t used = 0;
  for (size_t i = 0; i < size && used + HUB_ID_SIZE < room; i++) {
    if (data[i] != '~') {
      text[used++] = (char)data[i];
      continue;
    }
    memcpy(text + used, id, strlen(id));
    used += strlen(id);
  }
  return used;
}

/* One world for all inputs is quick, and a fault still shows; it is made anew now and then. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static world w;
  static peer *p;
  static char id[HUB_ID_SIZE], text[WIRE_MAX_MESSAGE_BYTES];
  static unsigned inputs;
  wire_in in;
  if (wire_read((const char *)data, size, &in, NULL) == JUNQI_E_OK) wire_free(&in);
  if (inputs % 500 == 0) {
    if (inputs > 0) world_end(&w);
    world_start(&w, inputs + 1);
    p = world_connect(&w, 7);
    peer_create(p, "", id);
  }
  inputs++;
  size_t length = with_id(data, size, id, text, sizeof text);
  for (size_t start = 0; start < length;) {
    const char *end = memchr(text + start, '\n', length - start);
    size_t stop = end ? (size_t)(end - text) : length;
    feed(p, text + start, stop - start);
    start = stop + 1;
  }
  world_run(&w, 700);
  return 0;
}
