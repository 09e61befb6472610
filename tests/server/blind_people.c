/* Non-interference among people: partner, opponents, spectators and those in the lobby are told the
 * same bytes, whatever they must not know - where the hidden pieces of a seat stand, and in an
 * anti-cheat room who plays there (RULES.md ). See blind.c for two seats and computer
 * players. */
#include "player.h"
#include "world.h"

#include "junqi/notation.h"
#include "junqi/store_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 4, WATCHER = SEATS, PEERS, PLIES = 100, SWAPS = 5 };

/* What one of them was told, joined into one text. */
typedef struct stream {
  char *text;
  size_t length;
} stream;

static void keep(stream *s, const char *text) {
  size_t more = strlen(text);
  s->text = realloc(s->text, s->length + more + 2);
  assert_non_null(s->text);
  memcpy(s->text + s->length, text, more);
  s->length += more;
  s->text[s->length++] = '\n';
  s->text[s->length] = 0;
}

/* Names the first message that differs. */
static void assert_same(const stream *one, const stream *two) {
  size_t start = 0;
  for (size_t i = 0; one->text[i] || two->text[i]; i++) {
    if (one->text[i] != two->text[i])
      fail_msg("one was told %.300s\nthe other %.300s", one->text + start, two->text + start);
    if (one->text[i] == '\n') start = i + 1;
  }
}

/* One game of four. Seat a plays what `ply` says, or chooses and notes it there. */
typedef struct game {
  junqi_layout layout[SEATS];
  char ply[PLIES][9];
  bool replay;
  bool touched[JUNQI_ARM_POINTS]; /* points of seat a that any ply named */
  stream told[PEERS];
} game;

static void game_free(game *g) {
  for (unsigned i = 0; i < PEERS; i++)
    free(g->told[i].text);
}

static void touch(game *g, const char *ply) {
  const junqi_board *board = junqi_board_of(JUNQI_FOUR);
  size_t used;
  junqi_point from = junqi_point_named(board, ply, strlen(ply), &used);
  junqi_point to = junqi_point_named(board, ply + used, strlen(ply) - used, NULL);
  if (from < JUNQI_ARM_POINTS) g->touched[from] = true;
  if (to < JUNQI_ARM_POINTS) g->touched[to] = true;
}

static void hear(game *g, peer **peers, player *players) {
  for (unsigned i = 0; i < PEERS; i++)
    for (const char *text; (text = peer_next(peers[i]));) {
      if (!text_has(text, "\"lobby\"")) player_hear(&players[i], text);
      if (i > 0) keep(&g->told[i], text);
    }
}

/* Sits down, is ready; somebody looks on, from the table and from the lobby. */
static void begin(game *g, world *w, peer **peers, player *players) {
  char id[HUB_ID_SIZE], text[JUNQI_LAYOUT_TEXT];
  for (unsigned i = 0; i < PEERS; i++) {
    peers[i] = world_visit(w, 1 + i, 0, 0);
    player_start(&players[i], 50 + i);
    peer_skip(peers[i]);
  }
  peer_say(peers[0], "{\"type\":\"create\",\"variant\":\"four\",\"settings\":{\"countdown\":\"0\"},"
                     "\"opponents\":[{\"level\":null},{\"level\":null},{\"level\":null}]}");
  assert_true(text_field(peer_told(peers[0], "\"created\""), "table", id, sizeof id));
  for (unsigned i = 1; i < SEATS; i++)
    peer_say(peers[i], "{\"type\":\"sit\",\"table\":\"%s\"}", id);
  for (unsigned i = 0; i < PEERS; i++)
    peer_say(peers[i], "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  peer_say(peers[WATCHER], "{\"type\":\"lobby\"}");
  for (unsigned i = 0; i < SEATS; i++) {
    junqi_layout_write(&g->layout[i], text, sizeof text);
    peer_say(peers[i], "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", id, text);
  }
  hear(g, peers, players);
  assert_true(players[0].started);
}

/* What others try with a's pieces is refused, and the refusal tells nothing. */
static void pry(peer **peers, const player *players, size_t plies) {
  static const char *const tries[] = {"a11a21", "a64a63", "a53a43", "a31b31", "c11a11"};
  for (unsigned i = 1; i < PEERS; i++)
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++)
      peer_say(peers[i], "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}",
               players[i].table, players[i].seq, tries[k]);
  peer_say(peers[2], "{\"type\":\"say\",\"table\":\"%s\",\"text\":\"hm %zu\"}", players[2].table,
           plies);
}

static void play_game(game *g, uint64_t seed) {
  world w;
  peer *peers[PEERS];
  static player players[PEERS];
  size_t plies = 0, own = 0;
  world_start(&w, seed);
  begin(g, &w, peers, players);
  for (; plies < PLIES && !players[1].over; plies++) {
    char ply[9];
    unsigned turn = players[1].turn;
    assert_true(turn < SEATS);
    if (turn == 0 && g->replay)
      snprintf(ply, sizeof ply, "%s", g->ply[own]);
    else
      assert_true(player_ply(&players[turn], ply));
    if (turn == 0) snprintf(g->ply[own++], sizeof ply, "%s", ply);
    touch(g, ply);
    if (plies % 10 == 0) pry(peers, players, plies);
    peer_say(peers[turn], "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}",
             players[turn].table, players[turn].seq, ply);
    world_run(&w, 700);
    hear(g, peers, players);
  }
  world_end(&w);
}

/* The next two pieces of seat a that nothing touched and that may change places. */
static bool next_swap(const game *one, unsigned *i, unsigned *j, junqi_layout *layout) {
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  const uint8_t *at = one->layout[0].at;
  for (;;) {
    if (++*j >= JUNQI_ARM_POINTS) {
      if (++*i >= JUNQI_ARM_POINTS - 1) return false;
      *j = *i + 1;
    }
    *layout = one->layout[0];
    if (at[*i] == at[*j] || one->touched[*i] || one->touched[*j]) continue;
    layout->at[*i] = at[*j];
    layout->at[*j] = at[*i];
    if (!junqi_layout_check(&rules, layout, 0, NULL)) return true;
  }
}

static void partner_and_others(void **state) {
  unsigned tried = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    static game one, other;
    junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
    const junqi_layout empty = {{0}};
    junqi_random random = {seed};
    memset(&one, 0, sizeof one);
    for (unsigned seat = 0; seat < SEATS; seat++)
      one.layout[seat] = junqi_layout_complete(&rules, &empty, &random);
    play_game(&one, seed);
    for (unsigned i = 0, j = 0, swaps = 0; swaps < SWAPS; swaps++, i += 2, j = i) {
      other = one;
      memset(other.told, 0, sizeof other.told);
      other.replay = true;
      if (!next_swap(&one, &i, &j, &other.layout[0])) break;
      play_game(&other, seed);
      for (unsigned p = 1; p < PEERS; p++)
        assert_same(&one.told[p], &other.told[p]);
      game_free(&other);
      tried++;
    }
    game_free(&one);
  }
  assert_true(tried >= 3);
}

/* -- Names in an anti-cheat room -----------------------------------------------------------------
 */

static void account(world *w, junqi_person person, const char *name) {
  assert_int_equal(junqi_store_add_guest(w->store, person, 1, 1), JUNQI_STORE_OK);
  if (*name)
    assert_int_equal(junqi_store_register(w->store, person, name, "x", 1, 1), JUNQI_STORE_OK);
}

/* What person 1 and somebody who looks on from table and lobby hear of a game with person 2. */
static void play_unknown(const char *name, stream *told) {
  static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";
  world w;
  char id[HUB_ID_SIZE];
  world_start(&w, 3);
  account(&w, 1, "Ann");
  account(&w, 2, name);
  world_settle(&w);
  peer *peers[3];
  for (unsigned i = 0; i < 3; i++)
    peers[i] = world_visit(&w, 1 + i, 0, 0);
  peer_say(peers[2], "{\"type\":\"lobby\"}");
  for (unsigned i = 0; i < 2; i++)
    peer_say(peers[i], "{\"type\":\"match\",\"variant\":\"dark\",\"anticheat\":true}");
  world_run(&w, 3000);
  assert_true(text_field(peer_told(peers[0], "\"matched\""), "table", id, sizeof id));
  for (unsigned i = 0; i < 3; i++)
    peer_say(peers[i], "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  for (unsigned i = 0; i < 3; i++)
    peer_say(peers[i], "{\"type\":\"say\",\"table\":\"%s\",\"text\":\"hello\"}", id);
  for (unsigned i = 0; i < 2; i++)
    peer_say(peers[i], "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", id, layout);
  world_run(&w, 5000);
  for (unsigned i = 0; i < 3; i++)
    peer_say(peers[i], "{\"type\":\"say\",\"table\":\"%s\",\"text\":\"hello\"}", id);
  peer_say(peers[0], "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"resign\"}", id);
  world_run(&w, 2000);
  for (unsigned i = 0; i < 3; i += 2)
    for (const char *text; (text = peer_next(peers[i]));)
      keep(told, text);
  peer_say(peers[1], "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  if (*name) assert_non_null(peer_told(peers[0], name)); /* in the end it is told */
  world_end(&w);
}

static void unknown_people(void **state) {
  stream one = {NULL, 0}, two = {NULL, 0}, guest = {NULL, 0};
  (void)state;
  play_unknown("Bob", &one);
  play_unknown("Evelyn", &two);
  play_unknown("", &guest);
  assert_non_null(strstr(one.text, "\"kind\":\"start\""));
  assert_same(&one, &two);
  assert_same(&one, &guest);
  free(one.text);
  free(two.text);
  free(guest.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(partner_and_others),
      cmocka_unit_test(unknown_people),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
