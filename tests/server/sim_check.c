/* What must hold in the simulation of a site, whatever people do; see sim.h. */
#include "sim.h"

#include "log.h"
#include "tell.h"

#include "junqi/store_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sim_archive *sim_archive_of(sim *s, const char *id) {
  for (size_t i = s->archives; i > 0; i--)
    if (strcmp(s->archive[i - 1]->id, id) == 0) return s->archive[i - 1];
  if (s->archives == s->capacity) {
    s->capacity = 2 * s->capacity + 64;
    s->archive = realloc(s->archive, s->capacity * sizeof *s->archive);
    assert_non_null(s->archive);
  }
  sim_archive *a = calloc(1, sizeof *a);
  assert_non_null(a);
  snprintf(a->id, sizeof a->id, "%s", id);
  return s->archive[s->archives++] = a;
}

void sim_keep(sim *s, sim_archive *a, junqi_person person, uint32_t seq, const char *text) {
  (void)s;
  if (a->count == a->capacity) {
    a->capacity = 2 * a->capacity + 64;
    a->told = realloc(a->told, a->capacity * sizeof *a->told);
    assert_non_null(a->told);
  }
  a->told[a->count++] = (sim_told){person, seq, strdup(text)};
}

void sim_free(sim *s) {
  for (size_t i = 0; i < s->archives; i++) {
    sim_archive *a = s->archive[i];
    for (size_t k = 0; k < a->count; k++)
      free(a->told[k].text);
    free(a->told);
    free(a->scores);
    free(a);
  }
  free(s->archive);
  free(s->people);
}

/* -- As it is sent -------------------------------------------------------------------------------
 */

static bool take_last(void *context, const junqi_store_table *table) {
  *(uint64_t *)context = table->finished ? UINT64_MAX : table->last_seq;
  return true;
}

static bool no_event(void *context, const junqi_store_event *event) {
  (void)context;
  (void)event;
  return false;
}

void sim_sent(world *w, peer *to, const char *text) {
  char id[HUB_ID_SIZE];
  uint64_t last = 0;
  const junqi_store_reader reader = {take_last, no_event, &last};
  (void)to;
  if (strncmp(text, "{\"type\":\"event\"", 15) != 0) return;
  const char *seq = strstr(text, "\"seq\":");
  assert_true(text_field(text, "table", id, sizeof id));
  assert_int_equal(junqi_store_load(w->store, id, UINT32_MAX, &reader), JUNQI_STORE_OK);
  /* What comes after the end is not stored. */
  if (strtoul(seq + 6, NULL, 10) > last) fail_msg("told before it was stored: %s", text);
}

/* -- What everybody was told ---------------------------------------------------------------------
 */

/* A table being read again, event by event. */
typedef struct reading {
  const sim_archive *archive;
  out spectator, seat[JUNQI_MAX_SEATS];
  uint32_t last;
} reading;

static bool same(const out *o, const char *text) {
  return o->length == strlen(text) && memcmp(o->text, text, o->length) == 0;
}

/* Each message is what the person's eyes allow, or less: what a spectator sees. */
static void compare(void *context, const junqi_table *table, const junqi_table_event *event) {
  reading *r = context;
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(table)->variant);
  r->last = event->seq;
  tell_event(&r->spectator, r->archive->id, table, event, JUNQI_SPECTATOR);
  for (junqi_seat seat = 0; seat < seats; seat++)
    tell_event(&r->seat[seat], r->archive->id, table, event, seat);
  for (size_t i = 0; i < r->archive->count; i++) {
    const sim_told *told = &r->archive->told[i];
    if (told->seq != event->seq || same(&r->spectator, told->text)) continue;
    junqi_seat seat = junqi_table_seat_of(table, told->person);
    if (seat >= seats || !same(&r->seat[seat], told->text))
      fail_msg("seat %d was told %s\nthe store has %.*s", seat, told->text,
               (int)r->spectator.length, r->spectator.text);
  }
}

/* Presence and wishes after the end: the same for everybody, and nothing of the game. */
static void compare_rest(const sim_archive *a, uint32_t last) {
  for (size_t i = 0; i < a->count; i++) {
    const sim_told *told = &a->told[i];
    if (told->seq <= last) continue;
    assert_true(a->revealed);
    assert_null(strstr(told->text, "layout"));
    assert_null(strstr(told->text, "\"line\""));
    for (size_t k = 0; k < i; k++)
      if (a->told[k].seq == told->seq) assert_string_equal(a->told[k].text, told->text);
  }
}

static void reckon_table(sim *s, const sim_archive *a) {
  hub_log log = {0};
  reading r = {.archive = a};
  junqi_error error;
  junqi_store_status status = hub_log_load(&log, s->w.store, a->id);
  if (status == JUNQI_STORE_ABSENT && a->count == 0) return; /* its making was lost, and untold */
  assert_int_equal(status, JUNQI_STORE_OK);
  junqi_table *table = hub_log_fold(&log, compare, &r, &error);
  assert_non_null(table);
  if (a->revealed) assert_int_equal(junqi_table_state_of(table), JUNQI_TABLE_FINISHED);
  compare_rest(a, r.last);
  junqi_table_free(table);
  out_free(&r.spectator);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    out_free(&r.seat[seat]);
  hub_log_free(&log);
}

/* -- Games and scores ----------------------------------------------------------------------------
 */

/* Of one person in one variant, by the games of the index and by the changes of the score. */
typedef struct ledger {
  sim *sim;
  junqi_person person;
  int64_t changes[JUNQI_STORE_VARIANTS];
  uint32_t scored[JUNQI_STORE_VARIANTS], escapes[JUNQI_STORE_VARIANTS];
} ledger;

/* Exactly one side has won, or nobody. */
static void check_outcome(const junqi_store_game *game) {
  unsigned winners = 0;
  for (unsigned seat = 0; seat < game->seat_count; seat++)
    winners |= (unsigned)(game->seats[seat].outcome == JUNQI_STORE_WON) << seat;
  bool four = game->variant == JUNQI_FOUR;
  bool one = winners && (winners & (winners - 1)) == 0;
  bool drawn = winners == 0;
  for (unsigned seat = 0; seat < game->seat_count && drawn && game->variant != JUNQI_THREE; seat++)
    assert_int_equal(game->seats[seat].outcome, JUNQI_STORE_DRAWN);
  assert_true(drawn || (four ? winners == 5 || winners == 10 : one));
}

static bool count_game(void *context, const junqi_store_played *played) {
  ledger *l = context;
  const junqi_store_game *game = &played->game;
  check_outcome(game);
  for (unsigned seat = 0; seat < game->seat_count; seat++) {
    if (game->seats[seat].account == 0) assert_false(game->scored);
    if (game->seats[seat].account != l->person) continue;
    l->scored[game->variant] += game->scored;
    l->escapes[game->variant] += game->seats[seat].escaped;
  }
  return true;
}

static bool count_change(void *context, const junqi_store_change *change) {
  ledger *l = context;
  assert_int_equal(change->points, change->after - change->before);
  assert_in_range(change->points + 6, 0, 12);
  l->changes[change->variant] += change->points;
  return true;
}

static bool check_standing(void *context, const junqi_store_standing *standing) {
  ledger *l = context;
  uint8_t variant = standing->variant;
  assert_int_equal(standing->score, l->changes[variant]);
  assert_int_equal(standing->won + standing->drawn + standing->lost, l->scored[variant]);
  assert_int_equal(standing->escapes, l->escapes[variant]);
  assert_int_equal(standing->rating.games, l->scored[variant]);
  l->scored[variant] = 0;
  return true;
}

static void reckon_person(sim *s, junqi_person person) {
  ledger l = {.sim = s, .person = person};
  const junqi_store_exporter all = {.game = count_game, .change = count_change, .context = &l};
  assert_int_equal(junqi_store_export(s->w.store, person, &all), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_standing(s->w.store, person, check_standing, &l),
                   JUNQI_STORE_OK);
  for (unsigned variant = 0; variant < JUNQI_STORE_VARIANTS; variant++)
    assert_int_equal(l.scored[variant], 0);
}

/* R-9 over one game: what it gave to whom, of the messages that told it. */
static void reckon_scores(const sim_archive *a) {
  int sum = 0, least = 0;
  if (!a->scores || strstr(a->scores, "\"scored\":false")) return;
  for (const char *at = a->scores; (at = strstr(at, "\"points\":"));) {
    int points = (int)strtol(at += 9, NULL, 10);
    sum += points;
    if (points < least) least = points;
  }
  if (strstr(a->scores, "R-9.5") || strstr(a->scores, "R-9.6"))
    assert_in_range(sum + 12, 0, 20); /* three: -X +X -Y +Z and less; two who escape, -Z each */
  else if (strstr(a->scores, "R-9.2") || strstr(a->scores, "R-9.4"))
    assert_true(sum < 0);
  else
    assert_int_equal(sum, 0);
  assert_true(least >= -6);
}

void sim_reckon(sim *s) {
  for (size_t i = 0; i < s->archives; i++) {
    reckon_table(s, s->archive[i]);
    reckon_scores(s->archive[i]);
  }
  for (size_t i = 0; i < s->person_count; i++)
    reckon_person(s, s->people[i].number);
}
