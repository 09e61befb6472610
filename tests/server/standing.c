/* Standings, histories of scores and leaderboards as people are told them. The games are put into
 * the store by hand: what a game counts is another matter (scores.c). */
#include "world.h"

#include "junqi/score.h"
#include "junqi/store_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const junqi_store_rating good = {1612.6, 80.2, 0.06, 1, 0};

/* Seat a of every game is rated so. */
static void rate(const junqi_store_game *game, int64_t ended,
                 junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX]) {
  (void)game;
  ratings[0] = good;
  ratings[0].time = ended;
  ratings[1] = (junqi_store_rating){1400, 90, 0.06, ended, 0};
}

/* The account is registered under a name like its number. */
static void register_person(world *w, uint64_t account) {
  char name[32];
  snprintf(name, sizeof name, "person %02u", (unsigned)account);
  assert_int_equal(junqi_store_register(w->store, account, name, "hash", 1, 1), JUNQI_STORE_OK);
  world_settle(w);
}

/* A game of `dark` that `winner` wins against `loser`, for so many points. */
static void finish(world *w, uint64_t winner, uint64_t loser, int16_t points, bool is_public) {
  static unsigned number;
  char id[16];
  const junqi_store_game game = {
      .variant = JUNQI_DARK,
      .reason = JUNQI_BY_FLAG,
      .scored = true,
      .is_public = is_public,
      .plies = 100,
      .started = 1,
      .seat_count = 2,
      .seats = {{winner, NULL, JUNQI_STORE_WON, false, NULL},
                {loser, NULL, JUNQI_STORE_LOST, false, NULL}},
      .part_count = 2,
      .parts = {{0, JUNQI_SCORE_WON, points}, {1, JUNQI_SCORE_LOST, (int16_t)-points}},
      .rate = rate};
  snprintf(id, sizeof id, "game%u", ++number);
  const junqi_store_batch batch = {
      .table = id, .time = 1000 + number, .create = true, .finish = true, .game = &game};
  assert_int_equal(junqi_store_append(w->store, &batch, 1), JUNQI_STORE_OK);
  world_settle(w);
}

static void finish_game(world *w, uint64_t winner, uint64_t loser, int16_t points) {
  finish(w, winner, loser, points, true);
}

static peer *enter(world *w, junqi_person person) {
  peer *p = world_connect(w, person);
  peer_say(p, "{\"type\":\"hello\",\"version\":1}");
  return p;
}

static void expect(peer *p, const char *part) {
  if (!text_has(peer_last(p), part)) fail_msg("no %s in %s", part, peer_last(p));
}

static void standings(void **state) {
  (void)state;
  world w;
  world_start(&w, 1);
  register_person(&w, 1);
  register_person(&w, 2);
  peer *p = enter(&w, 1), *guest = enter(&w, 77);
  peer_say(p, "{\"type\":\"standing\",\"re\":3}");
  expect(p,
         "{\"type\":\"standing\",\"re\":3,\"name\":\"person 01\",\"former\":false,\"items\":[]}");
  peer_say(guest, "{\"type\":\"standing\"}");
  expect(guest, "\"name\":null,\"former\":false,\"items\":[]");
  finish_game(&w, 1, 2, 2);
  peer_say(p, "{\"type\":\"standing\"}");
  expect(p, "{\"variant\":\"dark\",\"score\":2,\"won\":1,\"drawn\":0,\"lost\":0,\"escapes\":0,"
            "\"rating\":1613,\"deviation\":80,\"rank\":1}");
  peer_say(guest, "{\"type\":\"standing\",\"name\":\"PERSON 02\"}");
  expect(guest, "\"score\":-2,\"won\":0,\"drawn\":0,\"lost\":1");
  expect(guest, "\"rank\":2}");
  peer_say(guest, "{\"type\":\"standing\",\"name\":\"person 03\"}");
  expect(guest, "\"code\":\"person_unknown\",\"where\":\"name\"");
  world_end(&w);
}

/* Who has renamed is found under both names; who has deleted the account, under none. */
static void former_names(void **state) {
  (void)state;
  world w;
  world_start(&w, 6);
  register_person(&w, 1);
  peer *guest = enter(&w, 77);
  assert_int_equal(junqi_store_rename(w.store, 1, "somebody", w.date, 1), JUNQI_STORE_OK);
  world_settle(&w);
  peer_say(guest, "{\"type\":\"standing\",\"name\":\"Person 01\"}");
  expect(guest, "\"name\":\"somebody\",\"former\":true,");
  peer_say(guest, "{\"type\":\"standing\",\"name\":\"somebody\"}");
  expect(guest, "\"name\":\"somebody\",\"former\":false,");
  peer_say(guest, "{\"type\":\"finished\",\"name\":\"Person 01\"}");
  expect(guest, "\"games\":[]");
  assert_int_equal(junqi_store_delete_account(w.store, 1, w.date, 1), JUNQI_STORE_OK);
  world_settle(&w);
  peer_say(guest, "{\"type\":\"standing\",\"name\":\"Person 01\"}");
  expect(guest, "\"code\":\"person_unknown\"");
  world_end(&w);
}

/* Every change is there, newest first, with its reason in words, page by page. */
static void changes(void **state) {
  (void)state;
  world w;
  world_start(&w, 2);
  register_person(&w, 1);
  register_person(&w, 2);
  for (int i = 0; i < 25; i++)
    finish_game(&w, 1, 2, 2);
  peer *p = enter(&w, 2);
  peer_say(p, "{\"type\":\"changes\"}");
  expect(p, "\"items\":[{\"no\":25,\"variant\":\"dark\",\"points\":-2,\"after\":-50,");
  expect(p, "\"clause\":\"R-9.1\",\"en\":\"lost\",\"zh\":\"失败\"}");
  expect(p, "\"no\":6,");
  assert_false(text_has(peer_last(p), "\"no\":5,"));
  peer_say(p, "{\"type\":\"changes\",\"before\":6,\"variant\":\"dark\"}");
  expect(p, "\"items\":[{\"no\":5,");
  expect(p, "\"no\":1,");
  peer_say(p, "{\"type\":\"changes\",\"before\":1}");
  expect(p, "\"items\":[]");
  peer_say(p, "{\"type\":\"changes\",\"variant\":\"four\"}");
  expect(p, "\"items\":[]");
  world_end(&w);
}

/* Equals share a place, also across the pages. */
static void leaders(void **state) {
  enum { PEOPLE = 60, SAME = 52 };
  (void)state;
  world w;
  world_start(&w, 3);
  for (uint64_t i = 1; i <= PEOPLE; i++)
    register_person(&w, i);
  register_person(&w, 90);
  for (uint64_t i = 1; i <= PEOPLE; i++)
    finish_game(&w, i, 90, (int16_t)(i <= 3 ? 10 - (int)i : i <= 3 + SAME ? 5 : 1));
  peer *p = enter(&w, 60), *guest = enter(&w, 77);
  peer_say(p, "{\"type\":\"leaders\",\"variant\":\"dark\",\"by\":\"score\"}");
  expect(p, "\"items\":[{\"rank\":1,\"name\":\"person 01\",\"score\":9,\"rating\":1613,\"won\":1,"
            "\"drawn\":0,\"lost\":0,\"own\":false},{\"rank\":2,");
  expect(p, "{\"rank\":4,\"name\":\"person 09\"");
  assert_false(text_has(peer_last(p), "\"rank\":5,"));
  expect(p, "],\"rank\":56}");
  const char *last = strstr(peer_last(p), "\"person 09\"");
  assert_non_null(last);
  peer_say(p,
           "{\"type\":\"leaders\",\"variant\":\"dark\",\"by\":\"score\",\"after\":\"person 09\"}");
  expect(p, "\"items\":[{\"rank\":4,\"name\":\"person 08\"");
  expect(p, "{\"rank\":56,\"name\":\"person 60\",\"score\":1,\"rating\":1613,\"won\":1,\"drawn\":0,"
            "\"lost\":0,\"own\":true}");
  expect(p, "{\"rank\":61,\"name\":\"person 90\"");
  peer_say(p,
           "{\"type\":\"leaders\",\"variant\":\"dark\",\"by\":\"score\",\"after\":\"person 90\"}");
  expect(p, "\"items\":[],");
  peer_say(guest, "{\"type\":\"leaders\",\"variant\":\"dark\",\"by\":\"rating\"}");
  expect(guest, "],\"rank\":null}");
  expect(guest, "\"items\":[{\"rank\":1,");
  assert_false(text_has(peer_last(guest), "\"rank\":2,"));
  peer_say(guest, "{\"type\":\"leaders\",\"variant\":\"three\",\"by\":\"rating\"}");
  expect(guest, "\"items\":[],\"rank\":null}");
  peer_say(guest, "{\"type\":\"leaders\",\"variant\":\"dark\",\"by\":\"score\",\"after\":\"me\"}");
  expect(guest, "\"code\":\"person_unknown\",\"where\":\"after\"");
  world_end(&w);
}

/* All games, or those that were asked for. */
static void games(void **state) {
  (void)state;
  world w;
  world_start(&w, 4);
  for (uint64_t i = 1; i <= 3; i++)
    register_person(&w, i);
  for (int i = 0; i < 21; i++)
    finish_game(&w, 1, 2, 2);
  finish_game(&w, 3, 1, 2);
  peer *p = enter(&w, 1);
  peer_say(p, "{\"type\":\"finished\"}");
  expect(p, "\"variant\":\"dark\",\"date\":");
  expect(p, "\"plies\":100,\"reason\":");
  expect(p, "\"winners\":[\"a\"],\"levels\":[null,null],"
            "\"names\":[\"person 03\",\"person 01\"],\"seat\":\"b\"},{");
  peer_say(p, "{\"type\":\"finished\",\"opponent\":\"PERSON 03\"}");
  expect(p, "\"seat\":\"b\"}]}");
  assert_false(text_has(peer_last(p), "person 02"));
  peer_say(p, "{\"type\":\"finished\",\"outcome\":\"lost\",\"variant\":\"dark\"}");
  expect(p, "\"seat\":\"b\"}]}");
  assert_false(text_has(peer_last(p), "person 02"));
  peer_say(p, "{\"type\":\"finished\",\"outcome\":\"won\"}");
  assert_false(text_has(peer_last(p), "person 03"));
  peer_say(p, "{\"type\":\"finished\",\"outcome\":\"drawn\"}");
  expect(p, "\"games\":[]");
  peer_say(p, "{\"type\":\"finished\",\"variant\":\"flip\"}");
  expect(p, "\"games\":[]");
  peer_say(p, "{\"type\":\"finished\",\"opponent\":\"nobody here\"}");
  expect(p, "\"code\":\"person_unknown\",\"where\":\"opponent\"");
  world_end(&w);
}

/* Somebody else's: those that were public, from that person's side. */
static void games_of_others(void **state) {
  (void)state;
  world w;
  world_start(&w, 5);
  register_person(&w, 1);
  register_person(&w, 2);
  finish_game(&w, 1, 2, 2);
  finish(&w, 2, 1, 2, false);
  peer *own = enter(&w, 1), *other = enter(&w, 77);
  peer_say(other, "{\"type\":\"finished\",\"re\":5,\"name\":\"PERSON 02\"}");
  expect(other, "\"re\":5,\"games\":[{");
  expect(other, "\"winners\":[\"a\"],\"levels\":[null,null],"
                "\"names\":[\"person 01\",\"person 02\"],\"seat\":\"b\"}]}");
  peer_say(other, "{\"type\":\"finished\",\"name\":\"person 02\",\"outcome\":\"won\"}");
  expect(other, "\"games\":[]");
  peer_say(other, "{\"type\":\"finished\",\"name\":\"nobody here\"}");
  expect(other, "\"code\":\"person_unknown\",\"where\":\"name\"");
  peer_say(own, "{\"type\":\"finished\",\"name\":\"person 01\",\"outcome\":\"lost\"}");
  expect(own, "\"seat\":\"b\"}]}"); /* one's own are all there */
  world_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(standings),       cmocka_unit_test(changes),
      cmocka_unit_test(leaders),         cmocka_unit_test(games),
      cmocka_unit_test(games_of_others), cmocka_unit_test(former_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
