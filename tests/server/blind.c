/* Non-interference on the wire: two games that differ only in what a viewer must not know give that
 * viewer the same bytes - a seat, a spectator, somebody who comes back, and a computer player.
 *
 * A game is played and its plies are kept. Then two pieces of one seat that have neither fought nor
 * been shown are swapped, and the same plies are played again; the referee of the rules room says
 * whether every public event is still the same. Where it is, every message must be. */
#include "player.h"
#include "world.h"

#include "junqi/game.h"
#include "junqi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 70, SWAPS = 4, STREAM_MAX = 4000 };

/* What the viewers of one game were told, as one list of texts. */
typedef struct stream {
  char *text[STREAM_MAX];
  size_t count;
} stream;

/* A game to be played: layouts, and the plies of the seat whose hidden pieces vary. */
typedef struct script {
  junqi_layout layout[2];
  junqi_seat varied;
  junqi_move ply[2 * PLIES]; /* of both seats, as played */
  size_t count;
  bool replay; /* the varied seat plays from `ply` */
  size_t played;
  stream seen;
} script;

static script *current; /* for the world's player, which has no other way to it */

static void keep(stream *s, const char *text) {
  assert_true(s->count < STREAM_MAX);
  s->text[s->count] = strdup(text);
  assert_non_null(s->text[s->count++]);
}

static void stream_free(stream *s) {
  while (s->count > 0)
    free(s->text[--s->count]);
}

/* All that a computer player is given, as text. */
static void keep_question(stream *s, const hub_question *question) {
  char text[8192];
  junqi_view view = question->view;
  size_t used = 0;
  view.rules = NULL;
  const unsigned char *bytes = (const unsigned char *)&view;
  used += (size_t)snprintf(text, sizeof text, "%d %d %d %d ", question->task, question->seat,
                           question->shown, (int)question->history_count);
  for (size_t i = 0; i < sizeof view; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%02x", bytes[i]);
  for (size_t i = 0; i < question->history_count; i++) {
    const junqi_event *e = &question->history[i];
    used += (size_t)snprintf(text + used, sizeof text - used, " %d.%d.%d.%d.%d.%d.%d.%d", e->kind,
                             e->seat, e->move.from, e->move.to, e->outcome, e->piece, e->reason,
                             e->winners);
    if (used > sizeof text - 64) used = 0; /* longer histories: the last part will do */
  }
  keep(s, text);
}

static junqi_move scripted(const script *s, size_t played) {
  assert_true(played < s->count);
  return s->ply[played];
}

static size_t plies_of(const hub_question *question) {
  size_t plies = 0;
  for (size_t i = 0; i < question->history_count; i++)
    plies += question->history[i].kind == JUNQI_EV_PLY;
  return plies;
}

/* Seat b, the computer. */
static hub_answer play_b(world *w, const hub_question *question) {
  script *s = current;
  hub_answer answer = world_random_play(w, question);
  if (s->varied == 0) keep_question(&s->seen, question);
  if (question->task == HUB_SET_UP) answer.layout = s->layout[1];
  if (question->task == HUB_MOVE && s->replay && s->varied == 1 && plies_of(question) < s->count)
    answer.move = scripted(s, plies_of(question));
  return answer;
}

static void write_ply(junqi_move move, char text[9]) {
  const junqi_board *board = junqi_board_of(JUNQI_DARK);
  snprintf(text, 9, "%s%s", board->name[move.from], board->name[move.to]);
}

static junqi_move read_ply(const char *text) {
  const junqi_board *board = junqi_board_of(JUNQI_DARK);
  size_t used;
  junqi_move move;
  move.from = junqi_point_named(board, text, strlen(text), &used);
  move.to = junqi_point_named(board, text + used, strlen(text) - used, NULL);
  return move;
}

/* Seat a, a person; its messages go into the stream unless it is the seat that varies. */
static void play_a(peer *a, player *p, script *s) {
  char ply[9];
  if (s->replay && s->varied == 0)
    write_ply(scripted(s, s->played), ply);
  else
    assert_true(player_ply(p, ply));
  /* What is refused must not tell either. */
  peer_say(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"b33b32\"}", p->table,
           p->seq);
  peer_say(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"a51b51\"}", p->table,
           p->seq);
  peer_say(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", p->table, p->seq,
           ply);
}

/* Notes the plies among the messages; false when the game has ended. */
static bool hear(peer *a, player *p, script *s) {
  for (const char *text; (text = peer_next(a));) {
    const char *line = strstr(text, "\"line\":\"");
    bool ply = line && line[8] >= 'a' && line[8] <= 'b' && line[9] >= '0' && line[9] <= '9';
    player_hear(p, text);
    if (text_has(text, "\"reveal\"")) return false;
    if (s->varied == 1) keep(&s->seen, text);
    if (ply && !s->replay) s->ply[s->count++] = read_ply(line + 8);
    if (ply) s->played++;
  }
  return !p->over;
}

/* Somebody joins from the start, is told all, and leaves. */
static void look_in(world *w, script *s, junqi_person person, const char *id) {
  peer *p = world_connect(w, person);
  peer_say(p, "{\"type\":\"hello\",\"version\":1}");
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  for (const char *text; (text = peer_next(p));)
    keep(&s->seen, text);
  peer_leave(p);
  world_settle(w);
}

static void play(script *s, uint64_t seed) {
  world w;
  player p;
  char id[HUB_ID_SIZE], text[JUNQI_LAYOUT_TEXT];
  current = s;
  world_start(&w, seed);
  w.play = play_b;
  peer *a = world_connect(&w, 7);
  player_start(&p, seed);
  peer_create(a, "", id);
  junqi_layout_write(&s->layout[0], text, sizeof text);
  peer_say(a, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", id, text);
  peer *watcher = world_connect(&w, 50);
  peer_say(watcher, "{\"type\":\"hello\",\"version\":1}");
  peer_say(watcher, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  size_t limit = s->replay ? s->count : PLIES;
  while (hear(a, &p, s) && s->played < limit) {
    if (player_on_turn(&p))
      play_a(a, &p, s);
    else
      world_run(&w, 300);
  }
  for (const char *told; (told = peer_next(watcher)) && !text_has(told, "\"reveal\"");)
    keep(&s->seen, told);
  if (!p.over) look_in(&w, s, 51, id);
  if (!p.over && s->varied == 1) look_in(&w, s, 7, id);
  world_end(&w);
}

/* -- What may be swapped -------------------------------------------------------------------------
 */

/* The game of a script on the referee: its public events, and which of the varied seat's pieces (by
 * the point where they were set up) fought or were shown. */
typedef struct account {
  junqi_event event[1024];
  size_t count;
  bool exposed[JUNQI_ARM_POINTS];
} account;

static void follow(account *all, const script *s, const junqi_events *events,
                   uint8_t origin[JUNQI_MAX_POINTS]) {
  for (unsigned i = 0; i < events->count; i++) {
    const junqi_event *e = &events->item[i];
    all->event[all->count++] = *e;
    if (e->kind == JUNQI_EV_SHOW && origin[e->move.from] / 30 == s->varied)
      all->exposed[origin[e->move.from] % 30] = true;
    if (e->kind != JUNQI_EV_PLY) continue;
    const junqi_point ends[2] = {e->move.from, e->move.to};
    for (unsigned k = 0; k < 2 && e->outcome != JUNQI_QUIET; k++)
      if (origin[ends[k]] / 30 == s->varied) all->exposed[origin[ends[k]] % 30] = true;
    if (e->outcome == JUNQI_QUIET || e->outcome == JUNQI_WON || e->outcome == JUNQI_FLAG_TAKEN)
      origin[e->move.to] = origin[e->move.from];
  }
}

/* False when the plies can't be played. */
static bool referee(const script *s, account *all) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_game game;
  static junqi_events events;
  junqi_error error;
  uint8_t origin[JUNQI_MAX_POINTS];
  memset(all, 0, sizeof *all);
  for (unsigned i = 0; i < JUNQI_MAX_POINTS; i++)
    origin[i] = (uint8_t)i;
  if (junqi_game_start(&game, &rules, s->layout, 0, &events, &error)) return false;
  for (size_t i = 0; i < s->count; i++) {
    if (junqi_game_play(&game, game.position.turn, s->ply[i], &events, &error)) return false;
    follow(all, s, &events, origin);
  }
  return true;
}

static bool same_account(const account *one, const account *two) {
  return one->count == two->count &&
         memcmp(one->event, two->event, one->count * sizeof *one->event) == 0;
}

/* The next swap after (*i, *j) that no public event shows; false: there is none. */
static bool next_swap(const script *s, const account *truth, unsigned *i, unsigned *j,
                      script *other) {
  static account again;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  for (;;) {
    if (++*j >= JUNQI_ARM_POINTS) {
      if (++*i >= JUNQI_ARM_POINTS - 1) return false;
      *j = *i + 1;
    }
    const uint8_t *at = s->layout[s->varied].at;
    if (at[*i] == at[*j] || truth->exposed[*i] || truth->exposed[*j]) continue;
    *other = *s;
    other->seen.count = other->played = 0;
    other->replay = true;
    other->layout[s->varied].at[*i] = at[*j];
    other->layout[s->varied].at[*j] = at[*i];
    if (junqi_layout_check(&rules, &other->layout[s->varied], s->varied, NULL)) continue;
    if (referee(other, &again) && same_account(truth, &again)) return true;
  }
}

static void assert_same(const stream *one, const stream *two) {
  for (size_t i = 0; i < one->count && i < two->count; i++)
    assert_string_equal(one->text[i], two->text[i]);
  assert_int_equal(one->count, two->count);
}

static void try_game(uint64_t seed, junqi_seat varied) {
  static script one, other;
  static account truth;
  unsigned i = 0, j = 0, tried = 0;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  const junqi_layout empty = {{0}};
  junqi_random random = {seed};
  memset(&one, 0, sizeof one);
  one.varied = varied;
  for (unsigned seat = 0; seat < 2; seat++)
    one.layout[seat] = junqi_layout_complete(&rules, &empty, &random);
  play(&one, seed);
  assert_true(one.seen.count > 100);
  assert_true(referee(&one, &truth));
  while (tried < SWAPS && next_swap(&one, &truth, &i, &j, &other)) {
    play(&other, seed);
    assert_same(&one.seen, &other.seen);
    stream_free(&other.seen);
    tried++;
    i += 3; /* swaps all over the arm */
    j = i;
  }
  assert_true(tried > 0);
  stream_free(&one.seen);
}

static void people_and_spectators(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 6; seed++)
    try_game(seed, 1);
}

static void computer_players(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 6; seed++)
    try_game(seed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(people_and_spectators),
      cmocka_unit_test(computer_players),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
