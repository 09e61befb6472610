/* See tally.h. */
#include "tally.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WINNER = 1, LOSER = 2, RATING_STEP = 3 };

static void rate(const junqi_store_game *game, int64_t ended,
                 junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX]) {
  (void)game;
  (void)ended;
  ratings[0].rating += RATING_STEP;
  ratings[1].rating -= RATING_STEP;
}

junqi_store_status tally_begin(junqi_store *store, uint64_t tag) {
  junqi_store_status status = junqi_store_register(store, WINNER, "winner", "h", 1, tag);
  return status == JUNQI_STORE_OK ? junqi_store_register(store, LOSER, "loser", "h", 1, tag)
                                  : status;
}

static void name_table(char id[JUNQI_STORE_ID_MAX + 1], uint64_t number) {
  snprintf(id, JUNQI_STORE_ID_MAX + 1, "%" PRIu64, number);
}

junqi_store_status tally_make(junqi_store *store, uint64_t number, uint64_t tag) {
  char id[JUNQI_STORE_ID_MAX + 1];
  name_table(id, number);
  junqi_store_batch batch = {.table = id, .create = true};
  return junqi_store_append(store, &batch, tag);
}

junqi_store_status tally_finish(junqi_store *store, uint64_t number, uint64_t tag) {
  char id[JUNQI_STORE_ID_MAX + 1];
  name_table(id, number);
  junqi_store_game game = {.scored = true,
                           .seat_count = 2,
                           .seats = {{.account = WINNER, .outcome = JUNQI_STORE_WON},
                                     {.account = LOSER, .outcome = JUNQI_STORE_LOST}},
                           .part_count = 2,
                           .parts = {{0, 0, 1}, {1, 1, -1}},
                           .rate = rate};
  junqi_store_batch batch = {.table = id, .finish = true, .time = (int64_t)number, .game = &game};
  return junqi_store_append(store, &batch, tag);
}

/* What the store says of one of the two. */
typedef struct tally_reading {
  uint64_t account;
  uint64_t games;
  uint64_t changes;
  int64_t score; /* of the history: after its last line */
  int64_t standing;
  uint64_t counted; /* games won, drawn and lost */
  double rating;
  uint64_t last;
} tally_reading;

static bool read_game(void *context, const junqi_store_played *played) {
  tally_reading *reading = context;
  assert_int_equal(played->game.seat_count, 2);
  reading->games++;
  return true;
}

static bool read_standing(void *context, const junqi_store_standing *standing) {
  tally_reading *reading = context;
  reading->standing = standing->score;
  reading->counted = (uint64_t)standing->won + standing->drawn + standing->lost;
  reading->rating = standing->rating.rating;
  assert_int_equal(standing->rating.games, reading->counted);
  return true;
}

static bool read_change(void *context, const junqi_store_change *change) {
  tally_reading *reading = context;
  if (reading->changes == 0) {
    reading->score = change->after;
    reading->last = change->no;
  }
  assert_int_equal(change->no, reading->last - reading->changes);
  assert_int_equal(change->after - change->before, reading->account == WINNER ? 1 : -1);
  reading->changes++;
  return true;
}

static bool count_open(void *context, const junqi_store_table *table) {
  tally_count *count = context;
  uint64_t number = 0;
  assert_int_equal(sscanf(table->id, "%" SCNu64, &number), 1);
  count->unfinished++;
  count->last_open = number > count->last_open ? number : count->last_open;
  return true;
}

static bool no_event(void *context, const junqi_store_event *event) {
  (void)context;
  (void)event;
  return false;
}

bool tally_check(junqi_store *store, tally_count *count) {
  *count = (tally_count){0};
  for (uint64_t account = WINNER; account <= LOSER; account++) {
    tally_reading reading = {.account = account};
    junqi_store_exporter exporter = {
        .game = read_game, .standing = read_standing, .change = read_change, .context = &reading};
    junqi_store_status status = junqi_store_export(store, account, &exporter);
    if (status == JUNQI_STORE_FAILED) {
      return false;
    }
    int64_t sign = account == WINNER ? 1 : -1;
    assert_int_equal(reading.changes, reading.games);
    assert_int_equal(reading.counted, reading.games);
    assert_int_equal(reading.score, sign * (int64_t)reading.games);
    assert_int_equal(reading.standing, reading.score);
    assert_true(fabs(reading.rating - (double)(RATING_STEP * reading.score)) < 1e-9);
    assert_true(account == WINNER || reading.games == count->games);
    count->games = reading.games;
  }
  junqi_store_reader reader = {count_open, no_event, count};
  return junqi_store_each_unfinished(store, &reader) == JUNQI_STORE_OK;
}
