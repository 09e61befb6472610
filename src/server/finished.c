/* The finished games of a person, newest first, from the store's index: to list games no log is
 * read. Of somebody else those that were public; a game that runs, in an anti-cheat room or not, is
 * in nobody's list. What a finished table's header holds is written here, too. */
#include "hall.h"
#include "memory.h"
#include "tell.h"

#include "junqi/store_games.h"

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
  junqi_person person; /* whose list it is */
} listing;

static void put_winners(out *o, const junqi_store_game *game) {
  out_open(o, "winners", '[');
  for (size_t seat = 0; seat < game->seat_count; seat++)
    if (game->seats[seat].outcome == JUNQI_STORE_WON) tell_seat(o, NULL, (junqi_seat)seat);
  out_close(o, ']');
}

/* Levels of the computer players, names of the people, and which seat was one's own. */
static void put_seats(out *o, const junqi_store_game *game, junqi_person person) {
  junqi_seat own = JUNQI_NO_SEAT;
  out_open(o, "levels", '[');
  for (size_t seat = 0; seat < game->seat_count; seat++) {
    const char *level = game->seats[seat].level;
    if (level && *level)
      out_integer(o, NULL, strtol(level, NULL, 10));
    else
      out_null(o, NULL);
    if (game->seats[seat].account == person) own = (junqi_seat)seat;
  }
  out_close(o, ']');
  out_open(o, "names", '[');
  for (size_t seat = 0; seat < game->seat_count; seat++) {
    const char *name = game->seats[seat].name;
    if (name && *name)
      out_text(o, NULL, name);
    else
      out_null(o, NULL);
  }
  out_close(o, ']');
  tell_seat(o, "seat", own);
}

static bool put_game(void *context, const junqi_store_played *played) {
  const listing *l = context;
  const junqi_store_game *game = &played->game;
  if (game->variant >= JUNQI_VARIANTS) return true; /* of another version of this program */
  out_open(l->o, NULL, '{');
  out_text(l->o, "table", played->table);
  out_text(l->o, "variant", junqi_variant_name((junqi_variant)game->variant));
  out_integer(l->o, "date", played->ended);
  out_integer(l->o, "plies", game->plies);
  out_text(l->o, "reason", junqi_reason_word((junqi_reason)game->reason));
  put_winners(l->o, game);
  put_seats(l->o, game, l->person);
  out_close(l->o, '}');
  return true;
}

/* The number of a word; -1 when the message does not name one. Words are checked by then. */
static int choice(const wire_in *in, const char *field, const char *const words[], int count) {
  const char *word = wire_text(in, field);
  for (int i = 0; word && i < count; i++)
    if (strcmp(word, words[i]) == 0) return i;
  return -1;
}

/* What is asked for; false after a refusal. */
static bool read_query(hub *h, hub_client *client, const wire_in *in,
                       junqi_store_games_query *query) {
  static const char *const outcomes[] = {"lost", "drawn", "won"};
  const char *variants[JUNQI_VARIANTS];
  junqi_store_account account;
  for (int i = 0; i < JUNQI_VARIANTS; i++)
    variants[i] = junqi_variant_name((junqi_variant)i);
  *query = (junqi_store_games_query){.account = client->person};
  query->variant = choice(in, "variant", variants, JUNQI_VARIANTS);
  query->outcome = choice(in, "outcome", outcomes, 3);
  if (wire_text(in, "name")) {
    if (!hub_find_named(h, client, in, "name", &account, NULL)) return false;
    query->account = account.id;
  }
  query->only_public = query->account != client->person;
  if (wire_text(in, "opponent")) {
    if (!hub_find_named(h, client, in, "opponent", &account, NULL)) return false;
    query->opponent = account.id;
  }
  return true;
}

void hub_finished_take(hub *h, hub_client *client, const wire_in *in) {
  listing l = {.o = &h->message};
  junqi_store_games_query query;
  junqi_store_cursor before = {.finished_at = wire_integer(in, "before", 0)};
  const char *last = wire_text(in, "table");
  if (!read_query(h, client, in, &query)) return;
  l.person = query.account;
  if (last) snprintf(before.id, sizeof before.id, "%s", last);
  if (last) query.before = &before;
  out_message(&h->message, "finished", in->re);
  out_open(&h->message, "games", '[');
  junqi_store_status status = junqi_store_each_game(h->store, &query, PAGE, put_game, &l);
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
