/* See scores.h. */
#include "scores.h"

#include "hall.h"
#include "rating.h"
#include "tell.h"

#include <stdio.h>
#include <string.h>

/* -- Scoring -------------------------------------------------------------------------------------
 */

/* The last change of an account's score before a time. */
typedef struct backwards {
  int64_t start;
  uint64_t no; /* of the change that was read last */
  bool found;
  int64_t score;
} backwards;

static bool go_back(void *context, const junqi_store_change *change) {
  backwards *b = context;
  b->no = change->no;
  b->found = change->time < b->start;
  b->score = b->found ? change->after : change->before;
  return !b->found;
}

/* asks for the score before the game, whatever other games have changed meanwhile. */
static int32_t score_before(hub *h, junqi_person person, uint8_t variant, int64_t start) {
  backwards b = {.start = start};
  uint64_t last;
  do {
    last = b.no;
    if (junqi_store_each_change(h->store, person, variant, last, JUNQI_STORE_PAGE_MAX, go_back, &b))
      break;
  } while (!b.found && b.no != last && b.no > 1);
  return b.score > INT32_MAX ? INT32_MAX : b.score < INT32_MIN ? INT32_MIN : (int32_t)b.score;
}

static void score_game(hub *h, hub_table *t, const junqi_table_facts *facts) {
  int32_t before[JUNQI_MAX_SEATS] = {0};
  const junqi_score_table *why = &facts->table;
  const junqi_rules *rules = facts->game.rules;
  bool gated = junqi_opt(rules, JUNQI_OPT_SCORE_GATE) > 0;
  t->result.there = true;
  t->result.scored = !why->computer && !why->friendly && !why->one_person;
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS && gated && t->result.scored; seat++)
    if (facts->person[seat] != JUNQI_NOBODY)
      before[seat] = score_before(h, facts->person[seat], rules->variant, t->started);
  t->result.score = junqi_score_game(&facts->game, before, facts->table);
}

/* -- For the store -------------------------------------------------------------------------------
 */

/* Those that differ from the default, as `name=value`, parted by blanks. */
static void write_options(const junqi_rules *rules, char *text, size_t size) {
  const junqi_rules usual = junqi_rules_default((junqi_variant)rules->variant);
  size_t used = 0;
  text[0] = 0;
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    char value[32];
    if (rules->value[i] == usual.value[i]) continue;
    junqi_option_text(rules, (junqi_option)i, value, sizeof value);
    int length = snprintf(text + used, size - used, "%s%s=%s", used ? " " : "",
                          junqi_option_about((junqi_option)i)->name, value);
    if (length < 0 || (size_t)length >= size - used) {
      text[used] = 0;
      return;
    }
    used += (size_t)length;
  }
}

/* In a game of three that was drawn, who was out by then has lost all the same. */
static junqi_store_outcome outcome_of(const junqi_score_track *game, unsigned seat) {
  if (game->winners >> seat & 1) return JUNQI_STORE_WON;
  if (game->winners) return JUNQI_STORE_LOST;
  for (unsigned i = 0; i < game->outs; i++)
    if (game->out[i].seat == seat && game->rules->variant == JUNQI_THREE) return JUNQI_STORE_LOST;
  return JUNQI_STORE_DRAWN;
}

static void seal_seats(const hub_table *t, const junqi_table_facts *facts,
                       hub_sealed_game *sealed) {
  junqi_store_game *game = &sealed->game;
  game->seat_count = junqi_seats((junqi_variant)facts->game.rules->variant);
  for (junqi_seat seat = 0; seat < game->seat_count; seat++) {
    junqi_store_seat *s = &game->seats[seat];
    s->account = facts->person[seat];
    s->outcome = outcome_of(&facts->game, seat);
    s->escaped = s->account && (t->result.score.escaped >> seat & 1);
    s->level = "";
    if (s->account) continue;
    snprintf(sealed->level[seat], sizeof *sealed->level, "%u",
             junqi_table_about(t->table, seat).level % 100u);
    s->level = sealed->level[seat];
  }
}

/* What anybody could have seen, or what counted on the leaderboards, unless it was private. */
static bool is_public(const junqi_settings *settings, bool scored) {
  if (junqi_set(settings, JUNQI_SET_PRIVATE)) return false;
  return scored || junqi_set(settings, JUNQI_SET_WATCH);
}

bool hub_scores_seal(hub *h, hub_table *t, hub_sealed_game *sealed) {
  junqi_table_facts facts;
  junqi_store_game *game = &sealed->game;
  if (!junqi_table_facts_of(t->table, &facts)) return false;
  if (!t->result.there) score_game(h, t, &facts);
  *sealed = (hub_sealed_game){
      .game = {.variant = facts.game.rules->variant,
               .reason = facts.game.reason,
               .scored = t->result.scored,
               .is_public = is_public(junqi_table_settings(t->table), t->result.scored),
               .plies = facts.game.plies,
               .started = t->started,
               .options = sealed->options,
               .rate = t->result.scored ? rating_rate : NULL}};
  write_options(facts.game.rules, sealed->options, sizeof sealed->options);
  seal_seats(t, &facts, sealed);
  for (unsigned i = 0; i < t->result.score.parts; i++) {
    const junqi_score_part *part = &t->result.score.part[i];
    game->parts[game->part_count++] = (junqi_store_part){part->seat, part->clause, part->points};
  }
  return true;
}

/* -- In a header ---------------------------------------------------------------------------------
 */

void hub_scores_put(out *o, const hub_result *result) {
  if (!result->there) return;
  out_boolean(o, "scored", result->scored);
  out_open(o, "parts", '[');
  for (unsigned i = 0; i < result->score.parts; i++) {
    const junqi_score_part *part = &result->score.part[i];
    out_open(o, NULL, '[');
    out_integer(o, NULL, part->seat);
    out_integer(o, NULL, part->clause);
    out_integer(o, NULL, part->points);
    out_close(o, ']');
  }
  out_close(o, ']');
}

/* -1 for what is no number. */
static int64_t number_at(const json_t *list, size_t place) {
  const json_t *value = json_array_get(list, place);
  return json_is_integer(value) ? json_integer_value(value) : -1;
}

hub_result hub_scores_read(const json_t *header) {
  hub_result result = {0};
  const json_t *scored = json_object_get(header, "scored"), *parts, *part;
  size_t i;
  parts = json_object_get(header, "parts");
  result.there = json_is_boolean(scored);
  result.scored = json_is_true(scored);
  json_array_foreach(parts, i, part) {
    if (result.score.parts == JUNQI_MAX_SCORE_PARTS) break;
    result.score.part[result.score.parts++] = (junqi_score_part){
        (junqi_seat)number_at(part, 0), (uint8_t)number_at(part, 1), (int16_t)number_at(part, 2)};
  }
  return result;
}

static bool take_header(void *context, const junqi_store_table *table) {
  json_error_t fault;
  json_t *header = json_loadb(table->header.data, table->header.size, 0, &fault);
  if (table->finished) *(hub_result *)context = hub_scores_read(header);
  json_decref(header);
  return true;
}

static bool no_event(void *context, const junqi_store_event *event) {
  (void)context;
  (void)event;
  return false;
}

hub_result hub_scores_past(hub *h, const char *id) {
  hub_result result = {0};
  const junqi_store_reader reader = {take_header, no_event, &result};
  junqi_store_load(h->store, id, UINT32_MAX, &reader);
  return result;
}

/* -- Telling -------------------------------------------------------------------------------------
 */

static void put_change(out *o, const junqi_score_part *part) {
  junqi_score_clause clause = (junqi_score_clause)part->clause;
  if (clause >= JUNQI_SCORE_CLAUSES || part->seat >= JUNQI_MAX_SEATS) return;
  out_open(o, NULL, '{');
  tell_seat(o, "seat", part->seat);
  out_integer(o, "points", part->points);
  tell_clause(o, clause);
  out_close(o, '}');
}

static void write_scores(out *o, const char *id, const hub_result *result) {
  out_message(o, "scores", -1);
  out_text(o, "table", id);
  out_boolean(o, "scored", result->scored);
  out_open(o, "changes", '[');
  for (unsigned i = 0; i < result->score.parts; i++)
    put_change(o, &result->score.part[i]);
  out_close(o, ']');
  out_close(o, '}');
}

void hub_scores_tell(hub *h, const char *id, const hub_result *result, hub_client *client) {
  if (!result->there) return;
  write_scores(&h->message, id, result);
  hub_client_send(h, client);
}

void hub_scores_tell_all(hub *h, hub_table *t) {
  if (!t->result.there) return;
  write_scores(&h->message, t->id, &t->result);
  for (size_t i = 0; i < t->follower_count; i++)
    if (t->followers[i].live) hub_client_send(h, t->followers[i].client);
}
