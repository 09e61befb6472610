/* The finished games of a person, newest first. What a list of them says of each is written once,
 * when the game ends, as the header of its table in the store: to list games no log is read. */
#include "hall.h"
#include "memory.h"
#include "tell.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 20 };

/* The key under which a person's finished tables are found. */
static void owner_key(char key[HUB_OWNER_SIZE], junqi_person person) {
  snprintf(key, HUB_OWNER_SIZE, "g%016" PRIx64, person);
}

/* -- What is kept --------------------------------------------------------------------------------
 */

/* Who began the game on each seat: a person's key, or a computer player's level. */
static void put_sitters(out *o, const junqi_table *table, const junqi_table_facts *facts,
                        unsigned seats) {
  out_open(o, "seats", '[');
  for (junqi_seat seat = 0; seat < seats; seat++) {
    char key[HUB_OWNER_SIZE];
    junqi_table_seat about = junqi_table_about(table, seat);
    owner_key(key, facts->person[seat]);
    if (facts->person[seat] != JUNQI_NOBODY)
      out_text(o, NULL, key);
    else if (about.who == JUNQI_COMPUTER)
      out_integer(o, NULL, about.level);
    else
      out_null(o, NULL);
  }
  out_close(o, ']');
}

void hub_finished_seal(const junqi_table *table, const hub_result *result, hub_seal *seal) {
  junqi_table_facts facts;
  junqi_view view;
  out *o = &seal->header;
  *seal = (hub_seal){0};
  if (!junqi_table_facts_of(table, &facts) || !junqi_table_view(table, JUNQI_SPECTATOR, &view))
    return;
  unsigned seats = junqi_seats((junqi_variant)view.rules->variant);
  for (junqi_seat seat = 0; seat < seats; seat++) {
    if (facts.person[seat] == JUNQI_NOBODY) continue;
    owner_key(seal->key[seal->count], facts.person[seat]);
    seal->owner[seal->count] = seal->key[seal->count];
    seal->count++;
  }
  out_open(o, NULL, '{');
  out_text(o, "variant", junqi_variant_name((junqi_variant)view.rules->variant));
  out_integer(o, "winners", view.winners);
  out_text(o, "reason", junqi_reason_word((junqi_reason)view.reason));
  out_integer(o, "plies", view.ply);
  put_sitters(o, table, &facts, seats);
  hub_scores_put(o, result);
  out_close(o, '}');
}

/* -- Listing -------------------------------------------------------------------------------------
 */

typedef struct listing {
  out *o;
  const char *key;
} listing;

static void put_winners(out *o, int64_t winners) {
  out_open(o, "winners", '[');
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (winners >> seat & 1) tell_seat(o, NULL, seat);
  out_close(o, ']');
}

/* The own seat of whom the list is for, and the levels of the computer players. */
static void put_seats(out *o, json_t *seats, const char *key) {
  junqi_seat own = JUNQI_NO_SEAT;
  size_t seat;
  json_t *one;
  out_open(o, "levels", '[');
  json_array_foreach(seats, seat, one) {
    const char *person = json_string_value(one);
    if (person && strcmp(person, key) == 0) own = (junqi_seat)seat;
    if (json_is_integer(one))
      out_integer(o, NULL, json_integer_value(one));
    else
      out_null(o, NULL);
  }
  out_close(o, ']');
  out_open(o, "names", '[');
  for (seat = 0; seat < json_array_size(seats); seat++)
    out_null(o, NULL); /* guests have none */
  out_close(o, ']');
  tell_seat(o, "seat", own);
}

static bool put_game(void *context, const junqi_store_table *table) {
  const listing *l = context;
  json_error_t fault;
  json_t *header = json_loadb(table->header.data, table->header.size, 0, &fault);
  const char *variant = json_string_value(json_object_get(header, "variant"));
  const char *reason = json_string_value(json_object_get(header, "reason"));
  if (variant && reason) { /* else it is of another version of this program */
    out_open(l->o, NULL, '{');
    out_text(l->o, "table", table->id);
    out_text(l->o, "variant", variant);
    out_integer(l->o, "date", table->finished_at);
    out_integer(l->o, "plies", json_integer_value(json_object_get(header, "plies")));
    out_text(l->o, "reason", reason);
    put_winners(l->o, json_integer_value(json_object_get(header, "winners")));
    put_seats(l->o, json_object_get(header, "seats"), l->key);
    out_close(l->o, '}');
  }
  json_decref(header);
  return true;
}

void hub_finished_take(hub *h, hub_client *client, const wire_in *in) {
  char key[HUB_OWNER_SIZE];
  const listing l = {&h->message, key};
  const junqi_store_reader reader = {put_game, NULL, (void *)&l};
  const char *last = wire_text(in, "table");
  junqi_store_cursor before = {.finished_at = wire_integer(in, "before", 0)};
  owner_key(key, client->person);
  if (last) snprintf(before.id, sizeof before.id, "%s", last);
  out_message(&h->message, "finished", in->re);
  out_open(&h->message, "games", '[');
  junqi_store_status status =
      junqi_store_each_finished(h->store, key, last ? &before : NULL, PAGE, &reader);
  out_close(&h->message, ']');
  out_close(&h->message, '}');
  if (status) {
    junqi_error error;
    junqi_fail(&error, junqi_store_code(status));
    hub_client_refuse(h, client, in->re, &error);
  } else {
    hub_client_send(h, client);
  }
}
