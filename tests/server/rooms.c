/* Rooms (RULES.md) on the hub: free seats, owner, settings, private tables, spectators,
 * substitutes, rematch. */
#include "player.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";

/* A table with free seats; the maker follows it. */
static void make(peer *p, const char *variant, const char *more, char id[HUB_ID_SIZE]) {
  const char *free_seats = "{\"level\":null}";
  if (strcmp(variant, "four") == 0)
    free_seats = "{\"level\":null},{\"level\":null},{\"level\":null}";
  if (strcmp(variant, "three") == 0) free_seats = "{\"level\":null},{\"level\":null}";
  peer_say(p, "{\"type\":\"create\",\"variant\":\"%s\",\"opponents\":[%s]%s}", variant, free_seats,
           more);
  assert_true(text_field(peer_told(p, "\"created\",\"table\""), "table", id, HUB_ID_SIZE));
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
}

/* A request about a table with further members; expects `done`. */
static void ask(peer *p, const char *type, const char *id, const char *more) {
  peer_say(p, "{\"type\":\"%s\",\"table\":\"%s\"%s,\"re\":77}", type, id, more);
  if (!peer_told(p, "\"done\",\"re\":77"))
    fail_msg("%s %s: %s", type, more, peer_told(p, "\"error\""));
  peer_skip(p);
}

static void refuse(peer *p, const char *type, const char *id, const char *more, const char *code) {
  char wanted[64];
  peer_skip(p);
  peer_say(p, "{\"type\":\"%s\",\"table\":\"%s\"%s,\"re\":78}", type, id, more);
  snprintf(wanted, sizeof wanted, "\"code\":\"%s\"", code);
  if (!peer_told(p, wanted)) fail_msg("%s: wanted %s, got %s", type, code, peer_last(p));
  peer_skip(p);
}

static peer *enter(world *w, junqi_person person, const char *id) {
  peer *p = world_visit(w, person, 0, 0);
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  return p;
}

static void ready(peer *p, const char *id) {
  char more[96];
  snprintf(more, sizeof more, ",\"layout\":\"%s\"", layout);
  ask(p, "ready", id, more);
}

static void seats(void **state) {
  world w;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 1);
  peer *a = world_visit(&w, 1, 0, 0);
  make(a, "four", "", id);
  assert_non_null(peer_told(a, "\"kind\":\"settings\""));
  peer *b = enter(&w, 2, id), *c = enter(&w, 3, id);
  assert_non_null(peer_told(b, "\"seat\":null"));
  peer_skip(b);
  ask(b, "sit", id, ",\"seat\":\"c\"");
  ask(c, "sit", id, ""); /* the first that is free */
  assert_non_null(peer_told(a, "\"seat\":\"c\",\"who\":\"person\""));
  assert_non_null(peer_told(a, "\"seat\":\"b\",\"who\":\"person\""));
  refuse(b, "computer", id, ",\"seat\":\"d\",\"level\":2", "table_not_owner");
  refuse(b, "kick", id, ",\"seat\":\"b\"", "table_not_owner");
  refuse(b, "options", id, ",\"options\":{\"move_seconds\":\"9\"}", "table_not_owner");
  refuse(b, "settings", id, ",\"settings\":{\"watch\":\"no\"}", "table_not_owner");
  refuse(b, "sit", id, ",\"seat\":\"b\"", "table_seat_taken");
  ask(b, "sit", id, ",\"seat\":\"d\""); /* changes over */
  ask(a, "computer", id, ",\"seat\":\"c\",\"level\":2");
  refuse(c, "sit", id, "", "table_full");
  ask(a, "kick", id, ",\"seat\":\"c\"");
  ask(a, "kick", id, ",\"seat\":\"b\"");
  assert_non_null(peer_told(c, "\"why\":\"kicked\""));
  refuse(c, "sit", id, "", "table_kicked");
  refuse(a, "kick", id, ",\"seat\":\"a\"", "table_kick_own");
  ask(a, "owner", id, ",\"seat\":\"d\"");
  assert_non_null(peer_told(b, "\"kind\":\"owner\""));
  refuse(a, "settings", id, ",\"settings\":{\"friendly\":\"yes\"}", "table_not_owner");
  ask(b, "settings", id, ",\"settings\":{\"friendly\":\"yes\",\"substitutes\":\"3\"}");
  assert_non_null(peer_told(a, "\"friendly\":\"yes\",\"private\":\"no\""));
  refuse(b, "settings", id, ",\"settings\":{\"friendly\":\"no\"}", "table_setting_clash");
  refuse(b, "settings", id, ",\"settings\":{\"anticheat\":\"yes\"}", "table_drawn");
  refuse(b, "settings", id, ",\"settings\":{\"colour\":\"red\"}", "table_setting_unknown");
  refuse(b, "settings", id, ",\"settings\":{\"substitutes\":\"6\"}", "table_setting_value");
  ask(b, "options", id, ",\"options\":{\"move_seconds\":\"9\"},\"preset\":\"qq\"");
  assert_non_null(peer_told(a, "\"move_seconds\":\"9\""));
  ask(a, "leave", id, "");
  ask(b, "leave", id, "");
  assert_non_null(peer_told(c, "\"kind\":\"close\""));
  assert_int_equal(hub_count(w.hub).tables, 0);
  world_end(&w);
}

/* What somebody laid out on a seat is not told to the next who sits there. */
static void former_layouts(void **state) {
  world w;
  char id[HUB_ID_SIZE], more[96];
  (void)state;
  world_start(&w, 1);
  peer *a = world_visit(&w, 1, 0, 0);
  make(a, "four", "", id);
  snprintf(more, sizeof more, ",\"layout\":\"%s\"", layout);
  ask(a, "layout", id, more);
  ask(a, "sit", id, ",\"seat\":\"c\"");
  peer *b = enter(&w, 2, id);
  ask(b, "sit", id, ",\"seat\":\"a\"");
  peer_say(b, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_non_null(peer_told(b, "\"layout\":null"));
  assert_null(peer_told(b, layout));
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_non_null(peer_told(a, layout)); /* one's own is */
  world_end(&w);
}

/* What is wrong in `create` makes no table. */
static void wrong_tables(void **state) {
  static const struct {
    const char *more, *code;
  } wrong[] = {{"\"settings\":{\"anticheat\":\"yes\"}", "table_drawn"},
               {"\"settings\":{\"substitutes\":\"2\"}", "table_setting_clash"},
               {"\"settings\":{\"countdown\":\"61\"}", "table_setting_value"}};
  world w;
  char text[64];
  (void)state;
  world_start(&w, 1);
  peer *a = world_visit(&w, 1, 0, 0);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    peer_say(a, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}],%s}",
             wrong[i].more);
    snprintf(text, sizeof text, "\"code\":\"%s\"", wrong[i].code);
    assert_true(text_has(peer_last(a), text));
  }
  assert_int_equal(hub_count(w.hub).tables, 0);
  world_end(&w);
}

/* Waiting, countdown, the game: two people, with the events that tell of it. */
static void two_people(world *w, peer **a, peer **b, const char *more, char id[HUB_ID_SIZE]) {
  *a = world_visit(w, 1, 0, 0);
  make(*a, "dark", more, id);
  *b = enter(w, 2, id);
  ask(*b, "sit", id, "");
  ready(*a, id);
  ready(*b, id);
}

static void countdown(void **state) {
  world w;
  peer *a, *b;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 1);
  two_people(&w, &a, &b, ",\"settings\":{\"countdown\":\"5\"}", id);
  assert_non_null(peer_told(a, "\"kind\":\"countdown\""));
  assert_non_null(peer_told(a, "\"wait\":5000"));
  world_run(&w, 4000);
  ask(b, "unready", id, "");
  world_run(&w, 9000);
  assert_null(peer_told(a, "\"kind\":\"start\""));
  ready(b, id);
  world_run(&w, 4900);
  assert_null(peer_told(a, "\"kind\":\"start\""));
  world_run(&w, 200);
  assert_non_null(peer_told(a, "\"kind\":\"start\""));
  peer_skip(a);
  peer_leave(b);
  world_run(&w, 10);
  assert_non_null(peer_told(a, "\"why\":\"own\",\"wait\":120000"));
  world_end(&w);
}

/* Nobody without a seat sees a game whose table takes no spectators; what is over is open. */
static void no_spectators(void **state) {
  world w;
  peer *a, *b;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 1);
  a = world_visit(&w, 1, 0, 0);
  make(a, "dark", ",\"settings\":{\"watch\":\"no\",\"countdown\":\"0\"}", id);
  b = enter(&w, 2, id);
  peer *c = enter(&w, 3, id); /* might sit down */
  assert_non_null(peer_told(c, "\"joined\""));
  ask(b, "sit", id, "");
  peer *d = world_visit(&w, 4, 0, 0);
  refuse(d, "join", id, ",\"after\":0", "watch_off");
  peer_skip(c);
  ready(a, id);
  ready(b, id);
  assert_non_null(peer_told(c, "\"code\":\"watch_off\""));
  assert_null(peer_told(c, "\"kind\":\"start\""));
  refuse(c, "join", id, ",\"after\":0", "watch_off");
  ask(b, "leave", id, ""); /* an escape ends the game */
  assert_non_null(peer_told(a, "\"reveal\""));
  assert_null(peer_told(c, "\"line\""));
  peer_say(d, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_non_null(peer_told(d, "\"reveal\""));
  world_end(&w);
}

static void codes(void **state) {
  world w;
  char id[HUB_ID_SIZE], code[8], text[64];
  (void)state;
  world_start(&w, 1);
  peer *a = world_visit(&w, 1, 5, 0), *b = world_visit(&w, 2, 6, 0);
  make(a, "dark", ",\"settings\":{\"private\":\"yes\"}", id);
  assert_true(text_field(peer_told(a, "\"people\""), "code", code, sizeof code));
  assert_int_equal(strlen(code), 6);
  world_crash(&w, 5000); /* it is the same after a restart */
  a = world_visit(&w, 1, 5, 0);
  b = world_visit(&w, 2, 6, 0);
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_non_null(peer_told(a, code));
  code[2] = (char)(code[2] - 'A' + 'a');
  peer_say(b, "{\"type\":\"enter\",\"code\":\"%s\"}", code);
  snprintf(text, sizeof text, "\"entered\",\"table\":\"%s\"", id);
  assert_non_null(peer_told(b, text));
  peer_say(b, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  assert_non_null(peer_told(b, "\"people\""));
  assert_true(text_has(peer_told(b, "\"people\""), "\"code\":null")); /* has no seat */
  for (unsigned i = 0; i < 9; i++) {
    peer_say(b, "{\"type\":\"enter\",\"code\":\"%s\"}", i % 2 ? "AAAAAA" : "0!****");
    assert_true(text_has(peer_last(b), "\"code_unknown\""));
  }
  peer *other = world_visit(&w, 3, 6, 0); /* from the same address */
  peer_say(other, "{\"type\":\"enter\",\"code\":\"%s\"}", code);
  assert_true(text_has(peer_last(other), "\"code_tries\""));
  world_run(&w, 60000);
  peer_say(other, "{\"type\":\"enter\",\"code\":\"%s\"}", code);
  assert_true(text_has(peer_last(other), "\"entered\""));
  ask(a, "settings", id, ",\"settings\":{\"private\":\"no\"}");
  peer_say(other, "{\"type\":\"enter\",\"code\":\"%s\"}", code);
  assert_true(text_has(peer_last(other), "\"code_unknown\""));
  world_end(&w);
}

/* One seat, moves by whoever acts for it; `plies` of them or the end. */
static void run_until(world *w, peer *p, const char *part, uint64_t ms) {
  for (uint64_t t = 0; t < ms && !peer_told(p, part); t += 1000)
    world_run(w, 1000);
  assert_non_null(peer_told(p, part));
}

static void substitutes(void **state) {
  world w;
  peer *a, *b;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 3);
  two_people(&w, &a, &b,
             ",\"settings\":{\"friendly\":\"yes\",\"substitutes\":\"2\",\"countdown\":\"0\"},"
             "\"options\":{\"move_seconds\":\"10\",\"timeout_limit\":\"9\"}",
             id);
  refuse(a, "act", id, ",\"seq\":1,\"what\":\"return\"", "table_not_substituted");
  ask(a, "act", id, ",\"seq\":1,\"what\":\"handover\"");
  assert_non_null(peer_told(b, "\"kind\":\"handover\""));
  run_until(&w, b, "\"turn\":\"b\"", 5000);
  assert_null(peer_told(b, "timeout"));
  refuse(a, "act", id, ",\"seq\":1,\"what\":\"draw-offer\"", "table_substituted");
  ask(a, "act", id, ",\"seq\":1,\"what\":\"return\"");
  assert_non_null(peer_told(b, "\"kind\":\"return\""));
  /* Who is cut and late is acted for from then on; the game goes on to its end. */
  peer_leave(b);
  run_until(&w, a, "\"handover\"", 40000);
  ask(a, "act", id, ",\"seq\":1,\"what\":\"handover\"");
  run_until(&w, a, "\"scores\"", 20000000);
  assert_non_null(peer_told(a, "\"scored\":false"));
  assert_null(peer_told(a, "\"escape"));
  world_end(&w);
}

static void rematch(void **state) {
  world w;
  peer *a, *b;
  char id[HUB_ID_SIZE], next[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 4);
  two_people(&w, &a, &b,
             ",\"settings\":{\"rematch\":\"rotated\",\"countdown\":\"0\"},"
             "\"options\":{\"resign_ply\":\"0\",\"resign_seconds\":\"0\"}",
             id);
  refuse(a, "act", id, ",\"seq\":1,\"what\":\"rematch\"", "table_not_ended");
  ask(b, "act", id, ",\"seq\":1,\"what\":\"resign\"");
  assert_non_null(peer_told(a, "\"reveal\""));
  assert_int_equal(hub_count(w.hub).tables, 0);
  ask(a, "act", id, ",\"seq\":1,\"what\":\"rematch\"");
  assert_non_null(peer_told(b, "\"wish\""));
  peer_skip(a);
  peer_say(b, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":1,\"what\":\"rematch\"}", id);
  assert_non_null(peer_told(a, "\"kind\":\"rematch\",\"table\""));
  assert_true(text_field(peer_told(a, "\"people\""), "next", next, sizeof next));
  peer_say(a, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", next);
  assert_non_null(peer_told(a, "\"seat\":\"a\",\"owner\":\"b\""));
  assert_int_equal(hub_count(w.hub).tables, 1);
  refuse(a, "act", id, ",\"seq\":1,\"what\":\"rematch\"", "table_over");
  /* b has not joined it yet, but is there: and is missed when gone. */
  peer_skip(a);
  peer_leave(b);
  world_run(&w, 10);
  assert_non_null(peer_told(a, "\"kind\":\"cut\""));
  world_run(&w, 301000);
  assert_non_null(peer_told(a, "\"why\":\"lost\""));
  world_end(&w);
}

/* Two minutes after the end there is no rematch, and the table is in memory no more. */
static void too_late(void **state) {
  world w;
  peer *a, *b;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 4);
  two_people(&w, &a, &b, ",\"settings\":{\"countdown\":\"0\"}", id);
  ask(b, "leave", id, "");
  assert_non_null(peer_told(a, "\"reveal\""));
  ask(a, "act", id, ",\"seq\":1,\"what\":\"rematch\"");
  world_run(&w, 121000);
  refuse(b, "act", id, ",\"seq\":1,\"what\":\"rematch\"", "table_over");
  peer_leave(a);
  peer_leave(b);
  world_run(&w, 1);
  peer *c = enter(&w, 1, id);
  assert_non_null(peer_told(c, "\"reveal\""));
  assert_non_null(peer_told(c, "\"scores\""));
  assert_null(peer_told(c, "\"wish\""));
  refuse(c, "act", id, ",\"seq\":1,\"what\":\"rematch\"", "table_unknown");
  world_end(&w);
}

/* So many tables from one address and no more, whoever asks. */
static void address_limit(void **state) {
  world w;
  peer *p = NULL;
  (void)state;
  world_start(&w, 4);
  for (unsigned i = 0; i < 64; i++) {
    if (i % 8 == 0) p = world_visit(&w, 100 + i, 9, 0);
    peer_say(p, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]}");
    assert_true(text_has(peer_last(p), "\"created\"") || peer_told(p, "\"created\""));
  }
  peer_say(p, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]}");
  assert_true(text_has(peer_last(p), "\"session_tables\""));
  p = world_visit(&w, 300, 9, 0);
  peer_say(p, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]}");
  assert_true(text_has(peer_last(p), "\"address_tables\""));
  p = world_visit(&w, 301, 0, 0); /* not counted */
  peer_say(p, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]}");
  assert_non_null(peer_told(p, "\"created\""));
  world_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seats),         cmocka_unit_test(former_layouts),
      cmocka_unit_test(wrong_tables),  cmocka_unit_test(countdown),
      cmocka_unit_test(no_spectators), cmocka_unit_test(codes),
      cmocka_unit_test(substitutes),   cmocka_unit_test(rematch),
      cmocka_unit_test(too_late),      cmocka_unit_test(address_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
