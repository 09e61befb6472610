/* Scores and ratings: what a game changes, the standings it changes, why, and who leads. Nothing is
 * computed here but sums; the points and the ratings are the caller's (R-9 is in rules/score.c). */
#include "internal.h"

#include <math.h>

/* One seat's account as it stands; `there` is false for a computer player or a deleted account. */
typedef struct seat_standing {
  bool there;
  junqi_store_standing standing;
} seat_standing;

static void read_standing(store_query *query, junqi_store_standing *standing) {
  *standing = (junqi_store_standing){
      .account = (uint64_t)store_get_int(query, 0),
      .variant = (uint8_t)store_get_int(query, 1),
      .name = store_get_text(query, 2),
      .score = store_get_int(query, 3),
      .won = (uint32_t)store_get_int(query, 4),
      .drawn = (uint32_t)store_get_int(query, 5),
      .lost = (uint32_t)store_get_int(query, 6),
      .escapes = (uint32_t)store_get_int(query, 7),
      .rating = {.rating = store_get_double(query, 8),
                 .deviation = store_get_double(query, 9),
                 .volatility = store_get_double(query, 10),
                 .time = store_get_int(query, 11),
                 .games = (uint32_t)store_get_int(query, 12)},
  };
}

/* Writing ------------------------------------------------------------------------------------- */

static int find_standing(store_db *db, uint64_t account, uint8_t variant, seat_standing *found) {
  store_query query = store_ask(db, STORE_SQL_GET_STANDING);
  store_put_int(&query, (int64_t)account);
  store_put_int(&query, variant);
  found->there = store_next(&query);
  if (found->there) {
    read_standing(&query, &found->standing);
    found->standing.variant = variant; /* a first game finds NULLs, which read as zeros */
    found->standing.name = "";
  }
  return store_end(&query);
}

static int put_standing(store_db *db, const junqi_store_standing *standing) {
  store_query query = store_ask(db, STORE_SQL_PUT_STANDING);
  store_put_int(&query, (int64_t)standing->account);
  store_put_int(&query, standing->variant);
  store_put_int(&query, standing->score);
  store_put_int(&query, standing->won);
  store_put_int(&query, standing->drawn);
  store_put_int(&query, standing->lost);
  store_put_int(&query, standing->escapes);
  store_put_double(&query, standing->rating.rating);
  store_put_double(&query, standing->rating.deviation);
  store_put_double(&query, standing->rating.volatility);
  store_put_int(&query, standing->rating.time);
  store_put_int(&query, standing->rating.games);
  store_next(&query);
  return store_end(&query);
}

static int put_change(store_db *db, int64_t table_no, int64_t ended, const junqi_store_part *part,
                      junqi_store_standing *standing) {
  store_query query = store_ask(db, STORE_SQL_ADD_CHANGE);
  store_put_int(&query, (int64_t)standing->account);
  store_put_int(&query, standing->variant);
  store_put_int(&query, part->clause);
  store_put_int(&query, part->points);
  store_put_int(&query, standing->score);
  store_put_int(&query, ended);
  store_put_int(&query, table_no);
  store_next(&query);
  standing->score += part->points;
  return store_end(&query);
}

static bool is_finite(const junqi_store_rating *rating) {
  return isfinite(rating->rating) && isfinite(rating->deviation) && isfinite(rating->volatility);
}

/* Asks the caller's function how the ratings move. */
static void rate(const junqi_store_game *game, int64_t ended, seat_standing *seats) {
  junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX] = {{0}};
  for (size_t i = 0; i < game->seat_count; i++) {
    if (seats[i].there) {
      ratings[i] = seats[i].standing.rating;
    }
  }
  game->rate(game, ended, ratings);
  for (size_t i = 0; i < game->seat_count; i++) {
    if (seats[i].there && is_finite(&ratings[i])) {
      uint32_t games = seats[i].standing.rating.games + 1;
      seats[i].standing.rating = ratings[i];
      seats[i].standing.rating.time = ended;
      seats[i].standing.rating.games = games;
    }
  }
}

static void count_result(junqi_store_standing *standing, const junqi_store_seat *seat,
                         bool scored) {
  standing->escapes += seat->escaped;
  standing->won += scored && seat->outcome == JUNQI_STORE_WON;
  standing->drawn += scored && seat->outcome == JUNQI_STORE_DRAWN;
  standing->lost += scored && seat->outcome == JUNQI_STORE_LOST;
}

static int score_seat(store_db *db, int64_t table_no, int64_t ended, const junqi_store_game *game,
                      size_t seat, junqi_store_standing *standing) {
  int rc = SQLITE_OK;
  bool changed = game->scored || game->rate != NULL || game->seats[seat].escaped;
  count_result(standing, &game->seats[seat], game->scored);
  for (size_t i = 0; rc == SQLITE_OK && i < game->part_count; i++) {
    if (game->parts[i].seat == seat) {
      rc = put_change(db, table_no, ended, &game->parts[i], standing);
      changed = changed || game->parts[i].points != 0;
    }
  }
  return rc == SQLITE_OK && changed ? put_standing(db, standing) : rc;
}

int store_game_score(store_db *db, int64_t table_no, int64_t ended, const junqi_store_game *game) {
  seat_standing seats[JUNQI_STORE_SEATS_MAX] = {{0}};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < game->seat_count; i++) {
    rc = find_standing(db, game->seats[i].account, game->variant, &seats[i]);
  }
  if (rc == SQLITE_OK && game->rate != NULL) {
    rate(game, ended, seats);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < game->seat_count; i++) {
    if (seats[i].there) {
      rc = score_seat(db, table_no, ended, game, i, &seats[i].standing);
    }
  }
  return rc;
}

/* Reading ------------------------------------------------------------------------------------- */

static junqi_store_status read_standings(store_query *query, junqi_store_standing_fn *each,
                                         void *context) {
  bool more = true;
  while (more && store_next(query)) {
    junqi_store_standing standing;
    read_standing(query, &standing);
    more = query->rc == SQLITE_OK && each(context, &standing);
  }
  return store_outcome(store_end(query));
}

junqi_store_status junqi_store_each_standing(junqi_store *store, uint64_t account,
                                             junqi_store_standing_fn *each, void *context) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_STANDING);
  store_put_int(&query, (int64_t)account);
  return read_standings(&query, each, context);
}

junqi_store_status store_each_change(junqi_store *store, uint64_t account, int variant,
                                     uint64_t before, size_t limit, junqi_store_change_fn *each,
                                     void *context) {
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_CHANGE);
  store_put_int(&query, (int64_t)account);
  store_put_int(&query, before == 0 || before > INT64_MAX ? INT64_MAX : (int64_t)before);
  store_put_int(&query, variant);
  store_put_int(&query, (int64_t)limit);
  bool more = true;
  while (more && store_next(&query)) {
    junqi_store_change change = {
        .no = (uint64_t)store_get_int(&query, 0),
        .variant = (uint8_t)store_get_int(&query, 1),
        .clause = (uint8_t)store_get_int(&query, 2),
        .points = store_get_int(&query, 3),
        .before = store_get_int(&query, 4),
        .time = store_get_int(&query, 5),
        .table = store_get_text(&query, 6),
    };
    change.after = change.before + change.points;
    more = query.rc == SQLITE_OK && each(context, &change);
  }
  return store_outcome(store_end(&query));
}

junqi_store_status junqi_store_each_change(junqi_store *store, uint64_t account, int variant,
                                           uint64_t before, size_t limit,
                                           junqi_store_change_fn *each, void *context) {
  if (!store_account_valid(account) || limit > JUNQI_STORE_PAGE_MAX) {
    return JUNQI_STORE_INVALID;
  }
  return store_each_change(store, account, variant, before, limit, each, context);
}

/* Leaderboards -------------------------------------------------------------------------------- */

static bool board_valid(junqi_store_board board, uint8_t variant) {
  return (board == JUNQI_STORE_BY_SCORE || board == JUNQI_STORE_BY_RATING) &&
         variant < JUNQI_STORE_VARIANTS;
}

junqi_store_status junqi_store_each_leader(junqi_store *store, junqi_store_board board,
                                           uint8_t variant, const junqi_store_place *after,
                                           size_t limit, junqi_store_standing_fn *each,
                                           void *context) {
  if (!board_valid(board, variant) || limit > JUNQI_STORE_PAGE_MAX ||
      (after != NULL && (!store_account_valid(after->account) || isnan(after->value)))) {
    return JUNQI_STORE_INVALID;
  }
  bool by_score = board == JUNQI_STORE_BY_SCORE;
  store_query query =
      store_ask(&store->reader, by_score ? STORE_SQL_SCORE_LEADERS : STORE_SQL_RATING_LEADERS);
  store_put_int(&query, variant);
  store_put_double(&query, after != NULL ? after->value : INFINITY);
  store_put_int(&query, after != NULL ? (int64_t)after->account : 0);
  store_put_int(&query, (int64_t)limit);
  return read_standings(&query, each, context);
}

junqi_store_status junqi_store_rank(junqi_store *store, junqi_store_board board, uint8_t variant,
                                    uint64_t account, uint32_t *rank) {
  if (!board_valid(board, variant) || !store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  bool by_score = board == JUNQI_STORE_BY_SCORE;
  const store_value values[] = {store_int(variant), store_int((int64_t)account),
                                store_int(JUNQI_STORE_RANK_MAX)};
  int64_t better = -1;
  int rc = store_ask_number(&store->reader, by_score ? STORE_SQL_SCORE_RANK : STORE_SQL_RATING_RANK,
                            values, &better);
  *rank = (uint32_t)(better + 1);
  return rc == SQLITE_OK && better < 0 ? JUNQI_STORE_ABSENT : store_outcome(rc);
}
