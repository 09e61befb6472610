/* Private to the store's room: the two SQLite connections, the query helper and the write queue
 * that open.c, schema.c, writer.c, tables.c and layouts.c share. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "junqi/store.h"

#include <pthread.h>
#include <sqlite3.h>

/* sql.c: every statement has a name here and its text there, so that SQL lives in one place. */
typedef enum store_sql {
  STORE_SQL_BEGIN,
  STORE_SQL_COMMIT,
  STORE_SQL_ROLLBACK,
  STORE_SQL_TABLE_STATE,
  STORE_SQL_ADD_TABLE,
  STORE_SQL_SET_HEADER,
  STORE_SQL_ADD_EVENT,
  STORE_SQL_ADD_OWNER,
  STORE_SQL_FINISH_TABLE,
  STORE_SQL_LIST_FINISHED,
  STORE_SQL_UNFINISHED_TABLES,
  STORE_SQL_ONE_TABLE,
  STORE_SQL_FINISHED_FIRST_PAGE,
  STORE_SQL_FINISHED_NEXT_PAGE,
  STORE_SQL_EVENTS_AFTER,
  STORE_SQL_COUNT_OTHER_LAYOUTS,
  STORE_SQL_PUT_LAYOUT,
  STORE_SQL_DELETE_LAYOUT,
  STORE_SQL_GET_LAYOUT,
  STORE_SQL_EACH_LAYOUT,
  STORE_SQL_STATEMENTS /* their number */
} store_sql;

/* A connection. The writer's keeps its statements; the reader's does not, so that a callback of
 * one read may start another. */
typedef struct store_db {
  sqlite3 *sqlite;
  bool keeps_statements;
  sqlite3_stmt *kept[STORE_SQL_STATEMENTS];
} store_db;

int store_db_open(store_db *db, const char *path, int flags, const char *vfs);
void store_db_close(store_db *db);

/* A running statement. The first error sticks, so that only store_next() need be looked at. */
typedef struct store_query {
  store_db *db;
  sqlite3_stmt *statement;
  int parameter; /* the last one bound */
  int rc;
} store_query;

store_query store_ask(store_db *db, store_sql sql);
void store_put_int(store_query *query, int64_t value);
void store_put_text(store_query *query, const char *text);
void store_put_bytes(store_query *query, junqi_store_bytes bytes);
bool store_next(store_query *query); /* true: there is a row */
int64_t store_get_int(const store_query *query, int column);
const char *store_get_text(store_query *query, int column);
junqi_store_bytes store_get_bytes(store_query *query, int column);
int store_end(store_query *query); /* SQLITE_OK, or the first error */
int store_run(store_db *db, store_sql sql);

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

typedef struct store_layout_write {
  const char *owner;
  const char *name;
  junqi_store_bytes text;
  int64_t saved;
} store_layout_write;

struct store_job {
  store_job *next;
  store_apply *apply;
  uint64_t tag;
  size_t size; /* of the allocation */
  junqi_store_status status;
  junqi_store_batch batch;   /* of tables.c; zero for a layout */
  store_layout_write layout; /* of layouts.c; zero for a batch */
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

int store_writer_start(junqi_store *store);
void store_writer_stop(junqi_store *store);

bool store_text_fits(const char *text, size_t max); /* 1 to max bytes */
bool store_bytes_fit(junqi_store_bytes bytes, size_t max);

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
