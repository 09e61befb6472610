/* The hub in a test's world: whole games, refusals, order, reconnecting, restarts. */
#include "player.h"
#include "world.h"

#include "junqi/record.h"
#include "store/faulty_vfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";

/* A world in which somebody plays against a computer player: the connection `a`, whose messages are
 * taken by `p`. */
typedef struct game {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
} game;

static void hear(game *g) {
  for (const char *text; (text = peer_next(g->a));)
    player_hear(&g->p, text);
}

/* The game has started, in a world that is there. */
static void sit_down(game *g, const char *options) {
  g->a = world_connect(&g->w, 7);
  player_start(&g->p, 5);
  peer_create(g->a, options, g->id);
  peer_say(g->a, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", g->id, layout);
  world_run(&g->w, 2000);
  hear(g);
  assert_true(g->p.started);
}

static void begin(game *g, uint64_t seed, const char *options) {
  world_start(&g->w, seed);
  sit_down(g, options);
}

static void join(peer *p, const char *id, uint32_t after) {
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, after);
}

/* The player on a new connection, which has all that was missed. */
static void come_back(game *g) {
  g->a = world_visit(&g->w, 7, 0, 0);
  peer_next(g->a); /* the welcome */
  join(g->a, g->id, g->p.seq);
  g->p.live = false;
  hear(g);
  assert_true(g->p.live);
}

/* Sends a ply of the player, who is on turn; *ply gets it. */
static void send_ply(game *g, char ply[9]) {
  assert_true(player_ply(&g->p, ply));
  peer_send(g->a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\",\"re\":5}", g->id,
            g->p.seq, ply);
}

/* One ply of the player when it is its turn, and whatever answers it. */
static void step(game *g) {
  char ply[9];
  hear(g);
  if (player_on_turn(&g->p)) {
    send_ply(g, ply);
    world_settle(&g->w);
  } else {
    world_run(&g->w, 1500);
  }
  hear(g);
}

static void play_out(game *g) {
  for (unsigned i = 0; i < 5000 && !g->p.over; i++)
    step(g);
  assert_true(g->p.over && g->p.revealed);
}

/* The record of the game is read back by the referee and agrees with what was told. */
static void check_record(game *g) {
  out text = {0};
  junqi_error error;
  size_t events;
  assert_true(hub_record(g->w.hub, g->id, &text, &events, &error));
  assert_int_equal(events, g->p.seq);
  junqi_record record = {.capacity = junqi_record_capacity(text.text, text.length)};
  record.lines = calloc(record.capacity, sizeof *record.lines);
  junqi_game read;
  assert_int_equal(junqi_record_read(text.text, text.length, &record, &read, &error), JUNQI_E_OK);
  assert_int_equal(read.position.ply, g->p.view.ply);
  assert_int_equal(read.position.state, g->p.view.state);
  assert_int_equal(read.position.reason, g->p.view.reason);
  free(record.lines);
  out_free(&text);
}

/* A whole game; who comes when it is over is told all of it from the store. */
static void whole_games(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 5; seed++) {
    game g;
    begin(&g, seed, seed % 2 ? "\"open\":\"no\"" : "\"quiet_limit\":\"20\"");
    play_out(&g);
    check_record(&g);
    uint32_t last = g.p.seq;
    peer_leave(g.a);
    assert_int_equal(hub_count(g.w.hub).tables, 0);
    world_run(&g.w, 121000); /* no rematch any more */
    g.a = world_visit(&g.w, 99, 0, 0);
    player_start(&g.p, 1);
    join(g.a, g.id, 0);
    hear(&g);
    assert_int_equal(g.p.seq, last);
    assert_true(g.p.revealed && g.p.live);
    world_end(&g.w);
  }
}

/* Says it and expects this error. */
static void expect_error(peer *a, const char *code, const char *text) {
  char wanted[64];
  peer_say(a, "%s", text);
  snprintf(wanted, sizeof wanted, "\"code\":\"%s\"", code);
  if (!text_has(peer_last(a), wanted)) fail_msg("%s: wanted %s, got %s", text, code, peer_last(a));
}

static void expect_table_error(peer *a, const char *code, const char *type, const char *id,
                               const char *more) {
  char text[512];
  snprintf(text, sizeof text, "{\"type\":\"%s\",\"table\":\"%s\"%s}", type, id, more);
  expect_error(a, code, text);
}

static void refusals(void **state) {
  game g;
  char more[64];
  (void)state;
  world_start(&g.w, 3);
  peer *first = world_connect(&g.w, 3);
  expect_error(first, "hello_first", "{\"type\":\"ping\"}");
  expect_error(first, "version", "{\"type\":\"hello\",\"version\":2}");
  sit_down(&g, "");
  expect_table_error(g.a, "table_unknown", "play", "nosuchtable", ",\"seq\":1,\"ply\":\"a11a21\"");
  expect_table_error(g.a, "table_unknown", "join", "nosuchtable", ",\"after\":0");
  expect_table_error(g.a, "ply_text", "play", g.id, ",\"seq\":10,\"ply\":\"hello\"");
  expect_table_error(g.a, "ply_text", "play", g.id, ",\"seq\":10,\"ply\":\"a11a11\"");
  expect_table_error(g.a, "ply_text", "play", g.id, ",\"seq\":10,\"ply\":\"a11c11\"");
  expect_table_error(g.a, "flip_variant", "play", g.id, ",\"seq\":10,\"ply\":\"!a11\"");
  expect_table_error(g.a, "join_after", "join", g.id, ",\"after\":500");
  expect_table_error(g.a, "table_started", "ready", g.id, "");
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"b11b21\"", g.p.seq);
  expect_table_error(g.a, "not_your_piece", "play", g.id, more);
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"a64a54\"", g.p.seq);
  expect_table_error(g.a, "hq_locked", "play", g.id, more);
  expect_table_error(g.a, "resign_ply", "act", g.id, ",\"seq\":0,\"what\":\"resign\"");
  expect_table_error(g.a, "record_running", "record", g.id, "");
  /* Stale: before the event that gave the seat its turn. */
  expect_table_error(g.a, "table_stale", "play", g.id, ",\"seq\":4,\"ply\":\"a11a22\"");
  /* Forged: events that there have not been. */
  expect_table_error(g.a, "table_stale", "play", g.id, ",\"seq\":1000000000,\"ply\":\"a11a22\"");
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"a11a22\"", g.p.seq + 1);
  expect_table_error(g.a, "table_stale", "play", g.id, more);
  snprintf(more, sizeof more, ",\"after\":%u", g.p.seq + 1);
  expect_table_error(g.a, "join_after", "join", g.id, more);
  step(&g);
  assert_int_equal(g.p.turn, 1);
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"a11a22\"", g.p.seq);
  expect_table_error(g.a, "not_your_turn", "play", g.id, more);
  /* A stranger may watch and nothing else. */
  peer *b = world_visit(&g.w, 8, 0, 0);
  join(b, g.id, 0);
  assert_non_null(peer_told(b, "\"live\""));
  expect_table_error(b, "not_seated", "play", g.id, more);
  expect_table_error(b, "not_seated", "act", g.id, ",\"seq\":0,\"what\":\"resign\"");
  expect_table_error(b, "not_seated", "leave", g.id, "");
  expect_error(b, "opponents", "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[]}");
  expect_error(b, "option_value",
               "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{"
               "\"level\":1}],\"options\":{\"move_seconds\":\"0\"}}");
  expect_error(b, "option_unknown",
               "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{"
               "\"level\":1}],\"options\":{\"speed\":\"1\"}}");
  expect_error(b, "table_seat_unknown",
               "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{"
               "\"level\":1}],\"seat\":\"c\"}");
  assert_true(text_has(peer_last(b), "no seat c;"));
  /* None of it did anything. */
  world_run(&g.w, 1500);
  hear(&g);
  assert_false(g.p.over);
  world_end(&g.w);
}

/* What `ready` refuses has no effect: an illegal layout does not become the seat's. */
static void refused_layouts(void **state) {
  static const struct {
    const char *code, *layout;
  } illegal[] = {{"layout_mine", "M5137/7.2.6/81.35/B.4.4/392MB/6FM12"},
                 {"layout_flag", "F5137/7.2.6/81.35/B.4.4/3M2MB/69M12"},
                 {"layout_bomb", "B5137/7.2.6/81.35/9.4.4/3M2MB/6FM12"},
                 {"layout_camp", "95137/792.6/81.35/B.4.4/3M2MB/6FM12"},
                 {"layout_empty", "95137/7.2.6/81.35/B.4.4/3M2MB/6FM1."},
                 {"layout_count", "95137/7.2.6/81.35/B.4.4/3M2MB/69M12"}};
  world w;
  char id[HUB_ID_SIZE], more[96];
  (void)state;
  world_start(&w, 3);
  peer *a = world_connect(&w, 7);
  peer_create(a, "", id);
  for (size_t i = 0; i < sizeof illegal / sizeof *illegal; i++) {
    size_t before = a->count;
    snprintf(more, sizeof more, ",\"layout\":\"%s\"", illegal[i].layout);
    expect_table_error(a, illegal[i].code, "ready", id, more);
    assert_int_equal(a->count, before + 1); /* no event, only the refusal */
  }
  world_end(&w);
}

/* Nobody hears of anything before it is written, and what was not written never happened. */
static void durable_first(void **state) {
  game g;
  char ply[9];
  (void)state;
  begin(&g, 4, "");
  peer *former = g.a;
  size_t before = former->count;
  send_ply(&g, ply);
  peer_send(g.a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", g.id, g.p.seq);
  peer_send(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  assert_int_equal(former->count, before);
  world_crash(&g.w, 100);
  assert_int_equal(former->count, before);

  come_back(&g);
  assert_true(text_has(g.a->message[0], g.id)); /* the welcome names the table */
  assert_true(player_on_turn(&g.p));
  /* Order: the events, then `done`, then the answers to what was sent later. */
  before = g.a->count;
  send_ply(&g, ply);
  peer_send(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\",\"re\":6}",
            g.id);
  assert_int_equal(g.a->count, before);
  world_settle(&g.w);
  assert_true(text_has(g.a->message[before], ply));
  assert_string_equal(g.a->message[before + 1], "{\"type\":\"done\",\"re\":5}");
  assert_true(text_has(g.a->message[before + 2], "draw-offer a"));
  assert_string_equal(g.a->message[before + 3], "{\"type\":\"done\",\"re\":6}");
  world_end(&g.w);
}

/* The disk fails: nobody is told what was not written, the site stops, and a new start on a sound
 * disk goes on from what was told. */
static void disk_fails(void **state) {
  static faulty_disk disk;
  game g;
  char ply[9];
  (void)state;
  faulty_vfs_use(&disk);
  world_start(&g.w, 19);
  g.w.vfs = "faulty";
  world_crash(&g.w, 1);
  sit_down(&g, "");
  size_t before = g.a->count;
  disk.fail_at = disk.operations + 1;
  disk.for_good = true;
  send_ply(&g, ply);
  while (junqi_store_pending(g.w.store) > 0)
    hub_stored(g.w.hub);
  assert_int_equal(g.w.failure, JUNQI_E_STORE_FAILED);
  peer_send(g.a, "{\"type\":\"ping\"}");
  hub_tick(g.w.hub);
  assert_int_equal(g.a->count, before);
  disk = (faulty_disk){0};
  world_crash(&g.w, 100);
  come_back(&g);
  play_out(&g);
  world_end(&g.w);
}

/* From any number on, a reconnect gives exactly the rest, byte for byte as it was told live. */
static void reconnect(void **state) {
  game g;
  (void)state;
  begin(&g, 6, "");
  for (unsigned i = 0; i < 40 && !g.p.over; i++)
    step(&g);
  world_run(&g.w, 1500);
  hear(&g);
  for (uint32_t after = 0; after <= g.p.seq; after += g.p.seq - after > 12 ? 7 : 1) {
    peer *again = world_visit(&g.w, 7, 0, 0);
    join(again, g.id, after);
    assert_int_equal(again->count, 4 + g.p.seq - after); /* welcome, joined, …, live, people */
    for (size_t i = 0, k = 2; i < g.a->count; i++) {
      const char *at = strstr(g.a->message[i], "\"seq\":");
      if (!text_has(g.a->message[i], "\"event\"") || strtoul(at + 6, NULL, 10) <= after) continue;
      assert_string_equal(g.a->message[i], again->message[k++]);
    }
    assert_non_null(peer_told(again, "\"live\""));
    peer_leave(again);
    world_settle(&g.w);
  }
  world_end(&g.w);
}

static int64_t left_now(peer *a) {
  const char *live = peer_told(a, "\"live\"");
  assert_non_null(live);
  const char *at = strstr(live, "\"left\":");
  return at ? strtoll(at + 7, NULL, 10) : -1;
}

/* The time that the server was down is charged to nobody. */
static void clocks_after_a_crash(void **state) {
  game g;
  (void)state;
  begin(&g, 9, "");
  assert_true(player_on_turn(&g.p));
  world_run(&g.w, 8000);
  join(g.a, g.id, g.p.seq);
  int64_t left = left_now(g.a);
  assert_true(left > 15000 && left < 25000);
  hear(&g);
  world_crash(&g.w, 3600000);
  come_back(&g);
  g.a->read = 0;
  assert_true(left_now(g.a) >= left);
  peer_skip(g.a);
  play_out(&g);
  world_end(&g.w);
}

/* The disk takes half a minute: who is on turn then has heard of it only now, and has all the time
 * that the event says. */
static void clocks_of_a_slow_disk(void **state) {
  game g;
  char ply[9];
  (void)state;
  begin(&g, 9, "");
  world_run(&g.w, 8000);
  peer_skip(g.a);
  send_ply(&g, ply);
  g.w.now += 29000;
  hub_tick(g.w.hub);
  assert_null(peer_told(g.a, "\"event\""));
  while (junqi_store_pending(g.w.store) > 0)
    hub_stored(g.w.hub);
  assert_non_null(peer_told(g.a, "\"left\":30000"));
  peer_send(g.a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", g.id);
  assert_int_equal(left_now(g.a), 30000);
  world_end(&g.w);
}

/* The process stood still, and with it the clock: who follows hears how it stands. */
static void clocks_told_again(void **state) {
  game g;
  (void)state;
  begin(&g, 9, "");
  peer *stranger = world_visit(&g.w, 8, 0, 0);
  peer_skip(stranger);
  world_run(&g.w, 8000);
  peer_skip(g.a);
  hub_stood_still(g.w.hub);
  assert_int_equal(g.a->count - g.a->read, 1);
  assert_true(left_now(g.a) > 15000);
  assert_ptr_equal(peer_next(stranger), NULL);
  world_end(&g.w);
}

/* A crash after any batch: what was told is there, and the game goes on to its end. */
static void crashes_all_along(void **state) {
  game g;
  (void)state;
  begin(&g, 11, "\"quiet_limit\":\"30\"");
  for (unsigned i = 0; i < 20 && !g.p.over; i++) {
    for (unsigned k = 0; k < 5 && !g.p.over; k++)
      step(&g);
    if (g.p.over) break;
    world_crash(&g.w, 1000);
    come_back(&g);
  }
  play_out(&g);
  world_end(&g.w);
}

/* Nobody is there when the server goes down and when it comes up again: the computer still moves.
 */
static void alone_after_a_crash(void **state) {
  game g;
  char ply[9];
  (void)state;
  begin(&g, 10, "\"move_seconds\":\"60\"");
  send_ply(&g, ply);
  world_settle(&g.w);
  peer_leave(g.a);
  world_settle(&g.w);
  world_crash(&g.w, 1000);
  world_run(&g.w, 2000);
  come_back(&g);
  assert_true(player_on_turn(&g.p));
  world_end(&g.w);
}

/* Cut off for too long is an escape; back in time is not. */
static void grace(void **state) {
  game g;
  (void)state;
  begin(&g, 12, "\"move_seconds\":\"600\"");
  peer *watcher = world_visit(&g.w, 50, 0, 0);
  join(watcher, g.id, g.p.seq);
  peer *second = world_visit(&g.w, 7, 0, 0);
  join(second, g.id, g.p.seq);
  peer_leave(g.a); /* one of two connections: nothing happened */
  world_run(&g.w, 1000);
  assert_false(text_has(peer_last(watcher), "\"cut\""));
  peer_leave(second);
  world_run(&g.w, 60000);
  assert_true(text_has(peer_last(watcher), "\"cut\""));
  second = world_visit(&g.w, 7, 0, 0);
  join(second, g.id, g.p.seq);
  assert_true(text_has(peer_last(watcher), "\"back\""));
  peer_say(second, "{\"type\":\"unjoin\",\"table\":\"%s\"}", g.id); /* as if cut */
  assert_true(text_has(peer_last(watcher), "\"cut\""));
  world_run(&g.w, 119000);
  assert_null(peer_told(watcher, "\"reveal\""));
  world_run(&g.w, 2000);
  assert_non_null(peer_told(watcher, "\"reveal\""));
  world_end(&g.w);
}

/* A table whose maker goes before anything was set up is closed after a while. */
static void deserted(void **state) {
  world w;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 13);
  peer *a = world_connect(&w, 7);
  peer_create(a, "", id);
  peer_leave(a);
  peer *b = world_visit(&w, 8, 0, 0); /* one that goes between its request and the answer */
  peer_send(b, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}]}");
  peer_leave(b);
  world_settle(&w);
  assert_int_equal(hub_count(w.hub).tables, 2);
  world_run(&w, 400000);
  assert_int_equal(hub_count(w.hub).tables, 0);
  world_end(&w);
}

static void limits(void **state) {
  world w;
  (void)state;
  world_start(&w, 14);
  peer *silent = world_connect(&w, 5), *none = world_connect(&w, JUNQI_NOBODY);
  assert_int_equal(none->closed, 4001);
  assert_true(text_has(peer_last(none), "no_session"));
  peer *a = world_visit(&w, 7, 0, 0);
  for (unsigned i = 0; i < 8; i++)
    peer_say(a, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}]}");
  assert_true(text_has(peer_last(a), "\"created\""));
  expect_error(a, "session_tables",
               "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}]}");
  world_run(&w, 21000);
  assert_int_equal(silent->closed, 1008);
  assert_int_equal(a->closed, 0);
  world_end(&w);
}

/* Commands that pile up at one table while the disk works are bounded. */
static void pile(void **state) {
  game g;
  unsigned busy = 0;
  (void)state;
  begin(&g, 15, "");
  size_t before = g.a->count;
  peer_send(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  for (unsigned i = 0; i < 30; i++)
    peer_send(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  for (size_t i = before; i < g.a->count; i++)
    busy += text_has(g.a->message[i], "table_busy");
  assert_int_equal(busy, 14);
  world_settle(&g.w);
  hear(&g);
  world_end(&g.w);
}

static hub_answer give_up(world *w, const hub_question *question) {
  hub_answer answer = world_random_play(w, question);
  if (question->task == HUB_MOVE) answer.move = (junqi_move){0, 1}; /* not even its own piece */
  if (question->task == HUB_ANSWER_DRAW) answer.good = false;
  return answer;
}

/* A computer player that answers nonsense or nothing loses its turns and disturbs nobody. */
static void bad_player(void **state) {
  game g;
  (void)state;
  world_start(&g.w, 16);
  g.w.play = give_up;
  sit_down(&g, "\"timeout_limit\":\"3\"");
  peer_say(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  for (unsigned i = 0; i < 200 && !g.p.over; i++)
    step(&g);
  assert_true(g.p.over);
  assert_int_equal(g.p.view.reason, JUNQI_BY_TIMEOUTS);
  assert_int_equal(g.p.view.winners, 1);
  assert_true(g.w.asked < 12);
  world_end(&g.w);
}

static hub_answer peaceful(world *w, const hub_question *question) {
  hub_answer answer = world_random_play(w, question);
  answer.accept = true;
  return answer;
}

/* The computer player thinks for ever: what it is asked. */
static const hub_question *asked(const game *g) {
  assert_int_equal(g->w.question_count, 1);
  return g->w.question[0];
}

/* What events overtake is thought about no more, and after the end nothing is. */
static void overtaken(void **state) {
  game g;
  char ply[9];
  (void)state;
  begin(&g, 18, "\"resign_ply\":\"0\",\"resign_seconds\":\"0\",\"move_seconds\":\"10\"");
  g.w.play = NULL;
  send_ply(&g, ply);
  world_run(&g.w, 5000);
  assert_int_equal(asked(&g)->task, HUB_MOVE);
  assert_int_equal(asked(&g)->left, 10000);
  assert_true(asked(&g)->followed);
  peer_say(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  assert_int_equal(asked(&g)->task, HUB_ANSWER_DRAW);
  assert_int_equal(asked(&g)->left, UINT32_MAX);
  world_run(&g.w, 5001); /* its time for the move is over */
  assert_int_equal(asked(&g)->task, HUB_ANSWER_DRAW);
  hear(&g);
  send_ply(&g, ply);
  world_settle(&g.w);
  assert_int_equal(asked(&g)->task, HUB_MOVE);
  peer_say(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"resign\"}", g.id);
  hear(&g);
  assert_true(g.p.over);
  assert_int_equal(g.w.question_count, 0);
  world_end(&g.w);
}

/* A move of one second is enough for a computer player that takes half of it. */
static void short_moves(void **state) {
  game g;
  (void)state;
  begin(&g, 19, "\"move_seconds\":\"1\"");
  for (unsigned i = 0; i < 20 && !g.p.over; i++) {
    char ply[9];
    send_ply(&g, ply);
    world_run(&g.w, 500);
    hear(&g);
    assert_true(g.p.over || player_on_turn(&g.p));
  }
  assert_int_equal(g.p.view.timeouts[1], 0);
  world_end(&g.w);
}

static void draw(void **state) {
  game g;
  (void)state;
  begin(&g, 17, "");
  peer_say(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  world_run(&g.w, 1500);
  assert_true(text_has(peer_last(g.a), "draw-refuse b"));
  g.w.play = peaceful;
  peer_say(g.a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", g.id);
  world_run(&g.w, 1500);
  hear(&g);
  assert_true(g.p.revealed);
  assert_int_equal(g.p.view.state, JUNQI_DRAW);
  assert_int_equal(g.p.view.reason, JUNQI_BY_AGREED);
  world_end(&g.w);
}

static void saved_layouts(void **state) {
  world w;
  (void)state;
  world_start(&w, 18);
  peer *a = world_visit(&w, 7, 0, 0), *b = world_visit(&w, 8, 0, 0);
  peer_say(a, "{\"type\":\"layout-save\",\"name\":\"铁桶 \\\"1\\\"\",\"layout\":\"%s\",\"re\":3}",
           layout);
  assert_string_equal(peer_last(a), "{\"type\":\"done\",\"re\":3}");
  static const char *const unseen[] = {"a\\nb", " ", "\\u3000 ", "a\\u200b", "\\u202eb", "\\ufeff"};
  for (size_t n = 0; n < sizeof unseen / sizeof *unseen; n++) {
    char text[200];
    snprintf(text, sizeof text, "{\"type\":\"layout-save\",\"name\":\"%s\",\"layout\":\"%s\"}",
             unseen[n], layout);
    expect_error(a, "layout_name", text);
  }
  expect_error(a, "layout_text", "{\"type\":\"layout-save\",\"name\":\"x\",\"layout\":\"1/2\"}");
  peer_say(a, "{\"type\":\"layouts\"}");
  assert_true(text_has(peer_last(a), "铁桶 \\\"1\\\""));
  assert_true(text_has(peer_last(a), layout));
  peer_say(b, "{\"type\":\"layouts\"}");
  assert_string_equal(peer_last(b), "{\"type\":\"layouts\",\"items\":[]}");
  expect_error(b, "store_absent", "{\"type\":\"layout-delete\",\"name\":\"铁桶 \\\"1\\\"\"}");
  peer_say(a, "{\"type\":\"layout-delete\",\"name\":\"铁桶 \\\"1\\\"\"}");
  peer_say(a, "{\"type\":\"layouts\"}");
  assert_string_equal(peer_last(a), "{\"type\":\"layouts\",\"items\":[]}");
  world_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_games),
      cmocka_unit_test(refusals),
      cmocka_unit_test(refused_layouts),
      cmocka_unit_test(durable_first),
      cmocka_unit_test(disk_fails),
      cmocka_unit_test(reconnect),
      cmocka_unit_test(clocks_after_a_crash),
      cmocka_unit_test(clocks_of_a_slow_disk),
      cmocka_unit_test(clocks_told_again),
      cmocka_unit_test(crashes_all_along),
      cmocka_unit_test(alone_after_a_crash),
      cmocka_unit_test(grace),
      cmocka_unit_test(deserted),
      cmocka_unit_test(limits),
      cmocka_unit_test(pile),
      cmocka_unit_test(bad_player),
      cmocka_unit_test(overtaken),
      cmocka_unit_test(short_moves),
      cmocka_unit_test(draw),
      cmocka_unit_test(saved_layouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
