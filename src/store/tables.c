/* Tables and their events: the batch that writes them and the readers that give them back. Not
 * the queue (writer.c), and no idea what an event or a header says. */
#include "internal.h"

#include <string.h>

/* Writing ------------------------------------------------------------------------------------- */

static bool event_valid(const junqi_store_event *event, uint64_t seq) {
  return event->seq == seq && store_text_fits(event->kind, JUNQI_STORE_KIND_MAX) &&
         store_bytes_fit(event->body, JUNQI_STORE_BODY_MAX);
}

/* Whether the batch is well-formed in itself; whether it fits the table is known when written. */
static junqi_store_status check_batch(const junqi_store_batch *batch) {
  bool good = store_text_fits(batch->table, JUNQI_STORE_ID_MAX) &&
              store_bytes_fit(batch->header, JUNQI_STORE_HEADER_MAX) &&
              batch->event_count <= JUNQI_STORE_EVENTS_MAX &&
              batch->owner_count <= JUNQI_STORE_OWNERS_MAX &&
              (batch->game == NULL || (batch->finish && store_game_valid(batch->game)));
  for (size_t i = 0; good && i < batch->owner_count; i++) {
    good = store_text_fits(batch->owners[i], JUNQI_STORE_OWNER_MAX);
  }
  uint64_t first = good && batch->event_count > 0 ? batch->events[0].seq : 1;
  good = good && first >= 1 && first <= INT64_MAX - JUNQI_STORE_EVENTS_MAX;
  for (size_t i = 0; good && i < batch->event_count; i++) {
    good = event_valid(&batch->events[i], first + i);
  }
  return good ? JUNQI_STORE_OK : JUNQI_STORE_INVALID;
}

static size_t copy_size(const junqi_store_batch *batch) {
  size_t size = batch->event_count * sizeof batch->events[0] +
                batch->owner_count * sizeof batch->owners[0] + strlen(batch->table) + 1 +
                batch->header.size + (batch->game != NULL ? store_game_size(batch->game) : 0);
  for (size_t i = 0; i < batch->event_count; i++) {
    size += strlen(batch->events[i].kind) + 1 + batch->events[i].body.size;
  }
  for (size_t i = 0; i < batch->owner_count; i++) {
    size += strlen(batch->owners[i]) + 1;
  }
  return size;
}

static junqi_store_batch copy_batch(const junqi_store_batch *batch, store_arena *arena) {
  junqi_store_batch copy = *batch;
  junqi_store_game *game = batch->game != NULL ? store_game_take(batch->game, arena) : NULL;
  junqi_store_event *events = store_arena_take(arena, batch->event_count * sizeof *events);
  const char **owners = store_arena_take(arena, batch->owner_count * sizeof *owners);
  for (size_t i = 0; i < batch->event_count; i++) {
    events[i] = batch->events[i];
    events[i].kind = store_arena_text(arena, batch->events[i].kind);
    events[i].body = store_arena_bytes(arena, batch->events[i].body);
  }
  for (size_t i = 0; i < batch->owner_count; i++) {
    owners[i] = store_arena_text(arena, batch->owners[i]);
  }
  if (game != NULL) {
    store_game_texts(game, arena);
  }
  copy.game = game;
  copy.events = events;
  copy.owners = owners;
  copy.table = store_arena_text(arena, batch->table);
  copy.header = store_arena_bytes(arena, batch->header);
  return copy;
}

/* What the database knows of a batch's table; no is 0 when there is none. */
typedef struct table_state {
  int64_t no;
  bool finished;
  uint64_t last_seq;
} table_state;

static int find_table(store_db *db, const char *id, table_state *state) {
  store_query query = store_ask(db, STORE_SQL_TABLE_STATE);
  store_put_text(&query, id);
  if (store_next(&query)) {
    state->no = store_get_int(&query, 0);
    state->finished = store_get_int(&query, 1) != 0;
    state->last_seq = (uint64_t)store_get_int(&query, 2);
  }
  return store_end(&query);
}

static junqi_store_status check_place(const junqi_store_batch *batch, const table_state *state) {
  if (batch->create != (state->no == 0)) {
    return batch->create ? JUNQI_STORE_EXISTS : JUNQI_STORE_ABSENT;
  }
  bool follows = batch->event_count == 0 || batch->events[0].seq == state->last_seq + 1;
  return follows && !state->finished ? JUNQI_STORE_OK : JUNQI_STORE_ORDER;
}

static int write_header(store_db *db, const junqi_store_batch *batch, table_state *state) {
  if (batch->create) {
    store_query query = store_ask(db, STORE_SQL_ADD_TABLE);
    store_put_text(&query, batch->table);
    store_put_int(&query, batch->time);
    store_put_bytes(&query, batch->header);
    store_next(&query);
    state->no = sqlite3_last_insert_rowid(db->sqlite);
    return store_end(&query);
  }
  if (batch->set_header) {
    store_query query = store_ask(db, STORE_SQL_SET_HEADER);
    store_put_bytes(&query, batch->header);
    store_put_int(&query, state->no);
    store_next(&query);
    return store_end(&query);
  }
  return SQLITE_OK;
}

static int write_event(store_db *db, int64_t no, const junqi_store_event *event) {
  store_query query = store_ask(db, STORE_SQL_ADD_EVENT);
  store_put_int(&query, no);
  store_put_int(&query, (int64_t)event->seq);
  store_put_int(&query, event->time);
  store_put_text(&query, event->kind);
  store_put_bytes(&query, event->body);
  store_next(&query);
  return store_end(&query);
}

static int write_owner(store_db *db, int64_t no, const char *owner) {
  store_query query = store_ask(db, STORE_SQL_ADD_OWNER);
  store_put_int(&query, no);
  store_put_text(&query, owner);
  store_next(&query);
  return store_end(&query);
}

static int write_end(store_db *db, int64_t no, int64_t time) {
  static const store_sql both[] = {STORE_SQL_FINISH_TABLE, STORE_SQL_LIST_FINISHED};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 2; i++) {
    store_query query = store_ask(db, both[i]);
    store_put_int(&query, time);
    store_put_int(&query, no);
    store_next(&query);
    rc = store_end(&query);
  }
  return rc;
}

static junqi_store_status apply_batch(store_db *db, const store_job *job) {
  const junqi_store_batch *batch = &job->batch;
  table_state state = {0};
  if (find_table(db, batch->table, &state) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  junqi_store_status place = check_place(batch, &state);
  if (place != JUNQI_STORE_OK) {
    return place;
  }
  int rc = write_header(db, batch, &state);
  for (size_t i = 0; rc == SQLITE_OK && i < batch->event_count; i++) {
    rc = write_event(db, state.no, &batch->events[i]);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < batch->owner_count; i++) {
    rc = write_owner(db, state.no, batch->owners[i]);
  }
  if (rc == SQLITE_OK && batch->finish) {
    rc = write_end(db, state.no, batch->time);
  }
  if (rc == SQLITE_OK && batch->game != NULL) {
    rc = store_game_write(db, state.no, batch->time, batch->game);
  }
  return rc == SQLITE_OK ? JUNQI_STORE_OK : JUNQI_STORE_FAILED;
}

junqi_store_status junqi_store_append(junqi_store *store, const junqi_store_batch *batch,
                                      uint64_t tag) {
  junqi_store_status status = check_batch(batch);
  if (status != JUNQI_STORE_OK) {
    return status;
  }
  size_t size = copy_size(batch);
  status = store_admit(store, size);
  if (status != JUNQI_STORE_OK) {
    return status;
  }
  store_arena arena;
  store_job *job = store_job_new(size, &arena);
  if (job != NULL) {
    job->apply = apply_batch;
    job->tag = tag;
    job->batch = copy_batch(batch, &arena);
  }
  return store_submit(store, job);
}

/* Reading ------------------------------------------------------------------------------------- */

/* Tells the reader one table's events, by a query of EVENTS_AFTER; false when the reader wants no
 * more or reading failed. */
static bool read_events(store_query *query, int64_t no, uint64_t after,
                        const junqi_store_reader *reader) {
  bool more = true;
  store_again(query);
  store_put_int(query, no);
  store_put_int(query, after > INT64_MAX ? INT64_MAX : (int64_t)after);
  while (more && store_next(query)) {
    junqi_store_event event = {
        .seq = (uint64_t)store_get_int(query, 0),
        .time = store_get_int(query, 1),
        .kind = store_get_text(query, 2),
        .body = store_get_bytes(query, 3),
    };
    more = query->rc == SQLITE_OK && reader->event(reader->context, &event);
  }
  return more && query->rc == SQLITE_OK;
}

/* Runs a query of TABLE_COLUMNS. While it stands open, the events read beside it come from the
 * same snapshot, so that a commit in between can't tear a table from its events. */
static junqi_store_status read_tables(store_query *query, bool with_events, uint64_t after,
                                      const junqi_store_reader *reader, size_t *count) {
  bool more = true;
  int rc = SQLITE_OK;
  store_query events = {.db = query->db};
  if (with_events) {
    events = store_ask(query->db, STORE_SQL_EVENTS_AFTER);
  }
  *count = 0;
  while (more && store_next(query)) {
    junqi_store_table table = {
        .id = store_get_text(query, 1),
        .created = store_get_int(query, 2),
        .finished = store_get_int(query, 3) != 0,
        .finished_at = store_get_int(query, 4),
        .header = store_get_bytes(query, 5),
        .last_seq = (uint64_t)store_get_int(query, 6),
    };
    more = query->rc == SQLITE_OK && reader->table(reader->context, &table);
    if (more && with_events) {
      more = read_events(&events, store_get_int(query, 0), after, reader);
    }
    ++*count;
  }
  if (with_events) {
    rc = store_end(&events);
  }
  int outer = store_end(query);
  return rc == SQLITE_OK && outer == SQLITE_OK ? JUNQI_STORE_OK : JUNQI_STORE_FAILED;
}

junqi_store_status junqi_store_each_unfinished(junqi_store *store,
                                               const junqi_store_reader *reader) {
  size_t count;
  store_query query = store_ask(&store->reader, STORE_SQL_UNFINISHED_TABLES);
  return read_tables(&query, true, 0, reader, &count);
}

junqi_store_status junqi_store_load(junqi_store *store, const char *table, uint64_t after,
                                    const junqi_store_reader *reader) {
  if (!store_text_fits(table, JUNQI_STORE_ID_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  size_t count;
  store_query query = store_ask(&store->reader, STORE_SQL_ONE_TABLE);
  store_put_text(&query, table);
  junqi_store_status status = read_tables(&query, true, after, reader, &count);
  return status == JUNQI_STORE_OK && count == 0 ? JUNQI_STORE_ABSENT : status;
}

junqi_store_status junqi_store_each_finished(junqi_store *store, const char *owner,
                                             const junqi_store_cursor *before, size_t limit,
                                             const junqi_store_reader *reader) {
  if (!store_text_fits(owner, JUNQI_STORE_OWNER_MAX) || limit > INT32_MAX ||
      (before != NULL && memchr(before->id, '\0', sizeof before->id) == NULL)) {
    return JUNQI_STORE_INVALID;
  }
  size_t count;
  store_sql sql = before != NULL ? STORE_SQL_FINISHED_NEXT_PAGE : STORE_SQL_FINISHED_FIRST_PAGE;
  store_query query = store_ask(&store->reader, sql);
  store_put_text(&query, owner);
  store_put_int(&query, (int64_t)limit);
  if (before != NULL) {
    store_put_int(&query, before->finished_at);
    store_put_text(&query, before->id);
  }
  return read_tables(&query, false, 0, reader, &count);
}
