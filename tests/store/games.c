/* The contract of store_games.h: finished games, scores, ratings, leaderboards and the export. */
#include "helpers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DO(call) assert_int_equal(store_settle(store, call), JUNQI_STORE_OK)
#define REFUSED(status, call) assert_int_equal(store_settle(store, call), JUNQI_STORE_##status)

/* A game of two: `points` for the first, as many less for the second. */
static junqi_store_game duel(uint64_t first, uint64_t second, int16_t points) {
  return (junqi_store_game){
      .variant = 1,
      .reason = 2,
      .scored = true,
      .plies = 77,
      .started = 3,
      .options = "stuck=lose",
      .seat_count = 2,
      .seats = {{.account = first, .outcome = JUNQI_STORE_WON},
                {.account = second, .outcome = JUNQI_STORE_LOST}},
      .part_count = 2,
      .parts = {{0, 10, points}, {1, 11, (int16_t)-points}},
  };
}

static junqi_store_status finish(junqi_store *store, const char *table, int64_t ended,
                                 const junqi_store_game *game) {
  junqi_store_batch batch = {
      .table = table, .create = true, .finish = true, .time = ended, .game = game};
  return junqi_store_append(store, &batch, 0);
}

static void register_all(junqi_store *store) {
  static const char *const names[] = {"anna", "bert", "carl", "dora"};
  for (uint64_t i = 0; i < 4; i++) {
    DO(junqi_store_register(store, i + 1, names[i], "h", 1, 0));
  }
}

/* What a reading gave, as text. */
typedef struct transcript {
  char text[4096];
} transcript;

static bool tell_game(void *context, const junqi_store_played *played) {
  transcript *t = context;
  const junqi_store_game *game = &played->game;
  size_t size = strlen(t->text);
  size += (size_t)sprintf(t->text + size, "%s %lld %lld %d %d %d %u %s|", played->table,
                          (long long)played->ended, (long long)game->started, game->variant,
                          game->reason, game->scored, game->plies, game->options);
  for (size_t i = 0; i < game->seat_count; i++) {
    const junqi_store_seat *seat = &game->seats[i];
    size += (size_t)sprintf(t->text + size, "%llu %s%s %d%s,", (unsigned long long)seat->account,
                            seat->name, seat->level, seat->outcome, seat->escaped ? "!" : "");
  }
  strcpy(t->text + size, ";");
  return true;
}

static bool tell_table_only(void *context, const junqi_store_played *played) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "%s;", played->table);
  return true;
}

static bool tell_standing(void *context, const junqi_store_standing *standing) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "%llu/%d %s %lld %u-%u-%u %u %g %g %g %lld %u;",
          (unsigned long long)standing->account, standing->variant, standing->name,
          (long long)standing->score, standing->won, standing->drawn, standing->lost,
          standing->escapes, standing->rating.rating, standing->rating.deviation,
          standing->rating.volatility, (long long)standing->rating.time, standing->rating.games);
  return true;
}

static bool tell_leader(void *context, const junqi_store_standing *standing) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "%s %lld;", standing->name, (long long)standing->score);
  return true;
}

static bool tell_change(void *context, const junqi_store_change *change) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "%llu v%d c%d %lld: %lld>%lld %lld %s;",
          (unsigned long long)change->no, change->variant, change->clause,
          (long long)change->points, (long long)change->before, (long long)change->after,
          (long long)change->time, change->table);
  return true;
}

static void assert_standings(junqi_store *store, uint64_t account, const char *expected) {
  transcript t = {0};
  assert_int_equal(junqi_store_each_standing(store, account, tell_standing, &t), JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

static void assert_changes(junqi_store *store, uint64_t account, int variant, uint64_t before,
                           size_t limit, const char *expected) {
  transcript t = {0};
  assert_int_equal(junqi_store_each_change(store, account, variant, before, limit, tell_change, &t),
                   JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

static void assert_games(junqi_store *store, junqi_store_games_query query, size_t limit,
                         const char *expected) {
  transcript t = {0};
  assert_int_equal(junqi_store_each_game(store, &query, limit, tell_table_only, &t),
                   JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

/* Games --------------------------------------------------------------------------------------- */

static void a_game_is_found_by_its_table(void **state) {
  junqi_store *store = store_open_inline(*state);
  transcript t = {0};
  register_all(store);
  junqi_store_game game = duel(1, 0, 0);
  game.scored = false;
  game.seats[0].escaped = true;
  game.seats[1].level = "hard";
  DO(finish(store, "甲", 9, &game));
  DO(finish(store, "bare", 9, NULL));
  assert_int_equal(junqi_store_get_game(store, "甲", tell_game, &t), JUNQI_STORE_OK);
  assert_string_equal(t.text, "甲 9 3 1 2 0 77 stuck=lose|1 anna 2!,0 hard 0,;");
  assert_int_equal(junqi_store_get_game(store, "bare", tell_game, &t), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_get_game(store, "none", tell_game, &t), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_get_game(store, "", tell_game, &t), JUNQI_STORE_INVALID);
  /* Not scored: only the escape is noted, and the explanation that there is nothing. */
  assert_standings(store, 1, "1/1 anna 0 0-0-0 1 0 0 0 0 0;");
  assert_changes(store, 1, -1, 0, 9, "1 v1 c10 0: 0>0 9 甲;");
  junqi_store_close(store);
}

static void own_games_are_searched(void **state) {
  junqi_store *store = store_open_inline(*state);
  register_all(store);
  junqi_store_game game = duel(1, 2, 1);
  DO(finish(store, "a", 10, &game));
  game = duel(3, 1, 1);
  DO(finish(store, "b", 20, &game));
  game.variant = 2;
  DO(finish(store, "c", 20, &game));
  game = duel(1, 3, 1);
  DO(finish(store, "d", 30, &game));
  game = duel(2, 3, 1);
  DO(finish(store, "other", 40, &game));

  junqi_store_games_query all = {.account = 1, .variant = -1, .outcome = -1};
  junqi_store_games_query query = all;
  assert_games(store, all, 200, "d;c;b;a;");
  assert_games(store, all, 2, "d;c;");
  junqi_store_cursor cursor = {20, "c"};
  query.before = &cursor;
  assert_games(store, query, 200, "b;a;");
  cursor = (junqi_store_cursor){10, "a"};
  assert_games(store, query, 200, "");
  query = all;
  query.variant = 2;
  assert_games(store, query, 200, "c;");
  query = all;
  query.outcome = JUNQI_STORE_WON;
  assert_games(store, query, 200, "d;a;");
  query.opponent = 3;
  assert_games(store, query, 200, "d;");
  query = all;
  query.opponent = 4;
  assert_games(store, query, 200, "");
  query = all;
  query.from = 20;
  assert_games(store, query, 200, "d;c;b;");
  query.until = 30;
  assert_games(store, query, 200, "c;b;");
  transcript t = {0};
  query.account = 0;
  assert_int_equal(junqi_store_each_game(store, &query, 1, tell_game, &t), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_each_game(store, &all, 201, tell_game, &t), JUNQI_STORE_INVALID);
  junqi_store_close(store);
}

static void refuses_games_out_of_range(void **state) {
  junqi_store *store = store_open_inline(*state);
  char longer[JUNQI_STORE_OPTIONS_MAX + 2];
  memset(longer, 'x', sizeof longer);
  longer[sizeof longer - 1] = '\0';
  junqi_store_game game = duel(1, 2, 1);
  game.variant = JUNQI_STORE_VARIANTS;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(1, 2, 1);
  game.seat_count = 0;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game.seat_count = JUNQI_STORE_SEATS_MAX + 1;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(1, 2, 1);
  game.parts[1].seat = 2;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(1, 2, 1);
  game.part_count = JUNQI_STORE_PARTS_MAX + 1;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(1, 2, 1);
  game.options = longer;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(1, 2, 1);
  game.seats[0].level = longer;
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(UINT64_C(1) << 63, 2, 1);
  REFUSED(INVALID, finish(store, "t", 1, &game));
  game = duel(1, 2, 1);
  junqi_store_batch batch = {.table = "t", .create = true, .game = &game}; /* not finished */
  REFUSED(INVALID, junqi_store_append(store, &batch, 0));
  junqi_store_close(store);
}

/* A game enters with everything else a batch carries. */
static void a_game_comes_with_the_last_events(void **state) {
  junqi_store *store = store_open_inline(*state);
  register_all(store);
  junqi_store_event events[] = {{.seq = 1, .kind = "move", .body = bytes_of("odd")},
                                {.seq = 2, .kind = "end", .body = bytes_of("")}};
  junqi_store_game game = duel(1, 2, 1);
  junqi_store_batch batch = {.table = "t",
                             .create = true,
                             .finish = true,
                             .time = 9,
                             .header = bytes_of("{h}"),
                             .events = events,
                             .event_count = 2,
                             .owners = (const char *const[]){"one", "three"},
                             .owner_count = 2,
                             .game = &game};
  DO(junqi_store_append(store, &batch, 0));
  assert_standings(store, 1, "1/1 anna 1 1-0-0 0 0 0 0 0 0;");
  assert_standings(store, 2, "2/1 bert -1 0-0-1 0 0 0 0 0 0;");
  junqi_store_close(store);
}

/* Scores -------------------------------------------------------------------------------------- */

static void a_table_scores_once(void **state) {
  junqi_store *store = store_open_inline(*state);
  register_all(store);
  junqi_store_game game = duel(1, 2, 1);
  junqi_store_batch make = {.table = "t", .create = true};
  junqi_store_batch end = {.table = "t", .finish = true, .time = 9, .game = &game};
  DO(junqi_store_append(store, &make, 0));
  DO(junqi_store_append(store, &end, 0));
  for (int i = 0; i < 2; i++) { /* at once, and by a restarted server that does not know */
    REFUSED(ORDER, junqi_store_append(store, &end, 0));
    assert_standings(store, 1, "1/1 anna 1 1-0-0 0 0 0 0 0 0;");
    assert_changes(store, 1, -1, 0, 9, "1 v1 c10 1: 0>1 9 t;");
    junqi_store_close(store);
    store = store_open_inline(*state);
  }
  junqi_store_close(store);
}

/* out first and last standing; several parts of one seat follow each other. */
static void every_part_is_in_the_history(void **state) {
  junqi_store *store = store_open_inline(*state);
  register_all(store);
  junqi_store_game game = {.variant = 3,
                           .scored = true,
                           .seat_count = 3,
                           .seats = {{.account = 1, .outcome = JUNQI_STORE_LOST},
                                     {.account = 2, .outcome = JUNQI_STORE_WON},
                                     {.account = 3, .outcome = JUNQI_STORE_LOST}},
                           .part_count = 4,
                           .parts = {{0, 7, -3}, {1, 8, 3}, {2, 9, -2}, {1, 10, 5}}};
  DO(finish(store, "t", 9, &game));
  assert_changes(store, 2, -1, 0, 9, "2 v3 c10 5: 3>8 9 t;1 v3 c8 3: 0>3 9 t;");
  assert_standings(store, 1, "1/3 anna -3 0-0-1 0 0 0 0 0 0;");
  assert_standings(store, 2, "2/3 bert 8 1-0-0 0 0 0 0 0 0;");
  assert_standings(store, 3, "3/3 carl -2 0-0-1 0 0 0 0 0 0;");

  game = duel(2, 1, 1);
  game.seats[0].outcome = game.seats[1].outcome = JUNQI_STORE_DRAWN;
  game.part_count = 0;
  DO(finish(store, "u", 10, &game));
  game = duel(2, 1, 1);
  DO(finish(store, "v", 11, &game));
  assert_standings(store, 2, "2/1 bert 1 1-1-0 0 0 0 0 0 0;2/3 bert 8 1-0-0 0 0 0 0 0 0;");
  assert_changes(store, 2, 3, 0, 1, "2 v3 c10 5: 3>8 9 t;");
  assert_changes(store, 2, 3, 2, 9, "1 v3 c8 3: 0>3 9 t;");
  assert_changes(store, 2, 1, 0, 9, "3 v1 c10 1: 0>1 11 v;");
  assert_changes(store, 4, -1, 0, 9, "");
  junqi_store_close(store);
}

/* Sums: the history of an account adds up to its score, and zero-sum games to zero. */
static void histories_add_up(void **state) {
  junqi_store *store = store_open_inline(*state);
  uint64_t seed = 11;
  int64_t expected[5] = {0};
  register_all(store);
  for (int i = 0; i < 300; i++) {
    uint64_t first = 1 + random_below(&seed, 4);
    uint64_t second = 1 + (first + random_below(&seed, 3)) % 4;
    int16_t points = (int16_t)random_below(&seed, 4);
    char table[16];
    junqi_store_game game = duel(first, second, points);
    snprintf(table, sizeof table, "t%d", i);
    DO(finish(store, table, i, &game));
    expected[first] += points;
    expected[second] -= points;
  }
  int64_t sum = 0;
  for (uint64_t account = 1; account <= 4; account++) {
    char text[32];
    transcript t = {0};
    assert_int_equal(junqi_store_each_change(store, account, -1, 0, 1, tell_change, &t),
                     JUNQI_STORE_OK);
    snprintf(text, sizeof text, ">%lld ", (long long)expected[account]);
    assert_non_null(strstr(t.text, text));
    sum += expected[account];
  }
  assert_int_equal(sum, 0);
  junqi_store_close(store);
}

static void strangers_and_the_deleted_keep_a_seat_only(void **state) {
  junqi_store *store = store_open_inline(*state);
  transcript t = {0};
  register_all(store);
  junqi_store_game game = duel(1, 2, 1);
  DO(finish(store, "before", 9, &game));
  DO(junqi_store_delete_account(store, 1, 10, 0));
  game = duel(1, 77, 1);
  DO(finish(store, "after", 11, &game));
  assert_standings(store, 1, "");
  assert_standings(store, 77, "");
  assert_changes(store, 1, -1, 0, 9, "");
  assert_games(store, (junqi_store_games_query){.account = 1, .variant = -1, .outcome = -1}, 9, "");
  assert_int_equal(junqi_store_get_game(store, "before", tell_game, &t), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_get_game(store, "after", tell_game, &t), JUNQI_STORE_OK);
  assert_string_equal(t.text, "before 9 3 1 2 1 77 stuck=lose|1  2,2 bert 0,;"
                              "after 11 3 1 2 1 77 stuck=lose|1  2,77  0,;");
  assert_games(store, (junqi_store_games_query){.account = 2, .variant = -1, .outcome = -1}, 9,
               "before;"); /* the opponent still has it */
  junqi_store_close(store);
}

/* Ratings ------------------------------------------------------------------------------------- */

/* A stand-in that shows what it was given: the winner gains 10, everybody's deviation is 30. */
static void rate_plainly(const junqi_store_game *game, int64_t ended,
                         junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX]) {
  for (size_t i = 0; i < game->seat_count; i++) {
    double base = ratings[i].games == 0 ? 1500 : ratings[i].rating;
    ratings[i].rating = base + (game->seats[i].outcome == JUNQI_STORE_WON ? 10 : -10);
    ratings[i].deviation = 30;
    ratings[i].volatility = (double)(ended - ratings[i].time);
  }
}

static void rate_to_nothing(const junqi_store_game *game, int64_t ended,
                            junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX]) {
  (void)game;
  (void)ended;
  ratings[0].rating = NAN;
  ratings[1].deviation = INFINITY;
}

static void ignore(void *context, const junqi_store_completion *completion) {
  (void)context;
  assert_int_equal(completion->status, JUNQI_STORE_OK);
}

static void ratings_move_with_their_game(void **state) {
  junqi_store *store = store_open_inline(*state);
  register_all(store);
  junqi_store_game game = duel(1, 2, 1);
  game.rate = rate_plainly;
  DO(finish(store, "a", 100, &game));
  DO(finish(store, "b", 150, &game));
  assert_standings(store, 1, "1/1 anna 2 2-0-0 0 1520 30 50 150 2;");
  assert_standings(store, 2, "2/1 bert -2 0-0-2 0 1480 30 50 150 2;");
  game.rate = rate_to_nothing;
  DO(finish(store, "c", 200, &game));
  assert_standings(store, 1, "1/1 anna 3 3-0-0 0 1520 30 50 150 2;"); /* as it was */
  game = duel(0, 3, 0);
  game.scored = false;
  game.rate = rate_plainly; /* against a computer player */
  DO(finish(store, "d", 300, &game));
  assert_standings(store, 3, "3/1 carl 0 0-0-0 0 1490 30 300 300 1;");
  /* Two in one transaction: the second begins where the first ended. */
  game = duel(3, 1, 0);
  game.rate = rate_plainly;
  assert_int_equal(finish(store, "e", 400, &game), JUNQI_STORE_OK);
  assert_int_equal(finish(store, "f", 500, &game), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_drain(store, ignore, NULL), 2);
  assert_standings(store, 3, "3/1 carl 0 2-0-0 0 1510 30 100 500 3;");
  junqi_store_close(store);
}

/* Leaderboards -------------------------------------------------------------------------------- */

static void assert_leaders(junqi_store *store, const junqi_store_place *after, size_t limit,
                           const char *expected) {
  transcript t = {0};
  assert_int_equal(
      junqi_store_each_leader(store, JUNQI_STORE_BY_SCORE, 1, after, limit, tell_leader, &t),
      JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

static uint32_t rank_of(junqi_store *store, junqi_store_board board, uint64_t account) {
  uint32_t rank = 99;
  junqi_store_status status = junqi_store_rank(store, board, 1, account, &rank);
  assert_true(status == JUNQI_STORE_OK || status == JUNQI_STORE_ABSENT);
  return status == JUNQI_STORE_OK ? rank : 0;
}

static void leaders_are_listed_and_ranked(void **state) {
  junqi_store *store = store_open_inline(*state);
  register_all(store);
  DO(junqi_store_add_guest(store, 9, 1, 0));
  static const struct {
    uint64_t winner, loser;
    int16_t points;
  } games[] = {{1, 2, 5}, {3, 2, 5}, {9, 4, 7}};
  for (size_t i = 0; i < 3; i++) {
    char table[8] = {'t', (char)('0' + i)};
    junqi_store_game game = duel(games[i].winner, games[i].loser, games[i].points);
    DO(finish(store, table, 1, &game));
  }
  assert_leaders(store, NULL, 200, "carl 5;anna 5;dora -7;bert -10;");
  assert_leaders(store, NULL, 1, "carl 5;");
  assert_leaders(store, &(junqi_store_place){5, 3}, 200, "anna 5;dora -7;bert -10;");
  assert_leaders(store, &(junqi_store_place){5, 1}, 1, "dora -7;");
  assert_leaders(store, &(junqi_store_place){-10, 2}, 9, "");
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_SCORE, 1), 1);
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_SCORE, 3), 1);
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_SCORE, 4), 3);
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_SCORE, 2), 4);
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_SCORE, 9), 0); /* a guest is not listed … */
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_RATING, 1), 0);
  DO(junqi_store_register(store, 9, "gast", "h", 2, 0));
  assert_leaders(store, NULL, 1, "gast 7;"); /* … until it registers */
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_SCORE, 1), 2);
  DO(junqi_store_delete_account(store, 9, 3, 0));
  assert_leaders(store, NULL, 1, "carl 5;");
  junqi_store_close(store);
}

static void leaders_by_rating(void **state) {
  junqi_store *store = store_open_inline(*state);
  transcript t = {0};
  register_all(store);
  junqi_store_game game = duel(1, 2, 0);
  game.rate = rate_plainly;
  DO(finish(store, "a", 1, &game));
  game = duel(3, 4, 0); /* no rating */
  DO(finish(store, "b", 1, &game));
  assert_int_equal(
      junqi_store_each_leader(store, JUNQI_STORE_BY_RATING, 1, NULL, 9, tell_leader, &t),
      JUNQI_STORE_OK);
  assert_string_equal(t.text, "anna 0;bert 0;");
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_RATING, 2), 2);
  assert_int_equal(rank_of(store, JUNQI_STORE_BY_RATING, 3), 0);
  uint32_t rank;
  assert_int_equal(junqi_store_rank(store, (junqi_store_board)2, 1, 1, &rank), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_each_leader(store, JUNQI_STORE_BY_SCORE, 1,
                                           &(junqi_store_place){NAN, 1}, 9, tell_leader, &t),
                   JUNQI_STORE_INVALID);
  junqi_store_close(store);
}

/* The export ---------------------------------------------------------------------------------- */

static bool tell_account(void *context, const junqi_store_account *account) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "account %s\n", account->name);
  return true;
}

static bool tell_name(void *context, const char *name, int64_t until) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "name %s %lld\n", name, (long long)until);
  return true;
}

static bool tell_session(void *context, const junqi_store_session *session) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "session %lld\n", (long long)session->created);
  return true;
}

static bool tell_token(void *context, const junqi_store_token *token) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "token %s\n", token->label);
  return true;
}

static bool tell_layout(void *context, const junqi_store_layout *layout) {
  transcript *t = context;
  sprintf(t->text + strlen(t->text), "layout %s\n", layout->name);
  return true;
}

static bool stop_at_once(void *context, const junqi_store_session *session) {
  tell_session(context, session);
  return false;
}

static void an_export_tells_all_there_is(void **state) {
  junqi_store *store = store_open_inline(*state);
  char key[JUNQI_STORE_KEY_SIZE];
  transcript t = {0};
  register_all(store);
  DO(junqi_store_rename(store, 1, "anne", 5, 0));
  junqi_store_session session = {.account = 1, .created = 6};
  DO(junqi_store_add_session(store, &session, 0));
  DO(junqi_store_add_token(store, &(junqi_store_token){.account = 1, .label = "bot"}, 0));
  junqi_store_account_key(1, key);
  DO(junqi_store_put_layout(store, key, "mine", bytes_of("x"), 1, 0));
  junqi_store_game game = duel(1, 2, 1);
  DO(finish(store, "t", 9, &game));
  junqi_store_exporter exporter = {tell_account,  tell_name,   tell_session,
                                   tell_token,    tell_layout, tell_table_only,
                                   tell_standing, tell_change, &t};
  assert_int_equal(junqi_store_export(store, 1, &exporter), JUNQI_STORE_OK);
  assert_string_equal(t.text, "account anne\nname anna 5\nsession 6\ntoken bot\nlayout mine\n"
                              "t;1/1 anne 1 1-0-0 0 0 0 0 0 0;1 v1 c10 1: 0>1 9 t;");
  t.text[0] = '\0';
  exporter = (junqi_store_exporter){.session = stop_at_once, .layout = tell_layout, .context = &t};
  assert_int_equal(junqi_store_export(store, 1, &exporter), JUNQI_STORE_OK);
  assert_string_equal(t.text, "session 6\n");
  assert_int_equal(junqi_store_export(store, 99, &exporter), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_export(store, 0, &exporter), JUNQI_STORE_INVALID);
  junqi_store_close(store);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_set_up, scratch_tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_game_is_found_by_its_table),
      TEST(own_games_are_searched),
      TEST(refuses_games_out_of_range),
      TEST(a_game_comes_with_the_last_events),
      TEST(a_table_scores_once),
      TEST(every_part_is_in_the_history),
      TEST(histories_add_up),
      TEST(strangers_and_the_deleted_keep_a_seat_only),
      TEST(ratings_move_with_their_game),
      TEST(leaders_are_listed_and_ranked),
      TEST(leaders_by_rating),
      TEST(an_export_tells_all_there_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
