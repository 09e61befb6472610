/* What a game does to the scores (RULES.md R-9) on the hub: once, in words, whatever happens to the
 * process; and who is scored by what stood before the game. */
#include "player.h"
#include "world.h"

#include "hall.h"

#include "junqi/store_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";

typedef struct two {
  world w;
  peer *peer[2];
  player player[2];
  char id[HUB_ID_SIZE];
} two;

static void hear(two *t) {
  for (unsigned i = 0; i < 2; i++)
    for (const char *text; (text = peer_next(t->peer[i]));)
      if (!text_has(text, "\"table\"") || text_has(text, t->id)) player_hear(&t->player[i], text);
}

static void sit_down(two *t, const char *settings, const char *more) {
  peer *a = t->peer[0] = world_visit(&t->w, 1, 0, 0), *b = t->peer[1] = world_visit(&t->w, 2, 0, 0);
  peer_say(a,
           "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}],"
           "\"settings\":{\"countdown\":\"0\"%s}%s}",
           settings, more);
  assert_true(text_field(peer_told(a, "\"created\",\"table\""), "table", t->id, HUB_ID_SIZE));
  peer_say(b, "{\"type\":\"sit\",\"table\":\"%s\"}", t->id); /* before joining: one is there */
  peer_skip(a);
  peer_skip(b);
  for (unsigned i = 0; i < 2; i++) {
    player_start(&t->player[i], 5 + i);
    peer_say(t->peer[i], "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", t->id);
  }
  for (unsigned i = 0; i < 2; i++)
    peer_say(t->peer[i], "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", t->id, layout);
  hear(t);
  assert_true(t->player[0].started && t->player[1].started);
}

static void open_world(two *t) {
  memset(t, 0, sizeof *t);
  world_start(&t->w, 7);
  for (junqi_person person = 1; person <= 2; person++)
    assert_int_equal(junqi_store_add_guest(t->w.store, person, 1, 1), JUNQI_STORE_OK);
  world_settle(&t->w);
}

/* So many plies, by either in turn. */
static void play(two *t, unsigned plies) {
  char ply[9];
  for (unsigned n = 0; n < plies; n++) {
    player *p = player_on_turn(&t->player[0]) ? &t->player[0] : &t->player[1];
    assert_true(player_on_turn(p) && player_ply(p, ply));
    peer_say(t->peer[p == &t->player[1]],
             "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", t->id, p->seq, ply);
    hear(t);
  }
}

static void escape(two *t, unsigned seat) {
  peer_say(t->peer[seat], "{\"type\":\"leave\",\"table\":\"%s\"}", t->id);
}

static bool take_standing(void *context, const junqi_store_standing *standing) {
  junqi_store_standing *found = context;
  if (standing->variant == JUNQI_DARK) *found = *standing;
  return true;
}

static junqi_store_standing standing_of(two *t, junqi_person person) {
  junqi_store_standing found = {0};
  assert_int_equal(junqi_store_each_standing(t->w.store, person, take_standing, &found),
                   JUNQI_STORE_OK);
  return found;
}

static void short_game(void **state) {
  static two t;
  char told[600];
  (void)state;
  open_world(&t);
  sit_down(&t, "", "");
  play(&t, 3);
  escape(&t, 0);
  const char *scores = peer_told(t.peer[1], "\"type\":\"scores\"");
  assert_non_null(scores);
  assert_true(text_has(scores, "\"scored\":true"));
  assert_true(
      text_has(scores, "{\"seat\":\"a\",\"points\":-1,\"clause\":\"R-9.1\",\"en\":\"lost\""));
  assert_true(text_has(scores, "{\"seat\":\"b\",\"points\":0,\"clause\":\"R-9.2\""));
  snprintf(told, sizeof told, "%s", scores);
  junqi_store_standing lost = standing_of(&t, 1), won = standing_of(&t, 2);
  assert_true(lost.score == -1 && lost.lost == 1 && lost.escapes == 1 && lost.rating.games == 1);
  assert_true(won.score == 0 && won.won == 1 && won.escapes == 0 && won.rating.games == 1);
  assert_true(won.rating.rating > lost.rating.rating);
  /* The rating is shown at the next table; the scores come again whenever one looks, over a
   * restart too. */
  assert_non_null(peer_told(t.peer[1], "\"rating\":1"));
  world_crash(&t.w, 1000);
  peer *late = world_visit(&t.w, 9, 0, 0);
  peer_say(late, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", t.id);
  assert_string_equal(peer_told(late, "\"type\":\"scores\""), told);
  assert_true(standing_of(&t, 1).lost == 1);
  world_end(&t.w);
}

/* with a computer player nothing is scored, and nobody's rating moves. */
static void with_a_computer(void **state) {
  static two t;
  (void)state;
  open_world(&t);
  peer *a = world_visit(&t.w, 1, 0, 0);
  peer_say(a, "{\"type\":\"create\",\"variant\":\"flip\",\"opponents\":[{\"level\":1}],"
              "\"settings\":{\"countdown\":\"0\"}}");
  assert_true(text_field(peer_told(a, "\"created\",\"table\""), "table", t.id, HUB_ID_SIZE));
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", t.id);
  peer_say(a, "{\"type\":\"ready\",\"table\":\"%s\"}", t.id);
  peer_say(a, "{\"type\":\"leave\",\"table\":\"%s\"}", t.id);
  assert_non_null(peer_told(a, "\"scored\":false"));
  assert_non_null(peer_told(a, "\"clause\":\"R-9.7\""));
  junqi_store_standing none = standing_of(&t, 1);
  assert_true(none.score == 0 && none.lost == 0 && none.rating.games == 0);
  world_end(&t.w);
}

/* A game of another table that gives person 1 so many points, at the date. */
static void give_points(two *t, const char *id, int16_t points, int64_t date) {
  const junqi_store_game game = {
      .variant = JUNQI_DARK,
      .scored = true,
      .seat_count = 2,
      .seats = {{.account = 1, .outcome = JUNQI_STORE_WON}, {.account = 77}},
      .part_count = 1,
      .parts = {{0, JUNQI_SCORE_WON, points}}};
  const junqi_store_event event = {1, date, "created", {"", 0}};
  const junqi_store_batch batch = {.table = id,
                                   .time = date,
                                   .create = true,
                                   .finish = true,
                                   .events = &event,
                                   .event_count = 1,
                                   .game = &game};
  assert_int_equal(junqi_store_append(t->w.store, &batch, 1), JUNQI_STORE_OK);
  world_settle(&t->w);
}

/* asks for the score before the game, not before its end. */
static void gate(bool before) {
  static two t;
  open_world(&t);
  if (before) give_points(&t, "before", 6, t.w.date - 1000);
  t.w.date += 10;
  sit_down(&t, "", ",\"options\":{\"score_gate\":\"5\"}");
  play(&t, 40);
  if (!before) give_points(&t, "meanwhile", 6, t.w.date + 1);
  t.w.date += 1000;
  escape(&t, 1);
  const char *scores = peer_told(t.peer[0], "\"type\":\"scores\"");
  assert_non_null(scores);
  assert_true(text_has(scores, "\"seat\":\"b\",\"points\":-1"));
  assert_true(text_has(scores, before ? "\"points\":0,\"clause\":\"R-9.4\""
                                      : "\"seat\":\"a\",\"points\":1,\"clause\":\"R-9.1\""));
  assert_int_equal(standing_of(&t, 1).score, before ? 6 : 7);
  world_end(&t.w);
}

static void score_gate(void **state) {
  (void)state;
  gate(true);
  gate(false);
}

/* Others find what they could have watched or what counted, unless it was private; and nothing as
 * long as it is played. */
static void who_finds_it(void **state) {
  static const struct {
    const char *settings;
    bool found;
  } tables[] = {{"", true},
                {",\"watch\":\"no\"", true},
                {",\"friendly\":\"yes\"", true},
                {",\"friendly\":\"yes\",\"watch\":\"no\"", false},
                {",\"private\":\"yes\"", false}};
  static two t;
  (void)state;
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    open_world(&t);
    assert_int_equal(junqi_store_register(t.w.store, 1, "Ann", "x", 1, 1), JUNQI_STORE_OK);
    world_settle(&t.w);
    sit_down(&t, tables[i].settings, "");
    peer *stranger = world_visit(&t.w, 9, 0, 0);
    peer_say(stranger, "{\"type\":\"finished\",\"name\":\"Ann\"}");
    assert_true(text_has(peer_last(stranger), "\"games\":[]"));
    escape(&t, 0);
    peer_say(stranger, "{\"type\":\"finished\",\"name\":\"Ann\"}");
    assert_true(text_has(peer_last(stranger), t.id) == tables[i].found);
    peer_say(t.peer[0], "{\"type\":\"finished\"}");
    assert_true(text_has(peer_last(t.peer[0]), t.id));
    world_end(&t.w);
  }
}

/* All that somebody is told who joins: a text of the caller's. */
static char *told_to(two *t, junqi_person person, const char *id) {
  size_t length = 0;
  char *text = calloc(1, 1 << 16);
  peer *p = world_visit(&t->w, person, 0, 0);
  peer_skip(p);
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  for (const char *message; (message = peer_next(p));)
    length += (size_t)snprintf(text + length, (1 << 16) - length, "%s\n", message);
  peer_drop(p);
  assert_true(length < 1 << 16);
  return text;
}

/* More games than the hub keeps at hand, looked at in turn and backwards: always the same. */
static void looked_at_again(void **state) {
  enum { GAMES = HUB_PASTS + 4 };
  static two t;
  static char id[GAMES][HUB_ID_SIZE], *first[GAMES];
  (void)state;
  open_world(&t);
  for (unsigned g = 0; g < GAMES; g++) {
    sit_down(&t, ",\"rematch\":\"no\"", "");
    play(&t, 1 + g % 3);
    escape(&t, g % 2);
    memcpy(id[g], t.id, HUB_ID_SIZE);
    peer_drop(t.peer[0]);
    peer_drop(t.peer[1]);
    world_settle(&t.w);
  }
  assert_int_equal(hub_figures_of(t.w.hub).finished, 0); /* none is in memory as a table */
  for (unsigned g = 0; g < GAMES; g++) {
    first[g] = told_to(&t, 9, id[g]);
    assert_true(text_has(first[g], id[g]) && text_has(first[g], "\"seat\":null"));
    assert_true(text_has(first[g], "\"reveal\"") && text_has(first[g], "\"scores\""));
  }
  for (unsigned g = GAMES; g-- > 0;) {
    char *again = told_to(&t, 9, id[g]), *own = told_to(&t, 2, id[g]);
    assert_string_equal(again, first[g]);
    assert_true(text_has(own, "\"seat\":\"b\",\"owner\":\"a\""));
    free(again);
    free(own);
    free(first[g]);
  }
  world_end(&t.w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(short_game),      cmocka_unit_test(with_a_computer),
      cmocka_unit_test(score_gate),      cmocka_unit_test(who_finds_it),
      cmocka_unit_test(looked_at_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
