/* Finding people to play with, and what is said of them: lobby, quick match, the anti-cheat room,
 * names, talk. */
#include "world.h"

#include "lobby.h"
#include "matching.h"

#include "junqi/store_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";
static const char dark[] =
    "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]";

/* A guest of the number; with a name, an account. */
static void account(world *w, junqi_person person, const char *name) {
  assert_int_equal(junqi_store_add_guest(w->store, person, 1, 1), JUNQI_STORE_OK);
  if (*name)
    assert_int_equal(junqi_store_register(w->store, person, name, "x", 1, 1), JUNQI_STORE_OK);
  world_settle(w);
}

static void make(peer *p, const char *more, char id[HUB_ID_SIZE]) {
  peer_skip(p);
  peer_say(p, "%s%s}", dark, more);
  assert_true(text_field(peer_told(p, "\"created\",\"table\""), "table", id, HUB_ID_SIZE));
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
}

static void join(peer *p, const char *id) {
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
}

static void ready(peer *p, const char *id) {
  peer_say(p, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", id, layout);
}

static void say(peer *p, const char *id, const char *text) {
  peer_say(p, "{\"type\":\"say\",\"table\":\"%s\",\"text\":\"%s\"}", id, text);
}

/* -- Lobby ---------------------------------------------------------------------------------------
 */

static void lobby_rows(void **state) {
  world w;
  char id[HUB_ID_SIZE], hidden[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 1);
  account(&w, 1, "Ann");
  peer *a = world_visit(&w, 1, 0, 0), *b = world_visit(&w, 2, 0, 0), *c = world_visit(&w, 3, 0, 0);
  make(a, ",\"options\":{\"move_seconds\":\"9\"}", id);
  peer_say(c, "{\"type\":\"lobby\",\"re\":4}");
  const char *whole = peer_last(c);
  assert_true(text_has(whole, "\"re\":4,\"whole\":true,\"people\":3,\"waiting\":1,\"playing\":0"));
  assert_true(text_has(whole, id) && text_has(whole, "\"name\":\"Ann\""));
  assert_true(text_has(whole, "\"options\":{\"move_seconds\":\"9\"}"));
  peer_skip(c);
  make(b, ",\"settings\":{\"private\":\"yes\"}", hidden);
  world_run(&w, 3000);
  assert_true(text_has(peer_last(c), "\"waiting\":2"));
  assert_null(peer_told(c, hidden)); /* counted, not shown */
  /* Many changes in one second are one message. */
  peer_skip(c);
  size_t before = c->count;
  for (unsigned i = 0; i < 9; i++)
    peer_say(a, "{\"type\":\"settings\",\"table\":\"%s\",\"settings\":{\"countdown\":\"%u\"}}", id,
             i);
  world_run(&w, 1000);
  assert_true(c->count <= before + 2);
  assert_true(text_has(peer_last(c), "\"whole\":false"));
  assert_true(text_has(peer_last(c), "\"countdown\":\"8\""));
  peer_say(a, "{\"type\":\"settings\",\"table\":\"%s\",\"settings\":{\"private\":\"yes\"}}", id);
  world_run(&w, 2000);
  assert_true(text_has(peer_last(c), "\"tables\":[],\"gone\":[\""));
  assert_true(text_has(peer_last(c), id));
  peer_say(b, "{\"type\":\"settings\",\"table\":\"%s\",\"settings\":{\"private\":\"no\"}}", hidden);
  world_run(&w, 2000);
  assert_true(text_has(peer_last(c), hidden));
  peer_say(c, "{\"type\":\"unlobby\"}");
  before = c->count;
  peer_leave(a);
  world_run(&w, 5000);
  assert_int_equal(c->count, before);
  world_end(&w);
}

/* So many tables and no more; one with a free seat comes before one without. */
static void lobby_is_full(void **state) {
  world w;
  char id[HUB_ID_SIZE], open[HUB_ID_SIZE];
  peer *p = NULL;
  (void)state;
  world_start(&w, 1);
  for (unsigned i = 0; i < 200; i++) {
    if (i % 8 == 0) p = world_visit(&w, 100 + i, 0, 0);
    peer_say(p, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}]}");
  }
  assert_int_equal(hub_count(w.hub).tables, 200);
  peer *c = world_visit(&w, 3, 0, 0), *d = world_visit(&w, 4, 0, 0);
  peer_say(c, "{\"type\":\"lobby\"}");
  peer_say(d, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}]}");
  assert_true(text_field(peer_told(d, "\"created\",\"table\""), "table", id, HUB_ID_SIZE));
  make(d, "", open);
  world_run(&w, 3000);
  assert_null(peer_told(c, id));
  assert_non_null(peer_told(c, open));
  const char *change = peer_told(c, open);
  assert_true(text_has(change, "\"waiting\":202"));
  assert_true(text_has(change, "\"gone\":[\"")); /* it took a place */
  peer_skip(c);
  peer_say(d, "{\"type\":\"leave\",\"table\":\"%s\"}", open);
  world_run(&w, 3000);
  assert_non_null(peer_told(c, open)); /* gone */
  world_end(&w);
}

/* -- Quick match ---------------------------------------------------------------------------------
 */

static void seek(peer *p, const char *variant, const char *more) {
  peer_say(p, "{\"type\":\"match\",\"variant\":\"%s\"%s}", variant, more);
}

static void match_two(void **state) {
  world w;
  char id[HUB_ID_SIZE], same[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 1);
  peer *a = world_visit(&w, 1, 0, 0), *b = world_visit(&w, 2, 0, 0), *c = world_visit(&w, 3, 0, 0);
  seek(a, "dark", "");
  assert_true(text_has(peer_last(a), "\"matching\",\"variant\":\"dark\",\"waiting\":1"));
  seek(a, "dark", "");
  assert_true(text_has(peer_last(a), "\"match_twice\""));
  peer *again = world_visit(&w, 1, 0, 0); /* nobody plays against himself */
  seek(again, "dark", "");
  assert_true(text_has(peer_last(again), "\"match_twice\""));
  seek(c, "flip", "");
  seek(b, "dark", "");
  world_run(&w, 1500);
  assert_true(text_field(peer_told(a, "\"matched\""), "table", id, HUB_ID_SIZE));
  assert_true(text_field(peer_told(b, "\"matched\""), "table", same, HUB_ID_SIZE));
  assert_string_equal(id, same);
  assert_null(peer_told(c, "\"matched\""));
  join(a, id);
  join(b, id);
  ready(a, id);
  ready(b, id);
  world_run(&w, 5000);
  assert_non_null(peer_told(b, "\"kind\":\"start\""));
  /* Whoever looks no longer, or is gone, is not found. */
  seek(a, "flip", "");
  peer_say(a, "{\"type\":\"unmatch\"}");
  world_run(&w, 3000);
  assert_null(peer_told(c, "\"matched\""));
  seek(b, "flip", "");
  peer_leave(c);
  world_run(&w, 3000);
  peer_skip(b);
  world_run(&w, 3000);
  assert_null(peer_told(b, "\"matched\""));
  world_end(&w);
}

/* Somebody that is gone by the time the table is made is missed there, and loses the seat. */
static void match_lost(void **state) {
  world w;
  (void)state;
  world_start(&w, 1);
  peer *a = world_visit(&w, 1, 0, 0), *b = world_visit(&w, 2, 0, 0);
  seek(a, "flip", "");
  seek(b, "flip", "");
  w.now += 2000;
  hub_tick(w.hub); /* the table is made, and not stored yet */
  peer_leave(b);
  world_settle(&w);
  char id[HUB_ID_SIZE];
  assert_true(text_field(peer_told(a, "\"matched\""), "table", id, HUB_ID_SIZE));
  join(a, id);
  assert_non_null(peer_told(a, "\"kind\":\"cut\""));
  world_run(&w, 301000);
  assert_non_null(peer_told(a, "\"why\":\"lost\""));
  world_end(&w);
}

static void windows(void **state) {
  (void)state;
  const double near[] = {1500, 1580}, far[] = {1500, 1900}, three[] = {1500, 1450, 1540};
  const uint64_t new_two[] = {0, 0}, one_waits[] = {30000, 0}, both_wait[] = {30000, 30000},
                 for_ever[] = {60000, 60000}, all_new[] = {0, 0, 0};
  const double apart[] = {0, 4000};
  assert_true(hub_matching_fits(near, new_two, 2));
  assert_false(hub_matching_fits(far, new_two, 2));
  assert_false(hub_matching_fits(far, one_waits, 2)); /* both must be willing */
  assert_true(hub_matching_fits(far, both_wait, 2));
  assert_false(hub_matching_fits(apart, both_wait, 2));
  assert_true(hub_matching_fits(apart, for_ever, 2));
  assert_true(hub_matching_fits(three, all_new, 3));
}

/* Ann and Bob are brought together; somebody looks on from the table and from the lobby. */
static void draw_two(world *w, peer **a, peer **b, peer **looker, char id[HUB_ID_SIZE]) {
  world_start(w, 2);
  account(w, 1, "Ann");
  account(w, 2, "Bob");
  account(w, 3, "Cid");
  *a = world_visit(w, 1, 8, 4);
  *b = world_visit(w, 2, 8, 5);
  *looker = world_visit(w, 9, 0, 0);
  peer_say(*looker, "{\"type\":\"lobby\"}");
  seek(*a, "dark", ",\"anticheat\":true");
  seek(*b, "dark", ",\"anticheat\":true");
  world_run(w, 2000);
  assert_true(text_field(peer_told(*a, "\"matched\""), "table", id, HUB_ID_SIZE));
  join(*a, id);
  join(*b, id);
  join(*looker, id);
}

/* nobody chooses a seat; whoever goes before the start is drawn for again. */
static void drawn_seats(void **state) {
  world w;
  peer *a, *b, *looker;
  char id[HUB_ID_SIZE], other[HUB_ID_SIZE];
  (void)state;
  draw_two(&w, &a, &b, &looker, id);
  peer_say(a, "{\"type\":\"kick\",\"table\":\"%s\",\"seat\":\"b\"}", id);
  peer_say(b, "{\"type\":\"kick\",\"table\":\"%s\",\"seat\":\"a\"}", id);
  assert_null(peer_told(looker, "\"kicked\""));
  peer_say(looker, "{\"type\":\"sit\",\"table\":\"%s\"}", id);
  assert_true(text_has(peer_last(looker), "\"table_full\""));
  peer_say(b, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  peer_say(looker, "{\"type\":\"sit\",\"table\":\"%s\"}", id);
  assert_true(text_has(peer_last(looker), "\"table_drawn\""));
  peer *c = world_visit(&w, 3, 9, 4);
  seek(c, "dark", ",\"anticheat\":true");
  world_run(&w, 3000);
  assert_true(text_field(peer_told(c, "\"matched\""), "table", other, HUB_ID_SIZE));
  assert_string_equal(id, other);
  join(c, id);
  ready(a, id);
  ready(c, id);
  world_run(&w, 5000);
  assert_non_null(peer_told(c, "\"kind\":\"start\""));
  world_end(&w);
}

static bool is_matched(peer *p, char id[HUB_ID_SIZE]) {
  const char *told = peer_told(p, "\"matched\"");
  return told && text_field(told, "table", id, HUB_ID_SIZE);
}

/* Who leaves a table before the start is not drawn for it again while others may come; after half a
 * minute nobody else has, and she is. Who sits there is never drawn for it. */
static void not_at_once_the_same_table(void **state) {
  world w;
  peer *a, *b, *looker;
  char id[HUB_ID_SIZE], other[HUB_ID_SIZE];
  (void)state;
  draw_two(&w, &a, &b, &looker, id);
  peer_say(b, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  peer_skip(a);
  peer_skip(b);
  seek(a, "dark", ",\"anticheat\":true");
  seek(b, "dark", ",\"anticheat\":true");
  world_run(&w, 25000);
  assert_false(is_matched(a, other) || is_matched(b, other));
  world_run(&w, 8000);
  assert_true(is_matched(b, other));
  assert_string_equal(other, id);
  assert_false(is_matched(a, other));
  world_end(&w);
}

/* Two who have just played are drawn with others, if there are any; alone they wait a little. */
static void not_at_once_the_same_people(void **state) {
  world w;
  peer *p[4], *looker;
  char id[4][HUB_ID_SIZE];
  (void)state;
  draw_two(&w, &p[0], &p[1], &looker, id[0]);
  for (int i = 0; i < 2; i++)
    ready(p[i], id[0]);
  world_run(&w, 5000);
  peer_say(p[0], "{\"type\":\"leave\",\"table\":\"%s\"}", id[0]);
  p[2] = world_visit(&w, 4, 0, 0);
  p[3] = world_visit(&w, 5, 0, 0);
  for (int i = 0; i < 4; i++) {
    peer_skip(p[i]);
    seek(p[i], "dark", ",\"anticheat\":true");
  }
  world_run(&w, 3000);
  for (int i = 0; i < 4; i++)
    assert_true(is_matched(p[i], id[i]));
  assert_string_not_equal(id[0], id[1]);
  for (int i = 0; i < 4; i++)
    peer_say(p[i], "{\"type\":\"leave\",\"table\":\"%s\"}", id[i]);
  world_run(&w, 2000);
  /* Nobody else is there: the same two as before, a little later. */
  int same = strcmp(id[0], id[2]) == 0 ? 2 : 3;
  for (int i = 0; i < 4; i++)
    if (i == 0 || i == same) {
      peer_skip(p[i]);
      seek(p[i], "dark", ",\"anticheat\":true");
    }
  world_run(&w, 25000);
  assert_false(is_matched(p[0], id[0]));
  world_run(&w, 8000);
  assert_true(is_matched(p[0], id[0]) && is_matched(p[same], id[same]));
  assert_string_equal(id[0], id[same]);
  world_end(&w);
}

/* no names and no talk until the end. */
static void anticheat(void **state) {
  world w;
  peer *a, *b, *looker;
  char id[HUB_ID_SIZE];
  (void)state;
  draw_two(&w, &a, &b, &looker, id);
  say(b, id, "it is me");
  assert_true(text_has(peer_last(b), "\"chat_closed\""));
  assert_null(peer_told(a, "it is me"));
  ready(a, id);
  ready(b, id);
  world_run(&w, 5000);
  say(a, id, "hello");
  assert_true(text_has(peer_last(a), "\"chat_closed\""));
  say(looker, id, "hello");
  assert_true(text_has(peer_last(looker), "\"chat_closed\""));
  world_run(&w, 3000);
  assert_non_null(peer_told(looker, "\"people\""));
  assert_null(peer_told(a, "\"Bob\""));
  assert_null(peer_told(looker, "\"Bob\""));
  assert_null(peer_told(looker, "\"Ann\""));
  peer_say(looker, "{\"type\":\"finished\",\"name\":\"Ann\"}");
  assert_true(text_has(peer_last(looker), "\"games\":[]"));
  peer_say(b, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  assert_non_null(peer_told(a, "\"Bob\""));
  peer_say(looker, "{\"type\":\"finished\",\"name\":\"Ann\"}");
  assert_true(text_has(peer_last(looker), id));
  assert_non_null(peer_told(looker, "\"Ann\""));
  say(a, id, "hello");
  assert_non_null(peer_told(looker, "\"name\":\"Ann\",\"date\""));
  world_end(&w);
}

/* Accounts that share an address or a device are noted when their game begins. */
static bool count_mark(void *context, const junqi_store_mark *mark) {
  unsigned *count = context;
  assert_int_equal(mark->accounts[0], 1);
  assert_int_equal(mark->accounts[1], 2);
  count[mark->kind]++;
  return true;
}

static void marks(void **state) {
  world w;
  char id[HUB_ID_SIZE];
  unsigned count[2] = {0};
  (void)state;
  world_start(&w, 2);
  account(&w, 1, "");
  account(&w, 2, "");
  peer *a = world_visit(&w, 1, 8, 4), *b = world_visit(&w, 2, 8, 0);
  make(a, ",\"settings\":{\"countdown\":\"0\"}", id);
  join(b, id);
  peer_say(b, "{\"type\":\"sit\",\"table\":\"%s\"}", id);
  ready(a, id);
  ready(b, id);
  world_settle(&w);
  junqi_store_each_mark(w.store, 0, 0, 10, count_mark, count);
  assert_int_equal(count[JUNQI_STORE_SAME_ADDRESS], 1);
  assert_int_equal(count[JUNQI_STORE_SAME_DEVICE], 0);
  world_end(&w);
}

/* -- Names and talk ------------------------------------------------------------------------------
 */

static void names(void **state) {
  world w;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 2);
  account(&w, 1, "Ann");
  account(&w, 2, "");
  peer *a = world_visit(&w, 1, 0, 0), *b = world_visit(&w, 2, 0, 0);
  assert_non_null(peer_told(a, "\"me\":{\"name\":\"Ann\",\"admin\":false,\"muted\":null}"));
  make(a, "", id);
  join(b, id);
  const char *people = peer_told(b, "\"people\"");
  assert_true(
      text_has(people, "\"seats\":[{\"name\":\"Ann\",\"rating\":null},null],\"watching\":1"));
  /* Who sits down in one window is told so in the other. */
  peer *window = world_visit(&w, 2, 0, 0);
  join(window, id);
  assert_non_null(peer_told(window, "\"seat\":null,\"seats\":[{"));
  peer_say(b, "{\"type\":\"sit\",\"table\":\"%s\"}", id);
  assert_non_null(peer_told(window, "\"seat\":\"b\",\"seats\":[{"));
  assert_non_null(peer_told(a, "{\"name\":null,\"rating\":null}],\"watching\":0"));
  junqi_store_register(w.store, 2, "Bob", "x", 1, 1);
  world_settle(&w);
  hub_person_changed(w.hub, 2);
  world_run(&w, 2000);
  assert_non_null(peer_told(a, "{\"name\":\"Bob\",\"rating\":null}]"));
  /* Where one sits is in the welcome, and over a restart. */
  world_crash(&w, 1000);
  b = world_visit(&w, 2, 0, 0);
  assert_non_null(peer_told(b, "\"me\":{\"name\":\"Bob\""));
  assert_non_null(peer_told(b, id));
  assert_non_null(peer_told(b, "\"state\":\"waiting\",\"seat\":\"b\""));
  world_end(&w);
}

static void talk(void **state) {
  world w;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 2);
  account(&w, 1, "Ann");
  peer *a = world_visit(&w, 1, 0, 0), *b = world_visit(&w, 2, 0, 0), *c = world_visit(&w, 3, 0, 0);
  peer *late = world_visit(&w, 4, 0, 0);
  make(a, ",\"settings\":{\"countdown\":\"0\"}", id);
  say(c, id, "hi");
  assert_true(text_has(peer_last(c), "\"not_following\""));
  join(b, id);
  join(c, id);
  peer_say(b, "{\"type\":\"sit\",\"table\":\"%s\"}", id);
  say(a, id, "one\\ntwo \\u202e\\u200bx  ");
  assert_non_null(peer_told(c, "\"seat\":\"a\",\"name\":\"Ann\",\"date\":"));
  assert_non_null(peer_told(c, "\"text\":\"one two x\""));
  say(a, id, " \\u200b\\n\\u3164\\u2800 ");
  assert_true(text_has(peer_last(a), "\"say_nothing\""));
  say(a, id, "\\u0007");
  assert_true(text_has(peer_last(a), "\"message_control\""));
  say(c, id, "before");
  assert_non_null(peer_told(a, "\"seat\":null,\"name\":null"));
  ready(a, id);
  ready(b, id);
  assert_non_null(peer_told(a, "\"kind\":\"start\""));
  say(c, id, "the flag is at a64"); /* spectators speak among themselves while it is played */
  assert_null(peer_told(a, "the flag"));
  assert_non_null(peer_told(c, "the flag"));
  join(late, id);
  assert_non_null(peer_told(late, "the flag"));
  peer *again = world_visit(&w, 1, 0, 0);
  join(again, id);
  assert_non_null(peer_told(again, "before"));
  assert_null(peer_told(again, "the flag"));
  for (unsigned i = 0; i < 4; i++)
    say(b, id, "now");
  assert_non_null(peer_told(b, "\"done\""));
  say(b, id, "now");
  say(b, id, "now");
  assert_true(text_has(peer_last(b), "\"say_fast\""));
  world_run(&w, 2000);
  say(b, id, "later");
  assert_non_null(peer_told(a, "later"));
  peer_say(b, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  peer *after = world_visit(&w, 1, 0, 0);
  join(after, id);
  assert_non_null(peer_told(after, "the flag"));
  world_end(&w);
}

static void muted(void **state) {
  world w;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 2);
  account(&w, 1, "Ann");
  peer *a = world_visit(&w, 1, 0, 0);
  make(a, "", id);
  junqi_store_mute(w.store, 1, w.date + 60000, 1);
  world_settle(&w);
  hub_person_changed(w.hub, 1);
  say(a, id, "hello");
  assert_true(text_has(peer_last(a), "\"muted\""));
  assert_true(text_has(peer_last(a), " UTC"));
  assert_non_null(peer_told(world_visit(&w, 1, 0, 0), "\"muted\":17"));
  world_run(&w, 60000);
  say(a, id, "hello");
  assert_non_null(peer_told(a, "\"said\""));
  world_end(&w);
}

/* The oldest lines go first. */
static void many_lines(void **state) {
  world w;
  char id[HUB_ID_SIZE], text[16];
  (void)state;
  world_start(&w, 2);
  peer *a = world_visit(&w, 1, 0, 0), *b = world_visit(&w, 2, 0, 0);
  make(a, "", id);
  for (unsigned i = 0; i < 103; i++) {
    snprintf(text, sizeof text, "line%u.", i);
    say(a, id, text);
    world_run(&w, 2000);
  }
  join(b, id);
  assert_null(peer_told(b, "\"line2.\""));
  assert_non_null(peer_told(b, "\"line3.\""));
  assert_true(text_has(peer_last(b), "\"line102.\""));
  world_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lobby_rows),
      cmocka_unit_test(lobby_is_full),
      cmocka_unit_test(match_two),
      cmocka_unit_test(match_lost),
      cmocka_unit_test(not_at_once_the_same_table),
      cmocka_unit_test(not_at_once_the_same_people),
      cmocka_unit_test(windows),
      cmocka_unit_test(anticheat),
      cmocka_unit_test(drawn_seats),
      cmocka_unit_test(marks),
      cmocka_unit_test(names),
      cmocka_unit_test(talk),
      cmocka_unit_test(muted),
      cmocka_unit_test(many_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
