/* The hub with every variant: whole games against computer players, the server killed in their
 * middle, the record and the list of finished games afterwards; draws and resigning among several
 * seats. */
#include "player.h"
#include "world.h"

#include "junqi/notation.h"
#include "junqi/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kind {
  const char *variant, *options;
} kind;

static const kind kinds[] = {
    {"dark", "\"stuck\":\"at_once\""},
    {"flip", "\"quiet_limit\":\"30\""},
    {"flip", "\"flip_flag\":\"carry\",\"flip_colour\":\"pair\",\"mine_hit\":\"forbidden\""},
    {"four", "\"partner\":\"shown\""},
    {"four", "\"turn\":\"counterclockwise\",\"stuck\":\"at_once\",\"quiet_limit\":\"71\""},
    {"three", "\"quiet_limit\":\"30\""},
    {"three", "\"open\":\"yes\",\"stuck\":\"lose\",\"turn\":\"counterclockwise\""},
};

static void hear_all(peer *a, player *p) {
  for (const char *text; (text = peer_next(a));)
    player_hear(p, text);
}

/* Ready with a layout of the rules; `flip` has none. */
static void say_ready(peer *a, const player *p) {
  char layout[JUNQI_LAYOUT_TEXT];
  junqi_random random = {p->random.state};
  const junqi_layout empty = {{0}};
  if (p->rules.variant == JUNQI_FLIP) {
    peer_say(a, "{\"type\":\"ready\",\"table\":\"%s\"}", p->table);
    return;
  }
  const junqi_layout whole = junqi_layout_complete(&p->rules, &empty, &random);
  junqi_layout_write(&whole, layout, sizeof layout);
  peer_say(a, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", p->table, layout);
}

static peer *begin(world *w, player *p, const kind *k, char id[HUB_ID_SIZE]) {
  peer *a = world_connect(w, 7);
  player_start(p, 5);
  peer_create_variant(a, k->variant, k->options, id);
  hear_all(a, p);
  say_ready(a, p);
  world_run(w, 2000);
  hear_all(a, p);
  assert_true(p->started);
  return a;
}

static void step(world *w, peer *a, player *p) {
  char ply[9];
  hear_all(a, p);
  if (player_on_turn(p)) {
    assert_true(player_ply(p, ply));
    peer_say(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", p->table, p->seq,
             ply);
    if (text_has(peer_last(a), "\"error\"")) fail_msg("%s: %s", ply, peer_last(a));
  } else {
    world_run(w, 1500);
  }
  hear_all(a, p);
}

static peer *kill_and_return(world *w, player *p, const char *id) {
  world_crash(w, 1000);
  peer *a = world_connect(w, 7);
  peer_say(a, "{\"type\":\"hello\",\"version\":1}");
  peer_next(a);
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p->seq);
  p->live = false;
  hear_all(a, p);
  assert_true(p->live);
  return a;
}

/* The record is read back by the referee and agrees with what was told. */
static void check_record(world *w, const player *p, const char *id) {
  out text = {0};
  junqi_error error;
  junqi_game game;
  size_t events;
  assert_true(hub_record(w->hub, id, &text, &events, &error));
  junqi_record record = {.capacity = junqi_record_capacity(text.text, text.length)};
  record.lines = calloc(record.capacity, sizeof *record.lines);
  if (junqi_record_read(text.text, text.length, &record, &game, &error))
    fail_msg("%.*s", (int)text.length, text.text);
  assert_int_equal(game.position.ply, p->view.ply);
  assert_int_equal(game.position.state, p->view.state);
  assert_int_equal(game.position.winners, p->view.winners);
  free(record.lines);
  out_free(&text);
}

static void check_listed(world *w, const player *p, const kind *k, const char *id) {
  char wanted[128];
  peer *a = world_connect(w, 7), *other = world_connect(w, 8);
  peer_say(a, "{\"type\":\"hello\",\"version\":1}");
  peer_say(a, "{\"type\":\"finished\"}");
  snprintf(wanted, sizeof wanted, "\"games\":[{\"table\":\"%s\",\"variant\":\"%s\"", id,
           k->variant);
  assert_true(text_has(peer_last(a), wanted));
  snprintf(wanted, sizeof wanted, "\"plies\":%u,\"reason\":\"%s\"", p->view.ply,
           junqi_reason_word((junqi_reason)p->view.reason));
  assert_true(text_has(peer_last(a), wanted));
  assert_true(text_has(peer_last(a), "\"levels\":[null,1"));
  assert_true(text_has(peer_last(a), "\"seat\":\"a\""));
  peer_say(other, "{\"type\":\"hello\",\"version\":1}");
  peer_say(other, "{\"type\":\"finished\"}");
  assert_string_equal(peer_last(other), "{\"type\":\"finished\",\"games\":[]}");
}

static void whole_games(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    world w;
    player p;
    char id[HUB_ID_SIZE];
    world_start(&w, 20 + i);
    peer *a = begin(&w, &p, &kinds[i], id);
    for (unsigned k = 0; k < 12000 && !p.revealed; k++) {
      step(&w, a, &p);
      if (k % 60 == 20 && k < 300 && !p.over) a = kill_and_return(&w, &p, id);
    }
    assert_true(p.over && p.revealed);
    peer_leave(a);
    check_record(&w, &p, id);
    check_listed(&w, &p, &kinds[i], id);
    world_end(&w);
  }
}

/* Who resigns in `four` is out alone and may go on watching; the partner wins or loses for both. */
static void resign_alone(void **state) {
  world w;
  player p;
  char id[HUB_ID_SIZE];
  const kind four = {"four",
                     "\"resign_ply\":\"0\",\"resign_seconds\":\"0\",\"quiet_limit\":\"40\""};
  (void)state;
  world_start(&w, 41);
  peer *a = begin(&w, &p, &four, id);
  peer_say(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":%u,\"what\":\"resign\"}", id, p.seq);
  hear_all(a, &p);
  assert_int_equal(p.view.out_set, 1);
  assert_false(p.over);
  for (unsigned i = 0; i < 9000 && !p.revealed; i++)
    step(&w, a, &p);
  assert_true(p.revealed);
  world_end(&w);
}

/* All but one agree. */
static hub_answer one_refuses(world *w, const hub_question *question) {
  hub_answer answer = world_random_play(w, question);
  if (question->task == HUB_ANSWER_DRAW) answer.accept = question->seat != 3;
  return answer;
}

static hub_answer all_agree(world *w, const hub_question *question) {
  hub_answer answer = world_random_play(w, question);
  answer.accept = question->task == HUB_ANSWER_DRAW;
  return answer;
}

static void draw_among_four(void **state) {
  world w;
  player p;
  char id[HUB_ID_SIZE];
  const kind four = {"four", ""};
  (void)state;
  world_start(&w, 42);
  peer *a = begin(&w, &p, &four, id);
  w.play = one_refuses;
  peer_say(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":%u,\"what\":\"draw-offer\"}", id, p.seq);
  world_run(&w, 3000);
  hear_all(a, &p);
  assert_false(p.over);
  w.play = all_agree;
  peer_say(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":%u,\"what\":\"draw-offer\"}", id, p.seq);
  world_run(&w, 3000);
  hear_all(a, &p);
  assert_true(p.revealed);
  assert_int_equal(p.view.state, JUNQI_DRAW);
  assert_int_equal(p.view.reason, JUNQI_BY_AGREED);
  world_end(&w);
}

/* A table that closed before its game is no game; pages go on where the last one ended. */
static void pages_of_finished(void **state) {
  world w;
  player p;
  char id[HUB_ID_SIZE], first[HUB_ID_SIZE];
  const kind quick = {"dark", "\"quiet_limit\":\"1\""};
  (void)state;
  world_start(&w, 43);
  peer *a = world_connect(&w, 7);
  peer_create(a, "", id);
  peer_say(a, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  for (unsigned games = 0; games < 22; games++) {
    peer *b = begin(&w, &p, &quick, id);
    if (games == 0) memcpy(first, id, sizeof first);
    for (unsigned i = 0; i < 200 && !p.revealed; i++)
      step(&w, b, &p);
    assert_true(p.revealed);
    peer_leave(b);
  }
  peer_say(a, "{\"type\":\"finished\"}");
  json_t *page = json_loads(peer_last(a), 0, NULL), *games = json_object_get(page, "games");
  assert_int_equal(json_array_size(games), 20);
  assert_string_equal(json_string_value(json_object_get(json_array_get(games, 0), "table")), id);
  json_t *last = json_array_get(games, 19);
  peer_say(a, "{\"type\":\"finished\",\"before\":%lld,\"table\":\"%s\"}",
           (long long)json_integer_value(json_object_get(last, "date")),
           json_string_value(json_object_get(last, "table")));
  json_decref(page);
  page = json_loads(peer_last(a), 0, NULL);
  games = json_object_get(page, "games");
  assert_int_equal(json_array_size(games), 2);
  last = json_array_get(games, 1);
  assert_string_equal(json_string_value(json_object_get(last, "table")), first);
  json_decref(page);
  world_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_games),
      cmocka_unit_test(resign_alone),
      cmocka_unit_test(draw_among_four),
      cmocka_unit_test(pages_of_finished),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
