/* The whole server is killed with SIGKILL at random moments while twenty sockets play against each
 * other and against computer players, again and again on the same data directory. Every ply that
 * was answered "done" is there afterwards, every event that was told comes again as it was told,
 * and every game goes on.
 *
 * JUNQI_STORE_KILLS sets how often (5), JUNQI_STORE_SEED the moments, as for the store's tests. */
#include "house.h"
#include "player.h"
#include "wire_table.h"

#include "net/client.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum {
  PAIRS = 8,
  ALONE = 4,
  PEOPLE = 2 * PAIRS + ALONE,
  EVENTS = 4096,
  PATIENCE_MS = 30000,
  PACE_MS = 2000 / WIRE_MAX_MESSAGES_PER_SECOND, /* between two plies: half of what is allowed */
  MOMENT_MS = 10
};

/* One socket and what it has been told. */
typedef struct person {
  player p;
  int fd;
  char cookie[64];
  int re;         /* number of the last message that is to be answered */
  uint64_t next;  /* when it may play again: a fast server would take it for a flood */
  uint32_t asked; /* the last ply was sent after this event; UINT32_MAX: none since connecting */
  char ply[9];
  bool acknowledged;       /* the last ply was answered "done" … */
  bool played;             /* … and its event was told */
  unsigned lines;          /* p.lines when this round began */
  uint64_t events[EVENTS]; /* what each event was told as; 0: not yet */
} person;

static person people[PEOPLE];
static house site;
static junqi_random dice;
static unsigned acknowledged, games;

static uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static unsigned below(unsigned bound) {
  return junqi_random_below(&dice, bound);
}

/* Who plays on the other side; NULL: a computer player. */
static person *partner_of(const person *one) {
  size_t i = (size_t)(one - people);
  return i < 2 * PAIRS ? &people[i ^ 1] : NULL;
}

/* -- One socket ------------------------------------------------------------------------------ */

static uint64_t hash_of(const char *text) {
  uint64_t hash = 14695981039346656037U;
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * 1099511628211U;
  return hash ? hash : 1;
}

static void note_event(person *one, const char *text) {
  uint32_t seq = one->p.seq;
  assert_true(seq < EVENTS);
  if (one->events[seq] && one->events[seq] != hash_of(text))
    fail_msg("event %u was told otherwise before: %s", seq, text);
  one->events[seq] = hash_of(text);
  /* What came of the ply before may stand between. */
  if (one->asked != UINT32_MAX && seq > one->asked && strstr(text, one->ply)) one->played = true;
}

/* What came of the other's ply was still on its way when this one was sent. */
static bool is_hasty(const char *text) {
  return strstr(text, "\"table_stale\"") || strstr(text, "\"table_over\"") ||
         strstr(text, "\"game_over\"");
}

static void take(person *one, const char *text) {
  char answer[24];
  uint32_t before = one->p.seq;
  const char *type = player_hear(&one->p, text);
  if (one->p.seq != before) note_event(one, text);
  snprintf(answer, sizeof answer, "\"re\":%d}", one->re);
  if (strcmp(type, "done") == 0 && one->asked != UINT32_MAX && strstr(text, answer)) {
    one->acknowledged = true;
    acknowledged++;
  }
  if (strcmp(type, "error") == 0 && !is_hasty(text))
    fail_msg("%s, seat %u: %s", one->p.table, one->p.seat, text);
}

/* Takes one message, answers one ping; false when the server is gone. */
static bool hear(person *one) {
  struct client_frame *frame = client_read_frame(one->fd);
  unsigned first = frame->first;
  if (first == 0x89) client_frame(one->fd, 0x8a, frame->data, frame->length);
  if (first == 0x88 && frame->length >= 2)
    print_message("%s, seat %u: closed with %d\n", one->p.table, one->p.seat,
                  (unsigned char)frame->data[0] << 8 | (unsigned char)frame->data[1]);
  char *text = first == 0x81 ? strndup(frame->data, frame->length) : NULL;
  free(frame);
  if (text) take(one, text);
  free(text);
  return first == 0x81 || first == 0x89;
}

/* Follows the table from the last known event on. */
static void join(person *one) {
  one->p.live = false;
  house_say(one->fd, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", one->p.table, one->p.seq);
  while (!one->p.live)
    assert_true(hear(one));
}

static void play(person *one) {
  player *p = &one->p;
  if (now_ms() < one->next) return;
  if (!player_on_turn(p) || one->asked == p->seq || !player_ply(p, one->ply)) return;
  one->next = now_ms() + PACE_MS;
  one->asked = p->seq;
  one->acknowledged = one->played = false;
  house_say(one->fd, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\",\"re\":%d}",
            p->table, p->seq, one->ply, ++one->re);
}

/* Takes a message of each that has one within `ms`; how many. Also while others come back or begin:
 * who answers no ping is cut off. */
static unsigned listen_to_all(int ms) {
  struct pollfd fds[PEOPLE];
  unsigned heard = 0;
  for (unsigned i = 0; i < PEOPLE; i++)
    fds[i] = (struct pollfd){.fd = people[i].fd, .events = POLLIN};
  if (poll(fds, PEOPLE, ms) < 1) return 0;
  for (unsigned i = 0; i < PEOPLE; i++)
    if (fds[i].revents) {
      assert_true(hear(&people[i]));
      heard++;
    }
  return heard;
}

/* -- Games ----------------------------------------------------------------------------------- */

static void begin(person *one) {
  player_start(&one->p, junqi_random_next(&dice));
  memset(one->events, 0, sizeof one->events);
  one->asked = UINT32_MAX;
  one->acknowledged = false;
}

static void get_ready(person *one) {
  bool flip = one->p.rules.variant == JUNQI_FLIP;
  house_say(one->fd, "{\"type\":\"ready\",\"table\":\"%s\"%s}", one->p.table,
            flip ? "" : ",\"layout\":\"95137/7.2.6/81.35/B.4.4/3M2MB/6FM12\"");
}

/* A new table of this person's, played from the first moment on. */
static void open_table(person *one) {
  person *other = partner_of(one);
  begin(one);
  house_say(one->fd,
            "{\"type\":\"create\",\"variant\":\"%s\",\"options\":{\"quiet_limit\":\"%u\"},"
            "\"opponents\":[{\"level\":%s}]}",
            below(2) ? "dark" : "flip", 8 + below(24), other ? "null" : "1");
  while (!*one->p.table)
    assert_true(hear(one));
  join(one);
  if (other) {
    begin(other);
    strcpy(other->p.table, one->p.table);
    house_say(other->fd, "{\"type\":\"sit\",\"table\":\"%s\"}", other->p.table);
    join(other);
    assert_int_not_equal(other->p.seat, JUNQI_SPECTATOR);
    get_ready(other);
  }
  get_ready(one);
  for (int n = 0; !one->p.started; n++)
    if (n == 3000 || !listen_to_all(PATIENCE_MS)) fail_msg("%s does not begin", one->p.table);
  games++;
}

/* Connects again and comes back to the table: all that was promised is there. */
static void come_back(person *one) {
  one->fd = house_enter(&site, one->cookie);
  if (!*one->p.table || one->p.revealed) return;
  if (below(8) == 0) { /* from the first event on, each as it was */
    player fresh;
    player_start(&fresh, junqi_random_next(&dice));
    strcpy(fresh.table, one->p.table);
    uint32_t told = one->p.seq;
    one->p = fresh;
    join(one);
    assert_true(one->p.seq >= told);
  } else {
    join(one);
  }
  if (one->acknowledged && !one->played)
    fail_msg("%s after event %u was acknowledged and is not there", one->ply, one->asked);
  one->asked = UINT32_MAX;
  one->acknowledged = false;
}

static void start(void) {
  house_start(&site, site.port != 0);
  for (person *one = people; one < people + PEOPLE; one++) {
    come_back(one);
    listen_to_all(0);
  }
  for (person *one = people; one < people + PEOPLE; one++) {
    person *other = partner_of(one);
    bool owner = !other || one < other;
    bool idle = !*one->p.table || (one->p.revealed && (!other || other->p.revealed));
    if (owner && idle) open_table(one);
    listen_to_all(0);
  }
  for (person *one = people; one < people + PEOPLE; one++)
    one->lines = one->p.lines;
}

static bool all_went_on(void) {
  for (const person *one = people; one < people + PEOPLE; one++)
    if (one->p.lines == one->lines && !one->p.revealed) return false;
  return true;
}

static bool all_ended(void) {
  for (const person *one = people; one < people + PEOPLE; one++)
    if (!one->p.revealed) return false;
  return true;
}

/* Plays until so many messages were heard and, if `on`, every game has gone on. */
static void run(unsigned messages, bool on) {
  uint64_t last = now_ms();
  for (unsigned total = 0; (total < messages || (on && !all_went_on())) && !all_ended();) {
    for (person *one = people; one < people + PEOPLE; one++)
      play(one);
    unsigned heard = listen_to_all(MOMENT_MS);
    if (heard) last = now_ms();
    if (now_ms() - last > PATIENCE_MS)
      fail_msg("no game went on for %d s, after %u messages", PATIENCE_MS / 1000, total);
    total += heard;
  }
}

/* What the system still holds was told, too: it came before the kill. */
static void part(void) {
  for (person *one = people; one < people + PEOPLE; one++) {
    while (hear(one))
      continue;
    close(one->fd);
    one->fd = -1;
  }
}

static void survives_kills(void **state) {
  const char *kills = getenv("JUNQI_STORE_KILLS"), *chosen = getenv("JUNQI_STORE_SEED");
  (void)state;
  dice = (junqi_random){chosen ? strtoull(chosen, NULL, 10) : 20260801};
  house_make(&site);
  for (person *one = people; one < people + PEOPLE; one++)
    one->fd = -1;
  for (long n = kills ? atol(kills) : 5; n > 0; n--) {
    start();
    run(below(600), below(2));
    usleep(below(3000));
    assert_int_equal(house_stop(&site, SIGKILL), -SIGKILL);
    part();
    if (below(4) == 0) { /* and once more, before anybody is back */
      house_start(&site, 1);
      usleep(below(20000));
      assert_int_equal(house_stop(&site, SIGKILL), -SIGKILL);
    }
  }
  start();
  run(0, true);
  for (person *one = people; one < people + PEOPLE; one++)
    close(one->fd);
  assert_int_equal(house_stop(&site, SIGTERM), 0);
  house_remove(&site);
  assert_true(acknowledged > 0);
  print_message("%u plies acknowledged in %u games, none lost\n", acknowledged, games);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(survives_kills)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
