/* The write queue: jobs go in on the owner's thread, are committed in groups on the writer's, and
 * come back as completions. What a job does is its own affair (tables.c, people.c, …). */
#include "internal.h"

#include <signal.h>
#include <string.h>

enum {
  /* Jobs in one transaction: enough to share a disk sync, few enough to answer soon. */
  GROUP_MAX = 1024,
  /* Memory that writes submitted and not yet polled may hold. One batch is always let in. */
  QUEUE_BYTES = 64 << 20,
  /* How many times longer than else the log gets while writes wait. */
  BUSY_PATIENCE = 10
};

/* Jobs ---------------------------------------------------------------------------------------- */

store_job *store_job_new(size_t extra, store_arena *arena) {
  /* SQLite's allocator serves here too: a test that replaces it makes every allocation fail. */
  store_job *job = sqlite3_malloc64(sizeof *job + extra);
  if (job != NULL) {
    *job = (store_job){.size = sizeof *job + extra};
    arena->at = (char *)(job + 1);
  }
  return job;
}

void *store_arena_take(store_arena *arena, size_t size) {
  void *taken = arena->at;
  arena->at += size;
  return taken;
}

junqi_store_bytes store_arena_bytes(store_arena *arena, junqi_store_bytes bytes) {
  junqi_store_bytes copy = {.data = arena->at, .size = bytes.size};
  if (bytes.size > 0) {
    memcpy(store_arena_take(arena, bytes.size), bytes.data, bytes.size);
  }
  return copy;
}

const char *store_arena_text(store_arena *arena, const char *text) {
  return store_arena_bytes(arena, (junqi_store_bytes){text, strlen(text) + 1}).data;
}

store_value store_int(int64_t number) {
  return (store_value){.kind = STORE_INT, .number = number};
}

store_value store_text(const char *text) {
  return (store_value){.kind = STORE_TEXT, .bytes = {text, strlen(text) + 1}};
}

store_value store_blob(const void *data, size_t size) {
  return (store_value){.kind = STORE_BYTES, .bytes = {data, size}};
}

junqi_store_status store_outcome(int rc) {
  return rc == SQLITE_OK ? JUNQI_STORE_OK : JUNQI_STORE_FAILED;
}

static junqi_store_status apply_write(store_db *db, const store_job *job) {
  if (store_run_with(db, job->write.sql, job->write.values) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  return sqlite3_changes(db->sqlite) > 0 ? JUNQI_STORE_OK : JUNQI_STORE_ABSENT;
}

junqi_store_status store_apply_any(store_db *db, const store_job *job) {
  return store_outcome(store_run_with(db, job->write.sql, job->write.values));
}

junqi_store_status store_queue(junqi_store *store, const store_write *write, uint64_t tag) {
  size_t size = 0;
  for (size_t i = 0; i < write->count; i++) {
    size += write->values[i].bytes.size;
  }
  junqi_store_status status = store_admit(store, size);
  if (status != JUNQI_STORE_OK) {
    return status;
  }
  store_arena arena;
  store_job *job = store_job_new(size, &arena);
  if (job != NULL) {
    job->apply = write->apply != NULL ? write->apply : apply_write;
    job->tag = tag;
    job->write = *write;
    for (size_t i = 0; i < write->count; i++) {
      job->write.values[i].bytes = store_arena_bytes(&arena, write->values[i].bytes);
    }
  }
  return store_submit(store, job);
}

static void append_job(store_list *list, store_job *job) {
  job->next = NULL;
  if (list->first == NULL) {
    list->first = job;
  } else {
    list->last->next = job;
  }
  list->last = job;
}

static void append_list(store_list *list, store_list more) {
  if (list->first == NULL) {
    *list = more;
  } else if (more.first != NULL) {
    list->last->next = more.first;
    list->last = more.last;
  }
}

static store_list take_group(store_list *queue) {
  store_list group = {queue->first, queue->first};
  for (int n = 1; n < GROUP_MAX && group.last->next != NULL; n++) {
    group.last = group.last->next;
  }
  queue->first = group.last->next;
  group.last->next = NULL;
  return group;
}

static void free_jobs(store_job *job) {
  while (job != NULL) {
    store_job *next = job->next;
    sqlite3_free(job);
    job = next;
  }
}

/* Writing ------------------------------------------------------------------------------------- */

static bool has_failed(junqi_store *store) {
  pthread_mutex_lock(&store->mutex);
  bool failed = store->health.status != JUNQI_STORE_OK;
  pthread_mutex_unlock(&store->mutex);
  return failed;
}

static void stop_for_good(junqi_store *store, const char *why) {
  pthread_mutex_lock(&store->mutex);
  if (store->health.status == JUNQI_STORE_OK) {
    store_error_set(&store->health, JUNQI_STORE_FAILED, "%s", why);
  }
  pthread_mutex_unlock(&store->mutex);
}

static bool apply_group(store_db *db, store_job *first) {
  bool good = store_run(db, STORE_SQL_BEGIN) == SQLITE_OK;
  for (store_job *job = first; good && job != NULL; job = job->next) {
    job->status = job->apply(db, job);
    good = job->status != JUNQI_STORE_FAILED;
  }
  return good && store_run(db, STORE_SQL_COMMIT) == SQLITE_OK;
}

/* One transaction. A failure anywhere takes all of it back and stops the store. */
static void write_group(junqi_store *store, store_job *first) {
  bool good = !has_failed(store);
  if (good && !apply_group(&store->writer, first)) {
    good = false;
    stop_for_good(store, sqlite3_errmsg(store->writer.sqlite));
    store_run(&store->writer, STORE_SQL_ROLLBACK); /* may be rolled back already */
  }
  for (store_job *job = first; !good && job != NULL; job = job->next) {
    job->status = JUNQI_STORE_FAILED;
  }
}

/* Folding the log into the database takes long, and what is queued behind it waits: so it is done
 * when nobody waits, and while always somebody does, seldom. The longer the log, the oftener a page
 * stands in it that is written back only once. */
static void checkpoint_when_long(junqi_store *store, bool awaited) {
  int most = awaited ? store->checkpoint_pages * BUSY_PATIENCE : store->checkpoint_pages;
  if (store->wal_frames < most || has_failed(store)) {
    return;
  }
  int rc = sqlite3_wal_checkpoint_v2(store->writer.sqlite, "main", SQLITE_CHECKPOINT_PASSIVE, NULL,
                                     NULL);
  if (rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY && (rc & 0xff) != SQLITE_LOCKED) {
    stop_for_good(store, sqlite3_errmsg(store->writer.sqlite));
  }
  store->wal_frames = 0;
}

/* Writes one group if any waits; called and returns with the mutex held. */
static bool write_some(junqi_store *store) {
  if (store->queued.first == NULL) {
    return false;
  }
  store_list group = take_group(&store->queued);
  store->writing = true;
  pthread_mutex_unlock(&store->mutex);

  write_group(store, group.first);

  pthread_mutex_lock(&store->mutex);
  append_list(&store->done, group);
  store->writing = false;
  bool awaited = store->queued.first != NULL;
  if (!awaited) {
    pthread_cond_signal(&store->idle);
  }
  pthread_mutex_unlock(&store->mutex);
  if (store->wake != NULL && !store->inline_writer) {
    store->wake(store->wake_context);
  }
  checkpoint_when_long(store, awaited);
  pthread_mutex_lock(&store->mutex);
  return true;
}

static void *run_writer(void *argument) {
  junqi_store *store = argument;
  pthread_mutex_lock(&store->mutex);
  while (write_some(store) || !store->stop) {
    if (store->queued.first == NULL && !store->stop) {
      pthread_cond_wait(&store->work, &store->mutex);
    }
  }
  pthread_mutex_unlock(&store->mutex);
  return NULL;
}

int store_writer_start(junqi_store *store) {
  pthread_mutex_init(&store->mutex, NULL); /* with default attributes Linux never fails these */
  pthread_cond_init(&store->work, NULL);
  pthread_cond_init(&store->idle, NULL);
  int rc = 0;
  if (!store->inline_writer) {
    /* Signals are the owner's: a new thread inherits the mask it is made under. */
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    rc = pthread_create(&store->thread, NULL, run_writer, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  return rc;
}

/* The owner's own turn at writing when there is no thread. */
static void write_inline(junqi_store *store) {
  pthread_mutex_lock(&store->mutex);
  while (write_some(store)) {
  }
  pthread_mutex_unlock(&store->mutex);
}

void store_writer_stop(junqi_store *store) {
  if (store->inline_writer) {
    write_inline(store);
  } else {
    pthread_mutex_lock(&store->mutex);
    store->stop = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->thread, NULL);
  }
  free_jobs(store->done.first);
  pthread_cond_destroy(&store->idle);
  pthread_cond_destroy(&store->work);
  pthread_mutex_destroy(&store->mutex);
}

/* The owner's side ------------------------------------------------------------------------------
 */

junqi_store_error junqi_store_health(junqi_store *store) {
  pthread_mutex_lock(&store->mutex);
  junqi_store_error health = store->health;
  pthread_mutex_unlock(&store->mutex);
  return health;
}

size_t junqi_store_pending(const junqi_store *store) {
  return store->pending;
}

junqi_store_status store_admit(junqi_store *store, size_t extra) {
  if (has_failed(store)) {
    return JUNQI_STORE_FAILED;
  }
  bool full = store->pending >= store->queue_limit ||
              (store->pending > 0 && store->pending_bytes + extra > QUEUE_BYTES);
  return full ? JUNQI_STORE_BUSY : JUNQI_STORE_OK;
}

junqi_store_status store_submit(junqi_store *store, store_job *job) {
  if (job == NULL) {
    stop_for_good(store, "out of memory");
    return JUNQI_STORE_FAILED;
  }
  store->pending++;
  store->pending_bytes += job->size;
  pthread_mutex_lock(&store->mutex);
  append_job(&store->queued, job);
  pthread_cond_signal(&store->work);
  pthread_mutex_unlock(&store->mutex);
  return JUNQI_STORE_OK;
}

static junqi_store_completion completion_of(const store_job *job) {
  const junqi_store_batch *batch = &job->batch;
  return (junqi_store_completion){
      .tag = job->tag,
      .status = job->status,
      .table = batch->table != NULL ? batch->table : "",
      .last_seq = batch->event_count > 0 ? batch->events[batch->event_count - 1].seq : 0,
  };
}

size_t junqi_store_poll(junqi_store *store, junqi_store_sink *sink, void *context) {
  if (store->inline_writer) {
    write_inline(store);
  }
  pthread_mutex_lock(&store->mutex);
  store_job *job = store->done.first;
  store->done = (store_list){NULL, NULL};
  pthread_mutex_unlock(&store->mutex);

  size_t count = 0;
  while (job != NULL) {
    store_job *next = job->next;
    junqi_store_completion completion = completion_of(job);
    store->pending--; /* before the sink, which may submit in its place */
    store->pending_bytes -= job->size;
    sink(context, &completion);
    sqlite3_free(job);
    job = next;
    count++;
  }
  return count;
}

size_t junqi_store_drain(junqi_store *store, junqi_store_sink *sink, void *context) {
  size_t count = 0;
  do {
    pthread_mutex_lock(&store->mutex);
    while (!store->inline_writer && (store->queued.first != NULL || store->writing)) {
      pthread_cond_wait(&store->idle, &store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    count += junqi_store_poll(store, sink, context);
  } while (store->pending > 0);
  return count;
}
