/* The index of finished games: written with the batch that ends a table, searched by account. What
 * a game does to scores is in scores.c. */
#include "internal.h"

#include <string.h>

/* Writing ------------------------------------------------------------------------------------- */

static const char *text_or_empty(const char *text) {
  return text != NULL ? text : "";
}

static bool seat_valid(const junqi_store_seat *seat) {
  return seat->account <= INT64_MAX && seat->outcome <= JUNQI_STORE_WON &&
         store_text_within(text_or_empty(seat->level), JUNQI_STORE_LEVEL_MAX);
}

bool store_game_valid(const junqi_store_game *game) {
  bool good = game->variant < JUNQI_STORE_VARIANTS && game->seat_count >= 1 &&
              game->seat_count <= JUNQI_STORE_SEATS_MAX &&
              game->part_count <= JUNQI_STORE_PARTS_MAX &&
              store_text_within(text_or_empty(game->options), JUNQI_STORE_OPTIONS_MAX);
  for (size_t i = 0; good && i < game->seat_count; i++) {
    good = seat_valid(&game->seats[i]);
  }
  for (size_t i = 0; good && i < game->part_count; i++) {
    good = game->parts[i].seat < game->seat_count;
  }
  return good;
}

size_t store_game_size(const junqi_store_game *game) {
  size_t size = sizeof *game + strlen(text_or_empty(game->options)) + 1;
  for (size_t i = 0; i < game->seat_count; i++) {
    size += strlen(text_or_empty(game->seats[i].level)) + 1;
  }
  return size;
}

/* The object now, its texts once all objects of the batch are laid out. */
junqi_store_game *store_game_take(const junqi_store_game *game, store_arena *arena) {
  junqi_store_game *copy = store_arena_take(arena, sizeof *copy);
  *copy = *game;
  return copy;
}

void store_game_texts(junqi_store_game *copy, store_arena *arena) {
  copy->options = store_arena_text(arena, text_or_empty(copy->options));
  for (size_t i = 0; i < copy->seat_count; i++) {
    copy->seats[i].level = store_arena_text(arena, text_or_empty(copy->seats[i].level));
    copy->seats[i].name = "";
  }
}

static int write_seat(store_db *db, int64_t table_no, int64_t number,
                      const junqi_store_seat *seat) {
  store_query query = store_ask(db, STORE_SQL_ADD_SEAT);
  store_put_int(&query, table_no);
  store_put_int(&query, number);
  store_put_int(&query, (int64_t)seat->account);
  store_put_text(&query, seat->level);
  store_put_int(&query, seat->outcome);
  store_put_int(&query, seat->escaped);
  store_next(&query);
  return store_end(&query);
}

/* Only who is still there has a list of own games. */
static int write_played(store_db *db, int64_t table_no, int64_t ended, uint8_t variant,
                        const junqi_store_seat *seat) {
  store_value account = store_int((int64_t)seat->account);
  store_presence presence;
  int rc = store_find_presence(db, &account, &presence);
  if (rc != SQLITE_OK || presence == STORE_NO_ACCOUNT || presence == STORE_DELETED) {
    return rc;
  }
  store_query query = store_ask(db, STORE_SQL_ADD_PLAYED);
  store_put_int(&query, (int64_t)seat->account);
  store_put_int(&query, ended);
  store_put_int(&query, table_no);
  store_put_int(&query, variant);
  store_put_int(&query, seat->outcome);
  store_next(&query);
  return store_end(&query);
}

static int write_game(store_db *db, int64_t table_no, int64_t ended, const junqi_store_game *game) {
  store_query query = store_ask(db, STORE_SQL_ADD_GAME);
  store_put_int(&query, table_no);
  store_put_int(&query, ended);
  store_put_int(&query, game->started);
  store_put_int(&query, game->variant);
  store_put_int(&query, game->reason);
  store_put_int(&query, game->scored);
  store_put_int(&query, game->plies);
  store_put_text(&query, game->options);
  store_put_int(&query, game->is_public);
  store_next(&query);
  return store_end(&query);
}

int store_game_write(store_db *db, int64_t table_no, int64_t ended, const junqi_store_game *game) {
  int rc = write_game(db, table_no, ended, game);
  for (size_t i = 0; rc == SQLITE_OK && i < game->seat_count; i++) {
    rc = write_seat(db, table_no, (int64_t)i, &game->seats[i]);
    if (rc == SQLITE_OK && game->seats[i].account != 0) {
      rc = write_played(db, table_no, ended, game->variant, &game->seats[i]);
    }
  }
  return rc == SQLITE_OK ? store_game_score(db, table_no, ended, game) : rc;
}

/* Reading ------------------------------------------------------------------------------------- */

/* The texts that a told game points to. */
typedef struct seat_texts {
  char level[JUNQI_STORE_LEVEL_MAX + 1];
  char name[JUNQI_STORE_PERSON_MAX + 1];
} seat_texts;

static int read_seats(store_db *db, int64_t table_no, junqi_store_game *game,
                      seat_texts texts[JUNQI_STORE_SEATS_MAX]) {
  store_query query = store_ask(db, STORE_SQL_EACH_SEAT);
  store_put_int(&query, table_no);
  while (game->seat_count < JUNQI_STORE_SEATS_MAX && store_next(&query)) {
    seat_texts *text = &texts[game->seat_count];
    store_copy_text(text->level, sizeof text->level, &query, 1);
    store_copy_text(text->name, sizeof text->name, &query, 4);
    game->seats[game->seat_count++] = (junqi_store_seat){
        .account = (uint64_t)store_get_int(&query, 0),
        .level = text->level,
        .outcome = (junqi_store_outcome)store_get_int(&query, 2),
        .escaped = store_get_int(&query, 3) != 0,
        .name = text->name,
    };
  }
  return store_end(&query);
}

/* Runs a query of GAME_COLUMNS; the seats read beside it come from its snapshot. */
static junqi_store_status read_games(store_query *query, junqi_store_played_fn *each, void *context,
                                     size_t *count) {
  bool more = true;
  int rc = SQLITE_OK;
  *count = 0;
  while (more && store_next(query)) {
    seat_texts texts[JUNQI_STORE_SEATS_MAX];
    junqi_store_played played = {
        .table = store_get_text(query, 1),
        .ended = store_get_int(query, 2),
        .game = {.started = store_get_int(query, 3),
                 .variant = (uint8_t)store_get_int(query, 4),
                 .reason = (uint8_t)store_get_int(query, 5),
                 .scored = store_get_int(query, 6) != 0,
                 .plies = (uint32_t)store_get_int(query, 7),
                 .options = store_get_text(query, 8),
                 .is_public = store_get_int(query, 9) != 0},
    };
    rc = query->rc == SQLITE_OK
             ? read_seats(query->db, store_get_int(query, 0), &played.game, texts)
             : query->rc;
    more = rc == SQLITE_OK && each(context, &played);
    ++*count;
  }
  int outer = store_end(query);
  return store_outcome(rc == SQLITE_OK ? outer : rc);
}

junqi_store_status junqi_store_get_game(junqi_store *store, const char *table,
                                        junqi_store_played_fn *each, void *context) {
  if (!store_text_fits(table, JUNQI_STORE_ID_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  size_t count;
  store_query query = store_ask(&store->reader, STORE_SQL_GET_GAME);
  store_put_text(&query, table);
  junqi_store_status status = read_games(&query, each, context, &count);
  return status == JUNQI_STORE_OK && count == 0 ? JUNQI_STORE_ABSENT : status;
}

junqi_store_status store_each_game(junqi_store *store, const junqi_store_games_query *wanted,
                                   size_t limit, junqi_store_played_fn *each, void *context) {
  const junqi_store_cursor *before = wanted->before;
  /* A page begins where the last one ended, so that SQLite need not count its way there. */
  int64_t latest = wanted->until != 0 ? wanted->until - (wanted->until > INT64_MIN) : INT64_MAX;
  if (before != NULL && before->finished_at < latest) {
    latest = before->finished_at;
  }
  size_t count;
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_GAME);
  store_put_int(&query, (int64_t)wanted->account);
  store_put_int(&query, wanted->from);
  store_put_int(&query, latest);
  store_put_int(&query, wanted->variant);
  store_put_int(&query, wanted->outcome);
  store_put_int(&query, (int64_t)wanted->opponent);
  store_put_text(&query, before != NULL ? before->id : "");
  store_put_int(&query, before != NULL ? before->finished_at : 0);
  store_put_int(&query, (int64_t)limit);
  store_put_int(&query, wanted->only_public);
  return read_games(&query, each, context, &count);
}

junqi_store_status junqi_store_each_game(junqi_store *store, const junqi_store_games_query *query,
                                         size_t limit, junqi_store_played_fn *each, void *context) {
  const junqi_store_cursor *before = query->before;
  if (!store_account_valid(query->account) || query->opponent > INT64_MAX ||
      limit > JUNQI_STORE_PAGE_MAX ||
      (before != NULL && !store_text_fits(before->id, JUNQI_STORE_ID_MAX))) {
    return JUNQI_STORE_INVALID;
  }
  return store_each_game(store, query, limit, each, context);
}
