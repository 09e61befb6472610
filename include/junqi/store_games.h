/* The store's index of finished games, with scores and ratings (RULES.md R-9): who played what and
 * how it ended, what each account has of it, and why. Part of store.h: the same store, threads and
 * rules for texts. The game itself, ply by ply, is the table's events in store.h.
 *
 * Nothing here is computed: the caller says what changes (junqi/score.h) and how ratings move. A
 * game enters with the batch that finishes its table, and a table is finished once: so a game
 * counts once, whenever a process is killed. Variants, reasons and clauses are the caller's
 * numbers.
 */
#ifndef JUNQI_STORE_GAMES_H
#define JUNQI_STORE_GAMES_H

#include "junqi/store_people.h"

enum {
  JUNQI_STORE_VARIANTS = 8,      /* a variant is below this */
  JUNQI_STORE_SEATS_MAX = 4,     /* seats of one game: 1 to this many */
  JUNQI_STORE_PARTS_MAX = 8,     /* parts of its scoring */
  JUNQI_STORE_LEVEL_MAX = 16,    /* a computer player's level: 0 to this many bytes */
  JUNQI_STORE_OPTIONS_MAX = 512, /* summary of the options: 0 to this many bytes */
  JUNQI_STORE_RANK_MAX = 10000   /* ranks are counted so far and no further */
};

/* Finished games ----------------------------------------------------------------------------- */

typedef enum junqi_store_outcome {
  JUNQI_STORE_LOST,
  JUNQI_STORE_DRAWN,
  JUNQI_STORE_WON
} junqi_store_outcome;

typedef struct junqi_store_seat {
  uint64_t account;  /* 0: a computer player */
  const char *level; /* the computer player's; "" or NULL for a person */
  junqi_store_outcome outcome;
  bool escaped;     /* to be counted in the account's record, whether the game is scored or not */
  const char *name; /* read only: the account's present name; "" for a guest or deleted one */
} junqi_store_seat;

/* One change of one seat's score, with what decided it; 0 points explain why there is nothing. */
typedef struct junqi_store_part {
  uint8_t seat;
  uint8_t clause;
  int16_t points;
} junqi_store_part;

/* Strength as Glicko-2 describes it. An account not rated before has `games` 0, the rest too. */
typedef struct junqi_store_rating {
  double rating;
  double deviation;
  double volatility;
  int64_t time;   /* of the last game in it, ms */
  uint32_t games; /* in it; the store counts them */
} junqi_store_rating;

struct junqi_store_game;

/* Moves the ratings of a game's seats; those of computer players are neither filled in nor kept.
 * Called in the transaction on the writer's thread, so that two games of one account never meet:
 * it must depend on its arguments alone. `ended` in ms. A result that is not finite is not kept. */
typedef void junqi_store_rate(const struct junqi_store_game *game, int64_t ended,
                              junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX]);

/* What a batch with `finish` may carry in `game`: its time is the game's end. */
typedef struct junqi_store_game {
  uint8_t variant;
  uint8_t reason; /* of the end */
  bool scored;    /* counts in the seats' records of games, wins, draws and losses */
  bool is_public; /* others may find it among an account's games */
  uint32_t plies;
  int64_t started;
  const char *options; /* their summary; NULL: "" */
  size_t seat_count;
  junqi_store_seat seats[JUNQI_STORE_SEATS_MAX];
  size_t part_count; /* in the order in which they happened */
  junqi_store_part parts[JUNQI_STORE_PARTS_MAX];
  junqi_store_rate *rate; /* NULL: ratings stay as they are */
} junqi_store_game;

/* Seats of accounts that are not there or deleted are kept in the index and change nothing else. */

typedef struct junqi_store_played {
  const char *table; /* its id: what a public link names */
  int64_t ended;
  junqi_store_game game; /* without parts and rate */
} junqi_store_played;

typedef bool junqi_store_played_fn(void *context, const junqi_store_played *played);

/* One game. ABSENT when there is no such finished table, or it was finished without `game`. */
junqi_store_status junqi_store_get_game(junqi_store *store, const char *table,
                                        junqi_store_played_fn *each, void *context);

/* Which games of an account are wanted. {.account = a, .variant = -1, .outcome = -1}: all. */
typedef struct junqi_store_games_query {
  uint64_t account;
  int variant;                      /* -1: any */
  int outcome;                      /* of the account: junqi_store_outcome, or -1: any */
  bool only_public;                 /* as somebody else may see them */
  uint64_t opponent;                /* another account at the table, or 0: any */
  int64_t from;                     /* ended at this time or later */
  int64_t until;                    /* ended before this time; 0: any */
  const junqi_store_cursor *before; /* NULL: the first page; else the last game seen */
} junqi_store_games_query;

/* Newest first, at most `limit` (JUNQI_STORE_PAGE_MAX). */
junqi_store_status junqi_store_each_game(junqi_store *store, const junqi_store_games_query *query,
                                         size_t limit, junqi_store_played_fn *each, void *context);

/* Scores ------------------------------------------------------------------------------------- */

/* What an account has in one variant. */
typedef struct junqi_store_standing {
  uint64_t account;
  uint8_t variant;
  const char *name; /* the account's; "" for a guest */
  int64_t score;
  uint32_t won, drawn, lost; /* scored games */
  uint32_t escapes;
  junqi_store_rating rating;
} junqi_store_standing;

typedef bool junqi_store_standing_fn(void *context, const junqi_store_standing *standing);

/* The account's standing in every variant in which it has one, by variant. */
junqi_store_status junqi_store_each_standing(junqi_store *store, uint64_t account,
                                             junqi_store_standing_fn *each, void *context);

/* One step of an account's score. */
typedef struct junqi_store_change {
  uint64_t no; /* 1, 2, 3, … of this account */
  uint8_t variant;
  uint8_t clause;
  int64_t points; /* after - before */
  int64_t before;
  int64_t after;
  int64_t time;
  const char *table; /* the game */
} junqi_store_change;

typedef bool junqi_store_change_fn(void *context, const junqi_store_change *change);

/* Newest first, those numbered below `before` (0: from the newest), at most `limit`; of one
 * variant, or of all when it is -1. */
junqi_store_status junqi_store_each_change(junqi_store *store, uint64_t account, int variant,
                                           uint64_t before, size_t limit,
                                           junqi_store_change_fn *each, void *context);

/* Leaderboards ------------------------------------------------------------------------------- */

typedef enum junqi_store_board { JUNQI_STORE_BY_SCORE, JUNQI_STORE_BY_RATING } junqi_store_board;

/* Where a page of a leaderboard ends: the standing last seen. */
typedef struct junqi_store_place {
  double value; /* its score or rating */
  uint64_t account;
} junqi_store_place;

/* Registered accounts with a scored game (by rating: a rating) in the variant, best first, equals
 * in an order of their own; `after` is NULL for the first page; at most `limit`. */
junqi_store_status junqi_store_each_leader(junqi_store *store, junqi_store_board board,
                                           uint8_t variant, const junqi_store_place *after,
                                           size_t limit, junqi_store_standing_fn *each,
                                           void *context);

/* An account's place on a leaderboard: 1 and how many are strictly better, so that equals share a
 * place; JUNQI_STORE_RANK_MAX + 1 stands for all places behind that. ABSENT: it is not on it. */
junqi_store_status junqi_store_rank(junqi_store *store, junqi_store_board board, uint8_t variant,
                                    uint64_t account, uint32_t *rank);

/* All of one account ------------------------------------------------------------------------- */

/* Told in this order, everything as of one moment. Any may be NULL; false ends the export. The
 * session's hash, address and device are the person's own data as well: what of it leaves the
 * server is the caller's choice. */
typedef struct junqi_store_exporter {
  junqi_store_account_fn *account;
  junqi_store_name_fn *name;
  junqi_store_session_fn *session;
  junqi_store_token_fn *token;
  junqi_store_layout_fn *layout;
  junqi_store_played_fn *game; /* newest first, all of them */
  junqi_store_standing_fn *standing;
  junqi_store_change_fn *change; /* newest first, all of them */
  void *context;
} junqi_store_exporter;

/* ABSENT when there is no such account. Takes as long as there is to tell. */
junqi_store_status junqi_store_export(junqi_store *store, uint64_t account,
                                      const junqi_store_exporter *exporter);

#endif
