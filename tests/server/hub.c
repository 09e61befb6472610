/* The hub in a test's world: whole games, refusals, order, reconnecting, restarts. */
#include "player.h"
#include "world.h"

#include "junqi/record.h"
#include "store/faulty_vfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";

/* A table at which the game has started; its messages are taken by `p`. */
static void begin(world *w, peer **a, player *p, char id[HUB_ID_SIZE], const char *options) {
  *a = world_connect(w, 7);
  player_start(p, 5);
  peer_create(*a, options, id);
  peer_say(*a, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", id, layout);
  world_run(w, 2000);
  for (const char *text; (text = peer_next(*a));)
    player_hear(p, text);
  assert_true(p->started);
}

static void hear_all(peer *a, player *p) {
  for (const char *text; (text = peer_next(a));)
    player_hear(p, text);
}

/* One ply of the player when it is its turn, and whatever answers it. */
static void step(world *w, peer *a, player *p) {
  char ply[9];
  hear_all(a, p);
  if (player_on_turn(p)) {
    assert_true(player_ply(p, ply));
    peer_say(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", p->table, p->seq,
             ply);
  } else {
    world_run(w, 1500);
  }
  hear_all(a, p);
}

/* A whole game; the record of it is read back by the referee and agrees with what was told. */
static void whole_games(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 5; seed++) {
    world w;
    peer *a;
    player p;
    char id[HUB_ID_SIZE];
    world_start(&w, seed);
    begin(&w, &a, &p, id, seed % 2 ? "\"open\":\"no\"" : "\"quiet_limit\":\"20\"");
    for (unsigned i = 0; i < 5000 && !p.over; i++)
      step(&w, a, &p);
    assert_true(p.over && p.revealed);

    out text = {0};
    junqi_error error;
    size_t events;
    assert_true(hub_record(w.hub, id, &text, &events, &error));
    assert_int_equal(events, p.seq);
    junqi_record record = {.capacity = junqi_record_capacity(text.text, text.length)};
    record.lines = calloc(record.capacity, sizeof *record.lines);
    junqi_game game;
    assert_int_equal(junqi_record_read(text.text, text.length, &record, &game, &error), JUNQI_E_OK);
    assert_int_equal(game.position.ply, p.view.ply);
    assert_int_equal(game.position.state, p.view.state);
    assert_int_equal(game.position.reason, p.view.reason);
    free(record.lines);
    out_free(&text);

    /* It is over: who comes now is told all of it from the store. */
    peer_leave(a);
    assert_int_equal(hub_count(w.hub).tables, 0);
    world_run(&w, 121000); /* no rematch any more */
    peer *late = world_connect(&w, 99);
    player q;
    player_start(&q, 1);
    peer_say(late, "{\"type\":\"hello\",\"version\":1}");
    peer_say(late, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
    hear_all(late, &q);
    assert_int_equal(q.seq, p.seq);
    assert_true(q.revealed && q.live);
    world_end(&w);
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
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE], more[64];
  (void)state;
  world_start(&w, 3);
  peer *first = world_connect(&w, 3);
  expect_error(first, "hello_first", "{\"type\":\"ping\"}");
  expect_error(first, "version", "{\"type\":\"hello\",\"version\":2}");
  begin(&w, &a, &p, id, "");
  expect_table_error(a, "table_unknown", "play", "nosuchtable", ",\"seq\":1,\"ply\":\"a11a21\"");
  expect_table_error(a, "table_unknown", "join", "nosuchtable", ",\"after\":0");
  expect_table_error(a, "ply_text", "play", id, ",\"seq\":10,\"ply\":\"hello\"");
  expect_table_error(a, "ply_text", "play", id, ",\"seq\":10,\"ply\":\"a11a11\"");
  expect_table_error(a, "ply_text", "play", id, ",\"seq\":10,\"ply\":\"a11c11\"");
  expect_table_error(a, "flip_variant", "play", id, ",\"seq\":10,\"ply\":\"!a11\"");
  expect_table_error(a, "join_after", "join", id, ",\"after\":500");
  expect_table_error(a, "table_started", "ready", id, "");
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"b11b21\"", p.seq);
  expect_table_error(a, "not_your_piece", "play", id, more);
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"a64a54\"", p.seq);
  expect_table_error(a, "hq_locked", "play", id, more);
  expect_table_error(a, "resign_ply", "act", id, ",\"seq\":0,\"what\":\"resign\"");
  expect_table_error(a, "record_running", "record", id, "");
  /* Stale: before the event that gave the seat its turn. */
  expect_table_error(a, "table_stale", "play", id, ",\"seq\":4,\"ply\":\"a11a22\"");
  /* Forged: events that there have not been. */
  expect_table_error(a, "table_stale", "play", id, ",\"seq\":1000000000,\"ply\":\"a11a22\"");
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"a11a22\"", p.seq + 1);
  expect_table_error(a, "table_stale", "play", id, more);
  snprintf(more, sizeof more, ",\"after\":%u", p.seq + 1);
  expect_table_error(a, "join_after", "join", id, more);
  step(&w, a, &p);
  assert_int_equal(p.turn, 1);
  snprintf(more, sizeof more, ",\"seq\":%u,\"ply\":\"a11a22\"", p.seq);
  expect_table_error(a, "not_your_turn", "play", id, more);
  /* A stranger may watch and nothing else. */
  peer *b = world_connect(&w, 8);
  peer_say(b, "{\"type\":\"hello\",\"version\":1}");
  peer_say(b, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_non_null(peer_told(b, "\"live\""));
  expect_table_error(b, "not_seated", "play", id, more);
  expect_table_error(b, "not_seated", "act", id, ",\"seq\":0,\"what\":\"resign\"");
  expect_table_error(b, "not_seated", "leave", id, "");
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
  world_run(&w, 1500);
  hear_all(a, &p);
  assert_false(p.over);
  world_end(&w);
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
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE], ply[9];
  (void)state;
  world_start(&w, 4);
  begin(&w, &a, &p, id, "");
  size_t before = a->count;
  assert_true(player_ply(&p, ply));
  peer_send(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\",\"re\":5}", id, p.seq,
            ply);
  peer_send(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  peer_send(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", id);
  assert_int_equal(a->count, before);
  world_crash(&w, 100);
  assert_int_equal(a->count, before);

  peer *again = world_connect(&w, 7);
  peer_say(again, "{\"type\":\"hello\",\"version\":1}");
  assert_true(text_has(peer_last(again), id));
  peer_say(again, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  peer_skip(again);
  again->read = 1; /* all but the welcome */
  p.live = false;
  hear_all(again, &p);
  assert_true(player_on_turn(&p));
  /* Order: the events, then `done`, then the answers to what was sent later. */
  before = again->count;
  peer_send(again, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\",\"re\":5}", id,
            p.seq, ply);
  peer_send(again, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\",\"re\":6}",
            id);
  assert_int_equal(again->count, before);
  world_settle(&w);
  assert_true(text_has(again->message[before], ply));
  assert_string_equal(again->message[before + 1], "{\"type\":\"done\",\"re\":5}");
  assert_true(text_has(again->message[before + 2], "draw-offer a"));
  assert_string_equal(again->message[before + 3], "{\"type\":\"done\",\"re\":6}");
  world_end(&w);
}

/* The disk fails: nobody is told what was not written, the site stops, and a new start on a sound
 * disk goes on from what was told. */
static void disk_fails(void **state) {
  static faulty_disk disk;
  world w;
  player p;
  char id[HUB_ID_SIZE], ply[9];
  (void)state;
  faulty_vfs_use(&disk);
  world_start(&w, 19);
  w.vfs = "faulty";
  world_crash(&w, 1);
  peer *a;
  begin(&w, &a, &p, id, "");
  size_t before = a->count;
  assert_true(player_ply(&p, ply));
  disk.fail_at = disk.operations + 1;
  disk.for_good = true;
  peer_send(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", id, p.seq, ply);
  while (junqi_store_pending(w.store) > 0)
    hub_stored(w.hub);
  assert_int_equal(w.failure, JUNQI_E_STORE_FAILED);
  peer_send(a, "{\"type\":\"ping\"}");
  hub_tick(w.hub);
  assert_int_equal(a->count, before);
  disk = (faulty_disk){0};
  world_crash(&w, 100);
  a = world_connect(&w, 7);
  peer_say(a, "{\"type\":\"hello\",\"version\":1}");
  peer_next(a);
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  p.live = false;
  hear_all(a, &p);
  for (unsigned i = 0; i < 5000 && !p.over; i++)
    step(&w, a, &p);
  assert_true(p.revealed);
  world_end(&w);
}

/* From any number on, a reconnect gives exactly the rest, byte for byte as it was told live. */
static void reconnect(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 6);
  begin(&w, &a, &p, id, "");
  for (unsigned i = 0; i < 40 && !p.over; i++)
    step(&w, a, &p);
  world_run(&w, 1500);
  hear_all(a, &p);
  for (uint32_t after = 0; after <= p.seq; after += p.seq - after > 12 ? 7 : 1) {
    peer *again = world_connect(&w, 7);
    peer_say(again, "{\"type\":\"hello\",\"version\":1}");
    peer_say(again, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, after);
    assert_int_equal(again->count, 4 + p.seq - after); /* welcome, joined, …, live, people */
    for (size_t i = 0, k = 2; i < a->count; i++) {
      const char *at = strstr(a->message[i], "\"seq\":");
      if (!text_has(a->message[i], "\"event\"") || strtoul(at + 6, NULL, 10) <= after) continue;
      assert_string_equal(a->message[i], again->message[k++]);
    }
    assert_non_null(peer_told(again, "\"live\""));
    peer_leave(again);
    world_settle(&w);
  }
  world_end(&w);
}

static int64_t left_now(peer *a) {
  const char *live = peer_told(a, "\"live\"");
  assert_non_null(live);
  const char *at = strstr(live, "\"left\":");
  return at ? strtoll(at + 7, NULL, 10) : -1;
}

/* The time that the server was down is charged to nobody. */
static void clocks_after_a_crash(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 9);
  begin(&w, &a, &p, id, "");
  assert_true(player_on_turn(&p));
  world_run(&w, 8000);
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  int64_t left = left_now(a);
  assert_true(left > 15000 && left < 25000);
  world_crash(&w, 3600000);
  peer *again = world_connect(&w, 7);
  peer_say(again, "{\"type\":\"hello\",\"version\":1}");
  peer_say(again, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  assert_true(left_now(again) >= left);
  again->read = 1;
  p.live = false;
  hear_all(again, &p);
  for (unsigned i = 0; i < 5000 && !p.over; i++)
    step(&w, again, &p);
  assert_true(p.revealed);
  world_end(&w);
}

/* The disk takes half a minute: who is on turn then has heard of it only now, and has all the time
 * that the event says. */
static void clocks_of_a_slow_disk(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE], ply[9];
  (void)state;
  world_start(&w, 9);
  begin(&w, &a, &p, id, "");
  world_run(&w, 8000);
  assert_true(player_ply(&p, ply));
  peer_skip(a);
  peer_send(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", id, p.seq, ply);
  w.now += 29000;
  hub_tick(w.hub);
  assert_null(peer_told(a, "\"event\""));
  while (junqi_store_pending(w.store) > 0)
    hub_stored(w.hub);
  assert_non_null(peer_told(a, "\"left\":30000"));
  peer_send(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_int_equal(left_now(a), 30000);
  world_end(&w);
}

/* The process stood still, and with it the clock: who follows hears how it stands. */
static void clocks_told_again(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 9);
  begin(&w, &a, &p, id, "");
  peer *stranger = world_visit(&w, 8, 0, 0);
  peer_skip(stranger);
  world_run(&w, 8000);
  peer_skip(a);
  hub_stood_still(w.hub);
  assert_int_equal(a->count - a->read, 1);
  assert_true(left_now(a) > 15000);
  assert_ptr_equal(peer_next(stranger), NULL);
  world_end(&w);
}

/* A crash after any batch: what was told is there, and the game goes on to its end. */
static void crashes_all_along(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 11);
  begin(&w, &a, &p, id, "\"quiet_limit\":\"30\"");
  for (unsigned i = 0; i < 20 && !p.over; i++) {
    for (unsigned k = 0; k < 5 && !p.over; k++)
      step(&w, a, &p);
    if (p.over) break;
    world_crash(&w, 1000);
    a = world_connect(&w, 7);
    peer_say(a, "{\"type\":\"hello\",\"version\":1}");
    peer_next(a);
    peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
    p.live = false;
    hear_all(a, &p);
    assert_true(p.live);
  }
  for (unsigned i = 0; i < 5000 && !p.over; i++)
    step(&w, a, &p);
  assert_true(p.revealed);
  world_end(&w);
}

/* Nobody is there when the server goes down and when it comes up again: the computer still moves.
 */
static void alone_after_a_crash(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE], ply[9];
  (void)state;
  world_start(&w, 10);
  begin(&w, &a, &p, id, "\"move_seconds\":\"60\"");
  assert_true(player_ply(&p, ply));
  peer_say(a, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", id, p.seq, ply);
  peer_leave(a);
  world_settle(&w);
  world_crash(&w, 1000);
  world_run(&w, 2000);
  a = world_connect(&w, 7);
  peer_say(a, "{\"type\":\"hello\",\"version\":1}");
  peer_next(a);
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  p.live = false;
  hear_all(a, &p);
  assert_true(player_on_turn(&p));
  world_end(&w);
}

/* Cut off for too long is an escape; back in time is not. */
static void grace(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 12);
  begin(&w, &a, &p, id, "\"move_seconds\":\"600\"");
  peer *watcher = world_connect(&w, 50);
  peer_say(watcher, "{\"type\":\"hello\",\"version\":1}");
  peer_say(watcher, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  peer *second = world_connect(&w, 7);
  peer_say(second, "{\"type\":\"hello\",\"version\":1}");
  peer_say(second, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  peer_leave(a); /* one of two connections: nothing happened */
  world_run(&w, 1000);
  assert_false(text_has(peer_last(watcher), "\"cut\""));
  peer_leave(second);
  world_run(&w, 60000);
  assert_true(text_has(peer_last(watcher), "\"cut\""));
  second = world_connect(&w, 7);
  peer_say(second, "{\"type\":\"hello\",\"version\":1}");
  peer_say(second, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", id, p.seq);
  assert_true(text_has(peer_last(watcher), "\"back\""));
  peer_say(second, "{\"type\":\"unjoin\",\"table\":\"%s\"}", id); /* as if cut */
  assert_true(text_has(peer_last(watcher), "\"cut\""));
  world_run(&w, 119000);
  assert_null(peer_told(watcher, "\"reveal\""));
  world_run(&w, 2000);
  assert_non_null(peer_told(watcher, "\"reveal\""));
  world_end(&w);
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
  peer *b = world_connect(&w, 8); /* one that goes between its request and the answer */
  peer_say(b, "{\"type\":\"hello\",\"version\":1}");
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
  peer *a = world_connect(&w, 7);
  peer_say(a, "{\"type\":\"hello\",\"version\":1}");
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
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  unsigned busy = 0;
  (void)state;
  world_start(&w, 15);
  begin(&w, &a, &p, id, "");
  size_t before = a->count;
  peer_send(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", id);
  for (unsigned i = 0; i < 30; i++)
    peer_send(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", id);
  for (size_t i = before; i < a->count; i++)
    busy += text_has(a->message[i], "table_busy");
  assert_int_equal(busy, 14);
  world_settle(&w);
  hear_all(a, &p);
  world_end(&w);
}

static hub_answer give_up(world *w, const hub_question *question) {
  hub_answer answer = world_random_play(w, question);
  if (question->task == HUB_MOVE) answer.move = (junqi_move){0, 1}; /* not even its own piece */
  if (question->task == HUB_ANSWER_DRAW) answer.good = false;
  return answer;
}

/* A computer player that answers nonsense or nothing loses its turns and disturbs nobody. */
static void bad_player(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 16);
  w.play = give_up;
  begin(&w, &a, &p, id, "\"timeout_limit\":\"3\"");
  peer_say(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", id);
  for (unsigned i = 0; i < 200 && !p.over; i++)
    step(&w, a, &p);
  assert_true(p.over);
  assert_int_equal(p.view.reason, JUNQI_BY_TIMEOUTS);
  assert_int_equal(p.view.winners, 1);
  assert_true(w.asked < 12);
  world_end(&w);
}

static hub_answer peaceful(world *w, const hub_question *question) {
  hub_answer answer = world_random_play(w, question);
  answer.accept = true;
  return answer;
}

static void draw(void **state) {
  world w;
  peer *a;
  player p;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 17);
  begin(&w, &a, &p, id, "");
  peer_say(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", id);
  world_run(&w, 1500);
  assert_true(text_has(peer_last(a), "draw-refuse b"));
  w.play = peaceful;
  peer_say(a, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"draw-offer\"}", id);
  world_run(&w, 1500);
  hear_all(a, &p);
  assert_true(p.revealed);
  assert_int_equal(p.view.state, JUNQI_DRAW);
  assert_int_equal(p.view.reason, JUNQI_BY_AGREED);
  world_end(&w);
}

static void saved_layouts(void **state) {
  world w;
  (void)state;
  world_start(&w, 18);
  peer *a = world_connect(&w, 7), *b = world_connect(&w, 8);
  peer_say(a, "{\"type\":\"hello\",\"version\":1}");
  peer_say(b, "{\"type\":\"hello\",\"version\":1}");
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
      cmocka_unit_test(draw),
      cmocka_unit_test(saved_layouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
