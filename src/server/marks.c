/* Notes for the administrator (RULES.md ): accounts that begin a game at one table and share
 * an address or a device. It proves nothing, and changes nothing at the table. */
#include "hall.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* The connection by which a seat's person follows; NULL: there is none. */
static const hub_client *client_of(const hub_table *t, junqi_seat seat) {
  for (size_t i = 0; i < t->follower_count; i++)
    if (t->followers[i].viewer == seat) return t->followers[i].client;
  return NULL;
}

static void note(hub *h, const hub_table *t, const hub_client *a, const hub_client *b,
                 junqi_store_mark_kind kind) {
  junqi_store_mark mark = {
      .kind = kind, .accounts = {a->person, b->person}, .time = h->world.date(h->world.context)};
  hub_write *write = server_new(sizeof *write);
  memcpy(mark.table, t->id, sizeof t->id);
  if (junqi_store_add_mark(h->store, &mark, (uint64_t)(uintptr_t)write)) free(write);
}

void hub_marks_note(hub *h, const hub_table *t) {
  for (junqi_seat first = 0; first < JUNQI_MAX_SEATS; first++)
    for (junqi_seat second = first + 1; second < JUNQI_MAX_SEATS; second++) {
      const hub_client *a = client_of(t, first), *b = client_of(t, second);
      if (!a || !b) continue;
      if (a->address && a->address == b->address) note(h, t, a, b, JUNQI_STORE_SAME_ADDRESS);
      if (a->device && a->device == b->device) note(h, t, a, b, JUNQI_STORE_SAME_DEVICE);
    }
}
