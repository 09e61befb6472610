/* Private to the store's room: the two SQLite connections, the query helper and the write queue,
 * which its files share. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "junqi/store_games.h"
#include "statements.h"

#include <pthread.h>
#include <sqlite3.h>

/* A connection, and one statement of each kind for the next who needs it. */
typedef struct store_db {
  sqlite3 *sqlite;
  sqlite3_stmt *kept[STORE_SQL_STATEMENTS];
} store_db;

int store_db_open(store_db *db, const char *path, int flags, const char *vfs);
void store_db_close(store_db *db);

/* A running statement. The first error sticks, so that only store_next() need be looked at. */
typedef struct store_query {
  store_db *db;
  store_sql sql;
  sqlite3_stmt *statement;
  int parameter; /* the last one bound */
  int rc;
} store_query;

store_query store_ask(store_db *db, store_sql sql);
void store_put_int(store_query *query, int64_t value);
void store_put_double(store_query *query, double value);
void store_put_text(store_query *query, const char *text);
void store_put_bytes(store_query *query, junqi_store_bytes bytes);
bool store_next(store_query *query); /* true: there is a row */
int64_t store_get_int(const store_query *query, int column);
double store_get_double(const store_query *query, int column);
const char *store_get_text(store_query *query, int column);
junqi_store_bytes store_get_bytes(store_query *query, int column);
void store_copy_text(char *to, size_t size, store_query *query, int column);
void store_again(store_query *query); /* from its first row on, with other parameters */
int store_end(store_query *query);    /* SQLITE_OK, or the first error */
int store_run(store_db *db, store_sql sql);

/* What a statement's parameter is given. */
typedef enum store_value_kind { STORE_INT, STORE_TEXT, STORE_BYTES } store_value_kind;

typedef struct store_value {
  store_value_kind kind;
  int64_t number;
  junqi_store_bytes bytes; /* a text: with its NUL */
} store_value;

store_value store_int(int64_t number);
store_value store_text(const char *text);
store_value store_blob(const void *data, size_t size);

/* Both take as many values, from the first, as the statement has parameters. The second leaves
 * *number alone when there is no row. */
int store_run_with(store_db *db, store_sql sql, const store_value *values);
int store_ask_number(store_db *db, store_sql sql, const store_value *values, int64_t *number);

/* open.c */
junqi_store_status store_make_directory(const char *directory, junqi_store_error *error);
junqi_store_status store_claim(const char *directory, int *lock_fd, junqi_store_error *error);
void store_sync_parent(const char *path);

/* schema.c: is it ours? The version of a new, empty one is 0. OK, FUTURE, FOREIGN, LOCKED, FAILED.
 */
junqi_store_status store_inspect(sqlite3 *sqlite, int *version, junqi_store_error *error);

/* schema.c: OK, FUTURE, FOREIGN, LOCKED or FAILED; leaves a refused database untouched. */
junqi_store_status store_migrate(sqlite3 *sqlite, junqi_store_error *error);

junqi_store_status store_error_set(junqi_store_error *error, junqi_store_status status,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

/* writer.c: a write on its way from the caller to the disk and, as a completion, back. One
 * allocation holds the job and copies of all it points to. */
typedef struct store_job store_job;

/* Does the job inside the current transaction. Any result but OK and FAILED is a refusal and must
 * have changed nothing, for the other jobs of the transaction go on. */
typedef junqi_store_status store_apply(store_db *db, const store_job *job);

/* All writes but batches: a few values for one or more statements. */
enum { STORE_VALUES_MAX = 8 };

typedef struct store_write {
  store_apply *apply; /* NULL: run `sql`; ABSENT when that changes no row */
  store_sql sql;
  size_t count;
  store_value values[STORE_VALUES_MAX];
} store_write;

struct store_job {
  store_job *next;
  store_apply *apply;
  uint64_t tag;
  size_t size; /* of the allocation */
  junqi_store_status status;
  junqi_store_batch batch; /* of tables.c; zero for another write */
  store_write write;       /* zero for a batch */
};

typedef struct store_list {
  store_job *first;
  store_job *last;
} store_list;

/* Memory for a job and its copies, taken piece by piece: objects first, then bytes. */
typedef struct store_arena {
  char *at;
} store_arena;

store_job *store_job_new(size_t extra, store_arena *arena);
void *store_arena_take(store_arena *arena, size_t size);
const char *store_arena_text(store_arena *arena, const char *text);
junqi_store_bytes store_arena_bytes(store_arena *arena, junqi_store_bytes bytes);

/* Room for another write with that much to copy? OK, BUSY or FAILED. */
junqi_store_status store_admit(junqi_store *store, size_t extra);
/* Takes the job, which may be NULL when memory ran out. */
junqi_store_status store_submit(junqi_store *store, store_job *job);

/* Queues a write with copies of its values. OK, BUSY or FAILED. */
junqi_store_status store_queue(junqi_store *store, const store_write *write, uint64_t tag);
/* An apply: runs `sql`, whatever that changes. */
store_apply store_apply_any;
/* OK or FAILED, of a result of SQLite. */
junqi_store_status store_outcome(int rc);

int store_writer_start(junqi_store *store);
void store_writer_stop(junqi_store *store);

bool store_text_fits(const char *text, size_t max);   /* 1 to max bytes */
bool store_text_within(const char *text, size_t max); /* 0 to max bytes */
bool store_bytes_fit(junqi_store_bytes bytes, size_t max);

/* names.c: what two names that count as the same have in common; at least STORE_NAME_KEY_SIZE. */
enum { STORE_NAME_KEY_SIZE = JUNQI_STORE_PERSON_MAX + 1 };
bool store_name_key(const char *name, char key[STORE_NAME_KEY_SIZE]); /* false: of no name at all */
/* The key of a valid name without ornament and, unless `digits`, without the digits at its ends;
 * its size. */
size_t store_name_letters(const char *name, bool digits, char letters[STORE_NAME_KEY_SIZE]);

/* people.c: what there is under a number; the numbers are those of STORE_SQL_ACCOUNT_STATE. */
typedef enum store_presence {
  STORE_NO_ACCOUNT,
  STORE_DELETED,
  STORE_GUEST,
  STORE_REGISTERED
} store_presence;

bool store_account_valid(uint64_t account);
/* Of the account values[0]; a result of SQLite. */
int store_find_presence(store_db *db, const store_value *values, store_presence *presence);

/* sessions.c: a session's hash as a value; for NULL what is none's. */
store_value store_spared(const unsigned char *hash);

/* scores.c: folds a game into its seats' standings. */
int store_game_score(store_db *db, int64_t table_no, int64_t ended, const junqi_store_game *game);

/* games.c, scores.c: pages without a bound, for an export. */
junqi_store_status store_each_game(junqi_store *store, const junqi_store_games_query *wanted,
                                   size_t limit, junqi_store_played_fn *each, void *context);
junqi_store_status store_each_change(junqi_store *store, uint64_t account, int variant,
                                     uint64_t before, size_t limit, junqi_store_change_fn *each,
                                     void *context);

/* games.c: within apply of a batch and its checking and copying. */
bool store_game_valid(const junqi_store_game *game);
size_t store_game_size(const junqi_store_game *game);
junqi_store_game *store_game_take(const junqi_store_game *game, store_arena *arena);
void store_game_texts(junqi_store_game *copy, store_arena *arena);
int store_game_write(store_db *db, int64_t table_no, int64_t ended, const junqi_store_game *game);

struct junqi_store {
  int lock_fd;
  store_db reader;      /* the owner's thread only */
  store_db writer;      /* the writer's thread only, once it runs */
  size_t pending;       /* submitted and not polled; the owner's thread only */
  size_t pending_bytes; /* the memory they hold; likewise */
  size_t queue_limit;
  int checkpoint_pages;
  bool inline_writer;
  void (*wake)(void *context);
  void *wake_context;
  int wal_frames; /* in the log since the last checkpoint; the writer's thread only */
  pthread_t thread;

  pthread_mutex_t mutex; /* guards what follows */
  pthread_cond_t work;   /* to the writer: queued is not empty, or stop */
  pthread_cond_t idle;   /* to the owner: nothing queued nor being written */
  store_list queued;
  store_list done;
  bool writing;
  bool stop;
  junqi_store_error health;
};

#endif
