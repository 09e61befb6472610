/* What people have: standings, how a score came about, leaderboards. All of it is read from the
 * store's index; nothing is computed here but places. */
#include "hall.h"
#include "tell.h"

#include "junqi/score.h"
#include "junqi/store_games.h"

#include <string.h>

enum { CHANGES = 20, LEADERS = 50 };

static int64_t rounded(double value, int64_t most) {
  if (!(value > 0)) return 0;
  return value < (double)most ? (int64_t)(value + 0.5) : most;
}

static void put_number(out *o, const char *key, bool there, double value, int64_t most) {
  if (there)
    out_integer(o, key, rounded(value, most));
  else
    out_null(o, key);
}

static void put_name(out *o, const char *key, const char *name) {
  if (*name)
    out_text(o, key, name);
  else
    out_null(o, key);
}

/* The variant that a message names; -1 where it names none. Words are checked by then. */
static int variant_of(const wire_in *in) {
  const char *word = wire_text(in, "variant");
  for (int variant = 0; word && variant < JUNQI_VARIANTS; variant++)
    if (strcmp(word, junqi_variant_name((junqi_variant)variant)) == 0) return variant;
  return -1;
}

/* The answer in h->message if the store could be read, else why not. */
static void send_or_refuse(hub *h, hub_client *client, const wire_in *in,
                           junqi_store_status status) {
  junqi_error error;
  if (status == JUNQI_STORE_OK) {
    hub_client_send(h, client);
    return;
  }
  junqi_fail(&error, junqi_store_code(status));
  hub_client_refuse(h, client, in->re, &error);
}

/* -- Standings -----------------------------------------------------------------------------------
 */

static bool put_standing(void *context, const junqi_store_standing *standing) {
  hub *h = context;
  out *o = &h->message;
  uint32_t rank;
  bool rated = standing->rating.games > 0;
  if (standing->variant >= JUNQI_VARIANTS) return true;
  bool ranked = junqi_store_rank(h->store, JUNQI_STORE_BY_SCORE, standing->variant,
                                 standing->account, &rank) == JUNQI_STORE_OK;
  out_open(o, NULL, '{');
  out_text(o, "variant", junqi_variant_name((junqi_variant)standing->variant));
  out_integer(o, "score", standing->score);
  out_integer(o, "won", standing->won);
  out_integer(o, "drawn", standing->drawn);
  out_integer(o, "lost", standing->lost);
  out_integer(o, "escapes", standing->escapes);
  put_number(o, "rating", rated, standing->rating.rating, 10000);
  put_number(o, "deviation", rated, standing->rating.deviation, 1000);
  put_number(o, "rank", ranked, ranked ? (double)rank : 0, JUNQI_STORE_RANK_MAX + 1);
  out_close(o, '}');
  return true;
}

static void take_standing(hub *h, hub_client *client, const wire_in *in) {
  junqi_store_account account = {.id = 0};
  bool former = false;
  if (!wire_text(in, "name"))
    junqi_store_get_account(h->store, client->person, &account);
  else if (!hub_find_named(h, client, in, "name", &account, &former))
    return;
  out_message(&h->message, "standing", in->re);
  put_name(&h->message, "name", account.name);
  out_boolean(&h->message, "former", former);
  out_open(&h->message, "items", '[');
  junqi_store_status status = account.id
                                  ? junqi_store_each_standing(h->store, account.id, put_standing, h)
                                  : JUNQI_STORE_OK;
  out_close(&h->message, ']');
  out_close(&h->message, '}');
  send_or_refuse(h, client, in, status);
}

/* -- How a score came about ----------------------------------------------------------------------
 */

static bool put_change(void *context, const junqi_store_change *change) {
  out *o = context;
  junqi_score_clause clause = (junqi_score_clause)change->clause;
  if (change->variant >= JUNQI_VARIANTS || clause >= JUNQI_SCORE_CLAUSES) return true;
  out_open(o, NULL, '{');
  out_integer(o, "no", (int64_t)change->no);
  out_text(o, "variant", junqi_variant_name((junqi_variant)change->variant));
  out_integer(o, "points", change->points);
  out_integer(o, "after", change->after);
  out_integer(o, "date", change->time);
  out_text(o, "table", change->table);
  tell_clause(o, clause);
  out_close(o, '}');
  return true;
}

static void take_changes(hub *h, hub_client *client, const wire_in *in) {
  out_message(&h->message, "changes", in->re);
  out_open(&h->message, "items", '[');
  junqi_store_status status = junqi_store_each_change(h->store, client->person, variant_of(in),
                                                      (uint64_t)wire_integer(in, "before", 0),
                                                      CHANGES, put_change, &h->message);
  out_close(&h->message, ']');
  out_close(&h->message, '}');
  send_or_refuse(h, client, in, status);
}

/* -- Leaderboards --------------------------------------------------------------------------------
 */

/* A page of a leaderboard being written. Equals share a place, and some of them may stand on the
 * page before: so the store is asked for the place of the first two values, and from there on it
 * is counted. */
typedef struct board {
  hub *h;
  junqi_store_board by;
  junqi_person own;
  double value;       /* of the last row */
  uint32_t rank;      /* likewise */
  unsigned rows;      /* so far */
  unsigned values;    /* different ones */
  uint32_t next_rank; /* of the next other value, once two were asked for */
} board;

static double value_of(const board *b, const junqi_store_standing *standing) {
  return b->by == JUNQI_STORE_BY_SCORE ? (double)standing->score : standing->rating.rating;
}

static bool find_rank(board *b, const junqi_store_standing *standing) {
  double value = value_of(b, standing);
  if (b->rows++ > 0 && value == b->value) {
    b->next_rank++;
    return true;
  }
  b->value = value;
  if (++b->values > 2)
    b->rank = b->next_rank;
  else if (junqi_store_rank(b->h->store, b->by, standing->variant, standing->account, &b->rank) !=
           JUNQI_STORE_OK)
    return false;
  b->next_rank = b->rank + 1;
  return true;
}

static bool put_leader(void *context, const junqi_store_standing *standing) {
  board *b = context;
  out *o = &b->h->message;
  if (!find_rank(b, standing)) return false;
  out_open(o, NULL, '{');
  out_integer(o, "rank", b->rank);
  out_text(o, "name", standing->name);
  out_integer(o, "score", standing->score);
  put_number(o, "rating", standing->rating.games > 0, standing->rating.rating, 10000);
  out_integer(o, "won", standing->won);
  out_integer(o, "drawn", standing->drawn);
  out_integer(o, "lost", standing->lost);
  out_boolean(o, "own", standing->account == b->own);
  out_close(o, '}');
  return true;
}

/* Where the page begins: behind the standing of an account in a variant. */
typedef struct place_search {
  int variant;
  const board *board;
  junqi_store_place place;
  bool found;
} place_search;

static bool match_place(void *context, const junqi_store_standing *standing) {
  place_search *s = context;
  if (standing->variant != s->variant) return true;
  s->place = (junqi_store_place){value_of(s->board, standing), standing->account};
  s->found = true;
  return false;
}

static void take_leaders(hub *h, hub_client *client, const wire_in *in) {
  bool by_score = strcmp(wire_text(in, "by"), "score") == 0;
  board b = {
      .h = h, .by = by_score ? JUNQI_STORE_BY_SCORE : JUNQI_STORE_BY_RATING, .own = client->person};
  place_search from = {.variant = variant_of(in), .board = &b};
  junqi_store_account last;
  uint32_t rank;
  if (wire_text(in, "after")) {
    if (!hub_find_named(h, client, in, "after", &last, NULL)) return;
    junqi_store_each_standing(h->store, last.id, match_place, &from);
  }
  bool over = wire_text(in, "after") && !from.found; /* that name is not on the board any more */
  uint8_t variant = (uint8_t)from.variant;
  bool ranked = junqi_store_rank(h->store, b.by, variant, client->person, &rank) == JUNQI_STORE_OK;
  out_message(&h->message, "leaders", in->re);
  out_text(&h->message, "variant", wire_text(in, "variant"));
  out_text(&h->message, "by", wire_text(in, "by"));
  out_open(&h->message, "items", '[');
  const junqi_store_place *after = from.found ? &from.place : NULL;
  junqi_store_status status =
      junqi_store_each_leader(h->store, b.by, variant, after, over ? 0 : LEADERS, put_leader, &b);
  out_close(&h->message, ']');
  put_number(&h->message, "rank", ranked, ranked ? (double)rank : 0, JUNQI_STORE_RANK_MAX + 1);
  out_close(&h->message, '}');
  send_or_refuse(h, client, in, status);
}

void hub_standing_take(hub *h, hub_client *client, const wire_in *in) {
  switch (in->type) {
  case WIRE_STANDING: take_standing(h, client, in); break;
  case WIRE_CHANGES: take_changes(h, client, in); break;
  default: take_leaders(h, client, in); break;
  }
}
