/* The store: what must outlive the process — tables' events and people's saved layouts here, their
 * accounts in store_people.h, their games and scores in store_games.h.
 *
 * One data directory holds one SQLite database, used by one process at a time. Events of a table
 * are numbered 1, 2, 3, … and are only ever appended. Writes are asynchronous: they are queued in
 * order, committed in groups by a writer thread, and reported by junqi_store_poll(); a write
 * reported JUNQI_STORE_OK survives kill -9 and, as far as the disk keeps its word, power loss.
 * Reads are synchronous and see exactly what has been committed.
 *
 * The store does not know who plays what: ids, headers, kinds and bodies are opaque. It reads no
 * clock; every time is an argument, in milliseconds, of the caller's epoch.
 *
 * Threads: all functions of one store are called from one thread, the owner. Only the `wake`
 * callback runs on another thread. Texts are NUL-terminated UTF-8 and their limits are in bytes,
 * without the NUL. Arguments are copied before a function returns; what a callback is given is
 * valid until the callback returns. A callback may read and submit writes; a sink must not poll or
 * drain, and none may close, the store it was called by.
 */
#ifndef JUNQI_STORE_H
#define JUNQI_STORE_H

#include "junqi/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  JUNQI_STORE_ID_MAX = 32,         /* a table's id: 1 to this many bytes */
  JUNQI_STORE_KIND_MAX = 32,       /* an event's kind: 1 to this many bytes */
  JUNQI_STORE_BODY_MAX = 65536,    /* an event's body: 0 to this many bytes */
  JUNQI_STORE_HEADER_MAX = 65536,  /* a table's header: 0 to this many bytes */
  JUNQI_STORE_EVENTS_MAX = 1024,   /* events in one batch */
  JUNQI_STORE_OWNERS_MAX = 16,     /* owner keys added by one batch */
  JUNQI_STORE_OWNER_MAX = 128,     /* an owner key: 1 to this many bytes */
  JUNQI_STORE_NAME_MAX = 128,      /* a layout's name: 1 to this many bytes */
  JUNQI_STORE_LAYOUT_MAX = 8192,   /* a layout's text: 0 to this many bytes */
  JUNQI_STORE_LAYOUTS_MAX = 200,   /* layouts of one owner */
  JUNQI_STORE_QUEUE_DEFAULT = 8192 /* writes submitted and not yet polled */
};

typedef enum junqi_store_status {
  JUNQI_STORE_OK = 0,
  JUNQI_STORE_INVALID, /* an argument is outside its stated range */
  JUNQI_STORE_ABSENT,  /* no such table, layout, account, … */
  JUNQI_STORE_EXISTS,  /* one of this id is there already */
  JUNQI_STORE_ORDER,   /* sequence numbers leave a gap or repeat, or the table is finished */
  JUNQI_STORE_BUSY,    /* the queue is full (number or 64 MB): poll, then try again */
  JUNQI_STORE_LIMIT,   /* the owner has as many layouts, or tokens, as there may be */
  JUNQI_STORE_FAILED,  /* the disk, SQLite or memory failed */
  JUNQI_STORE_LOCKED,  /* open: another process uses this data directory */
  JUNQI_STORE_FUTURE,  /* open: the database was written by a newer junqi */
  JUNQI_STORE_FOREIGN, /* open: junqi.db is no database of junqi */
  JUNQI_STORE_NO_DIR,  /* open: the data directory can't be made or entered */
  JUNQI_STORE_TAKEN,   /* the name belongs to another account */
  JUNQI_STORE_DAMAGED, /* open, check: the database does not hold together */
  JUNQI_STORE_IN_WAY   /* backup, restore: a file is there already and is left alone */
} junqi_store_status;

/* The error of errors.def that tells a person of this status, in both languages; the sentence has
 * no blanks. */
junqi_code junqi_store_code(junqi_store_status status);

typedef struct junqi_store junqi_store;

/* Bytes that belong to somebody else; data may be NULL when size is 0. */
typedef struct junqi_store_bytes {
  const char *data;
  size_t size;
} junqi_store_bytes;

/* Opening ------------------------------------------------------------------------------------ */

typedef struct junqi_store_options {
  const char *directory; /* data directory; made with mode 0700, parents too, when missing */
  /* Called on the writer thread when completions wait to be polled. May be NULL. It must do no
   * more than wake the owner (for libuv: uv_async_send) and may be called more often than needed.
   * It is never called after junqi_store_close() has returned, nor with `inline_writer`. */
  void (*wake)(void *context);
  void *wake_context;
  size_t queue_limit;   /* writes submitted and not yet polled; 0: JUNQI_STORE_QUEUE_DEFAULT */
  int checkpoint_pages; /* length of the log at which it is folded into the database; 0: 2000 */
  bool inline_writer;   /* no thread: junqi_store_poll() commits (simulation and tests) */
  const char *vfs;      /* name of a registered SQLite VFS; NULL: the default one (tests) */
} junqi_store_options;

/* Where and why something failed: a path or SQLite's own words, for a log or a terminal. */
typedef struct junqi_store_error {
  junqi_store_status status;
  char detail[512];
} junqi_store_error;

/* Opens or makes `directory`/junqi.db, brings its schema up to date and starts the writer.
 * On success *store is the caller's, to be closed by junqi_store_close(). On failure *store is
 * NULL, nothing stays open, a database from the future or of another program is untouched, and
 * `error` (may be NULL) says why. Returns OK, LOCKED, FUTURE, FOREIGN, DAMAGED, NO_DIR,
 * FAILED, INVALID. With OK, error->detail is empty or a remark for the operator: the database was
 * there and empty, so it begins anew. */
junqi_store_status junqi_store_open(const junqi_store_options *options, junqi_store **store,
                                    junqi_store_error *error);

/* Writes out what is queued, stops the writer and frees the store. Completions not polled are
 * dropped: call junqi_store_drain() first to hear of them. NULL is allowed. */
void junqi_store_close(junqi_store *store);

/* Why the store refuses writes: status OK as long as it doesn't. A write that failed stops the
 * store for good ("fail-stop"): everything queued behind it and submitted later is FAILED, and
 * only closing and opening again, which shows what is on disk, helps. Reads go on. */
junqi_store_error junqi_store_health(junqi_store *store);

/* Backups ------------------------------------------------------------------------------------ */
/* These need no store, may be called on any thread and in any process, and keep it waiting. */

/* Copies the database of a data directory, as of one moment, into a new file, whether or not a
 * store is open on it; the file appears complete and durable or not at all. Returns OK, IN_WAY,
 * ABSENT (no database there), FOREIGN, FUTURE, DAMAGED (the copy, which is then removed), FAILED,
 * INVALID; `error` (may be NULL) says more. */
junqi_store_status junqi_store_backup(const char *directory, const char *file,
                                      junqi_store_error *error);

typedef struct junqi_store_summary {
  int schema; /* version; 1 and up */
  uint64_t tables, unfinished, events, accounts;
} junqi_store_summary;

/* Reads a database file that nobody has open, such as a backup, from end to end. OK: it is ours and
 * whole, and *summary (may be NULL) tells what is in it; otherwise as junqi_store_backup(). */
junqi_store_status junqi_store_check(const char *file, junqi_store_summary *summary,
                                     junqi_store_error *error);

/* Checks a backup and puts a copy of it into a data directory that has no database, which is made
 * when missing. Returns OK, IN_WAY, LOCKED, NO_DIR, or as junqi_store_check(). */
junqi_store_status junqi_store_restore(const char *file, const char *directory,
                                       junqi_store_error *error);

/* Writing ------------------------------------------------------------------------------------ */

struct junqi_store_game;

typedef struct junqi_store_event {
  uint64_t seq;     /* 1, 2, 3, … within its table */
  int64_t time;     /* ms */
  const char *kind; /* 1 to JUNQI_STORE_KIND_MAX bytes */
  junqi_store_bytes body;
} junqi_store_event;

/* One indivisible change of one table: all of it is committed or nothing. Any part may be empty,
 * so that making a table and its first events, or the last event and the end, are one batch.
 * Zero-initialise and fill in what is needed. */
typedef struct junqi_store_batch {
  const char *table;               /* id, 1 to JUNQI_STORE_ID_MAX bytes */
  int64_t time;                    /* ms; the created time with `create`, finished with `finish` */
  bool create;                     /* make the table; else it must exist and not be finished */
  bool finish;                     /* mark it finished, after these events; nothing may follow */
  bool set_header;                 /* replace the header (always written with `create`) */
  junqi_store_bytes header;        /* opaque, at most JUNQI_STORE_HEADER_MAX bytes */
  const junqi_store_event *events; /* consecutive, following the last stored one (or from 1) */
  size_t event_count;              /* at most JUNQI_STORE_EVENTS_MAX */
  const char *const *owners;       /* keys under which junqi_store_each_finished() lists it */
  size_t owner_count;              /* at most JUNQI_STORE_OWNERS_MAX; repeats do no harm */
  const struct junqi_store_game *game; /* store_games.h: with `finish`, what to index and score */
} junqi_store_batch;

/* Queues a batch. Returns OK when queued: exactly one completion with `tag` (any number, the
 * caller's) will follow. INVALID, BUSY, FAILED: nothing is queued and no completion comes.
 * Batches of one table may follow each other without waiting; when one is refused (ORDER, …) those
 * behind it are refused as well, for their numbers no longer follow. A refusal leaves the rest of
 * the store as it is. */
junqi_store_status junqi_store_append(junqi_store *store, const junqi_store_batch *batch,
                                      uint64_t tag);

/* Queues a layout to be saved under (owner, name), replacing an older one of that name.
 * Completion: OK, LIMIT, FAILED. Returns as junqi_store_append(). `time` in ms. */
junqi_store_status junqi_store_put_layout(junqi_store *store, const char *owner, const char *name,
                                          junqi_store_bytes text, int64_t time, uint64_t tag);

/* Queues the removal of a layout. Completion: OK, ABSENT, FAILED. */
junqi_store_status junqi_store_delete_layout(junqi_store *store, const char *owner,
                                             const char *name, uint64_t tag);

/* The result of one write. */
typedef struct junqi_store_completion {
  uint64_t tag;
  junqi_store_status status; /* OK: durable. Otherwise nothing of it was written, except that
                              * after FAILED only opening again tells whether it was (all of it) */
  const char *table;         /* the batch's table; "" for any other write */
  uint64_t last_seq;         /* sequence number of the batch's last event; 0: it had none */
} junqi_store_completion;

typedef void junqi_store_sink(void *context, const junqi_store_completion *completion);

/* Hands over the completions that wait, in the order of submission, without blocking. Returns
 * their number. Writes submitted by the sink complete in a later call. */
size_t junqi_store_poll(junqi_store *store, junqi_store_sink *sink, void *context);

/* As junqi_store_poll(), but waits until nothing is queued any more. */
size_t junqi_store_drain(junqi_store *store, junqi_store_sink *sink, void *context);

/* Writes submitted and not yet polled. */
size_t junqi_store_pending(const junqi_store *store);

/* Reading ------------------------------------------------------------------------------------ */
/* Each returns OK when it came to its end or was stopped by a callback, FAILED when reading
 * failed (callbacks made before that stand), INVALID for arguments out of range. */

typedef struct junqi_store_table {
  const char *id;
  int64_t created; /* ms */
  bool finished;
  int64_t finished_at; /* ms; 0 unless finished */
  uint64_t last_seq;   /* of the last event; 0: none */
  junqi_store_bytes header;
} junqi_store_table;

/* What a reader is told: `table` first, then its events in order through `event` (not called by
 * functions that list tables only; may then be NULL). Returning false stops the reading. */
typedef struct junqi_store_reader {
  bool (*table)(void *context, const junqi_store_table *table);
  bool (*event)(void *context, const junqi_store_event *event);
  void *context;
} junqi_store_reader;

/* Every table not finished, oldest first, each with all its events: what a start needs. */
junqi_store_status junqi_store_each_unfinished(junqi_store *store,
                                               const junqi_store_reader *reader);

/* One table, finished or not, with its events whose number is above `after`. ABSENT. */
junqi_store_status junqi_store_load(junqi_store *store, const char *table, uint64_t after,
                                    const junqi_store_reader *reader);

/* Where a page ends: the finished time and id of its last table. */
typedef struct junqi_store_cursor {
  int64_t finished_at;
  char id[JUNQI_STORE_ID_MAX + 1];
} junqi_store_cursor;

/* Finished tables of an owner, newest first, at most `limit`, without events. `before` is NULL for
 * the first page, then the place of the last table seen. */
junqi_store_status junqi_store_each_finished(junqi_store *store, const char *owner,
                                             const junqi_store_cursor *before, size_t limit,
                                             const junqi_store_reader *reader);

typedef struct junqi_store_layout {
  const char *name;
  int64_t saved; /* ms */
  junqi_store_bytes text;
} junqi_store_layout;

typedef bool junqi_store_layout_fn(void *context, const junqi_store_layout *layout);

/* One layout, through one call of `each`. ABSENT. */
junqi_store_status junqi_store_get_layout(junqi_store *store, const char *owner, const char *name,
                                          junqi_store_layout_fn *each, void *context);

/* All layouts of an owner, by name. */
junqi_store_status junqi_store_each_layout(junqi_store *store, const char *owner,
                                           junqi_store_layout_fn *each, void *context);

#endif
