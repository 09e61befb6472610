/* The store's contract, clause by clause, on a disk that works. */
#include "helpers.h"

#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static junqi_store_status open_status(const char *directory) {
  junqi_store_options options = {.directory = directory};
  junqi_store *store = NULL;
  junqi_store_error error;
  junqi_store_status status = junqi_store_open(&options, &store, &error);
  assert_int_equal(error.status, status);
  assert_int_equal(status == JUNQI_STORE_OK, store != NULL);
  assert_int_equal(status == JUNQI_STORE_OK, error.detail[0] == '\0');
  junqi_store_close(store);
  return status;
}

/* The last completion seen, and how many. */
typedef struct seen_completion {
  size_t count;
  uint64_t tag;
  junqi_store_status status;
  char table[JUNQI_STORE_ID_MAX + 1];
  uint64_t last_seq;
} seen_completion;

static void note(void *context, const junqi_store_completion *completion) {
  seen_completion *seen = context;
  seen->count++;
  seen->tag = completion->tag;
  seen->status = completion->status;
  seen->last_seq = completion->last_seq;
  strcpy(seen->table, completion->table);
}

static junqi_store_status complete(junqi_store *store) {
  seen_completion seen = {0};
  assert_int_equal(junqi_store_poll(store, note, &seen), 1);
  return seen.status;
}

static junqi_store_status append(junqi_store *store, const junqi_store_batch *batch) {
  junqi_store_status status = junqi_store_append(store, batch, 1);
  return status == JUNQI_STORE_OK ? complete(store) : status;
}

static junqi_store_status append_event(junqi_store *store, const char *table, bool create,
                                       uint64_t seq) {
  junqi_store_event event = {.seq = seq, .kind = "move"};
  return append(store, &(junqi_store_batch){
                           .table = table, .create = create, .events = &event, .event_count = 1});
}

/* What a reading gave, as text: "id created finished_at last_seq header|seq kind time body,…;" */
typedef struct transcript {
  char text[4096];
  size_t stop_after; /* tables; 0: never */
} transcript;

static bool tell_table(void *context, const junqi_store_table *table) {
  transcript *t = context;
  size_t size = strlen(t->text);
  snprintf(t->text + size, sizeof t->text - size, "%s%s %lld %lld %llu %.*s|", size > 0 ? ";" : "",
           table->id, (long long)table->created, (long long)table->finished_at,
           (unsigned long long)table->last_seq, (int)table->header.size, table->header.data);
  assert_int_equal(table->finished, table->finished_at != 0);
  return t->stop_after == 0 || --t->stop_after > 0;
}

static bool tell_event(void *context, const junqi_store_event *event) {
  transcript *t = context;
  size_t size = strlen(t->text);
  snprintf(t->text + size, sizeof t->text - size, "%llu %s %lld %.*s,",
           (unsigned long long)event->seq, event->kind, (long long)event->time,
           (int)event->body.size, event->body.data);
  return true;
}

static void assert_unfinished(junqi_store *store, const char *expected) {
  transcript t = {0};
  junqi_store_reader reader = {tell_table, tell_event, &t};
  assert_int_equal(junqi_store_each_unfinished(store, &reader), JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

static void assert_load(junqi_store *store, const char *id, uint64_t after, const char *expected) {
  transcript t = {0};
  junqi_store_reader reader = {tell_table, tell_event, &t};
  assert_int_equal(junqi_store_load(store, id, after, &reader), JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

/* Opening ------------------------------------------------------------------------------------ */

static void opens_a_new_directory_for_its_owner_only(void **state) {
  char path[SCRATCH_MAX];
  scratch_path(path, *state, "a/b/data/");
  assert_int_equal(open_status(path), JUNQI_STORE_OK);
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0700);
  assert_int_equal(stat(scratch_path(path, *state, "a/b/data/junqi.db"), &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  scratch_path(path, *state, "a/b/data/");
  assert_int_equal(open_status(path), JUNQI_STORE_OK); /* and a second time */
}

static void refuses_a_place_that_is_no_directory(void **state) {
  char path[SCRATCH_MAX];
  fclose(fopen(scratch_path(path, *state, "file"), "w"));
  assert_int_equal(open_status(path), JUNQI_STORE_NO_DIR);
  assert_int_equal(open_status(scratch_path(path, *state, "file/below")), JUNQI_STORE_NO_DIR);
  assert_int_equal(open_status("/proc/no-such"), JUNQI_STORE_NO_DIR);
  assert_int_equal(open_status(""), JUNQI_STORE_INVALID);
  assert_int_equal(open_status(NULL), JUNQI_STORE_INVALID);
  char longer[8192];
  memset(longer, 'a', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  assert_int_equal(open_status(longer), JUNQI_STORE_NO_DIR);
}

static void refuses_a_directory_in_use(void **state) {
  junqi_store *store = store_open_inline(*state);
  junqi_store_options options = {.directory = *state};
  junqi_store *second = NULL;
  junqi_store_error error;
  assert_int_equal(junqi_store_open(&options, &second, &error), JUNQI_STORE_LOCKED);
  char pid[32];
  snprintf(pid, sizeof pid, "process %ld", (long)getpid());
  assert_non_null(strstr(error.detail, pid)); /* says who */
  assert_null(second);
  assert_int_equal(append_event(store, "t", true, 1), JUNQI_STORE_OK); /* and disturbs nobody */
  junqi_store_close(store);
  assert_int_equal(open_status(*state), JUNQI_STORE_OK);
}

static void change_database(const char *directory, const char *sql) {
  char path[SCRATCH_MAX];
  sqlite3 *sqlite;
  assert_int_equal(sqlite3_open(scratch_path(path, directory, "junqi.db"), &sqlite), SQLITE_OK);
  assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(sqlite);
}

static size_t slurp(const char *directory, char *buffer, size_t size) {
  char path[SCRATCH_MAX];
  FILE *file = fopen(scratch_path(path, directory, "junqi.db"), "rb");
  assert_non_null(file);
  size = fread(buffer, 1, size, file);
  fclose(file);
  return size;
}

static void assert_refused_untouched(const char *directory, junqi_store_status expected) {
  static char before[1 << 18];
  static char after[1 << 18];
  size_t size = slurp(directory, before, sizeof before);
  assert_int_equal(open_status(directory), expected);
  assert_int_equal(slurp(directory, after, sizeof after), size);
  assert_memory_equal(before, after, size);
}

static void refuses_a_database_from_the_future(void **state) {
  assert_int_equal(open_status(*state), JUNQI_STORE_OK);
  change_database(*state, "PRAGMA user_version = 1000");
  assert_refused_untouched(*state, JUNQI_STORE_FUTURE);
}

static void refuses_a_database_of_another_program(void **state) {
  change_database(*state, "CREATE TABLE theirs (a)");
  assert_refused_untouched(*state, JUNQI_STORE_FOREIGN);
}

static void refuses_a_file_that_is_no_database(void **state) {
  char path[SCRATCH_MAX];
  FILE *file = fopen(scratch_path(path, *state, "junqi.db"), "w");
  for (int i = 0; i < 1000; i++) {
    fputs("not a database\n", file);
  }
  fclose(file);
  assert_refused_untouched(*state, JUNQI_STORE_FOREIGN);
}

/* It may be an accident, too, so it does not pass in silence; what is new or whole does. */
static void a_half_made_database_is_completed(void **state) {
  char path[SCRATCH_MAX];
  const junqi_store_options options = {.directory = *state, .inline_writer = true};
  junqi_store_error error;
  junqi_store *store;
  fclose(fopen(scratch_path(path, *state, "junqi.db"), "w")); /* killed before the first commit */
  assert_int_equal(junqi_store_open(&options, &store, &error), JUNQI_STORE_OK);
  assert_non_null(strstr(error.detail, "was empty"));
  assert_int_equal(append_event(store, "t", true, 1), JUNQI_STORE_OK);
  junqi_store_close(store);
  for (int new = 0; new <= 1; new ++) {
    assert_int_equal(junqi_store_open(&options, &store, &error), JUNQI_STORE_OK);
    assert_string_equal(error.detail, "");
    junqi_store_close(store);
    unlink(path);
  }
}

static void every_status_has_its_own_sentence(void **state) {
  (void)state;
  for (int status = JUNQI_STORE_OK; status < JUNQI_STORE_IN_WAY; status++) {
    junqi_code code = junqi_store_code((junqi_store_status)status);
    assert_true(code < junqi_store_code((junqi_store_status)(status + 1)));
    assert_int_equal(status == JUNQI_STORE_OK, code == JUNQI_E_OK);
  }
}

/* Tables ------------------------------------------------------------------------------------- */

static void gives_back_what_was_appended(void **state) {
  junqi_store *store = store_open_inline(*state);
  junqi_store_event events[] = {
      {.seq = 1, .time = 11, .kind = "sit", .body = bytes_of("a")},
      {.seq = 2, .time = -12, .kind = "移动", .body = {"b\0c", 3}},
      {.seq = 3, .time = INT64_MAX, .kind = "end"},
  };
  junqi_store_batch batch = {.table = "甲",
                             .time = 5,
                             .create = true,
                             .header = bytes_of("{h}"),
                             .events = events,
                             .event_count = 2};
  seen_completion seen = {0};
  assert_int_equal(junqi_store_append(store, &batch, 77), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_pending(store), 1);
  assert_unfinished(store, ""); /* nothing is seen before it is committed */
  assert_int_equal(junqi_store_poll(store, note, &seen), 1);
  assert_int_equal(seen.tag, 77);
  assert_int_equal(seen.status, JUNQI_STORE_OK);
  assert_int_equal(seen.last_seq, 2);
  assert_string_equal(seen.table, "甲");
  assert_int_equal(junqi_store_pending(store), 0);
  assert_int_equal(junqi_store_poll(store, note, &seen), 0);

  batch = (junqi_store_batch){.table = "甲",
                              .events = events + 2,
                              .event_count = 1,
                              .set_header = true,
                              .header = bytes_of("{new}")};
  assert_int_equal(append(store, &batch), JUNQI_STORE_OK);
  const char *all = "甲 5 0 3 {new}|1 sit 11 a,2 移动 -12 b,3 end 9223372036854775807 ,";
  assert_unfinished(store, all);
  junqi_store_close(store);

  store = store_open_inline(*state);
  assert_unfinished(store, all);
  assert_load(store, "甲", 2, "甲 5 0 3 {new}|3 end 9223372036854775807 ,");
  assert_load(store, "甲", UINT64_MAX, "甲 5 0 3 {new}|");
  junqi_store_close(store);
}

static void refuses_gaps_and_repeats(void **state) {
  junqi_store *store = store_open_inline(*state);
  assert_int_equal(append_event(store, "t", true, 2), JUNQI_STORE_ORDER);
  assert_int_equal(append_event(store, "t", false, 1), JUNQI_STORE_ABSENT);
  assert_int_equal(append_event(store, "t", true, 1), JUNQI_STORE_OK);
  assert_int_equal(append_event(store, "t", true, 2), JUNQI_STORE_EXISTS);
  assert_int_equal(append_event(store, "t", false, 1), JUNQI_STORE_ORDER);
  assert_int_equal(append_event(store, "t", false, 3), JUNQI_STORE_ORDER);
  assert_int_equal(append_event(store, "t", false, 0), JUNQI_STORE_INVALID);
  assert_int_equal(append_event(store, "t", false, UINT64_MAX), JUNQI_STORE_INVALID);
  junqi_store_event gap[] = {{.seq = 2, .kind = "k"}, {.seq = 4, .kind = "k"}};
  junqi_store_batch batch = {.table = "t", .events = gap, .event_count = 2};
  assert_int_equal(append(store, &batch), JUNQI_STORE_INVALID);
  assert_int_equal(append_event(store, "t", false, 2), JUNQI_STORE_OK);
  assert_unfinished(store, "t 0 0 2 |1 move 0 ,2 move 0 ,");
  assert_int_equal(junqi_store_health(store).status, JUNQI_STORE_OK);
  junqi_store_close(store);
}

/* A refused batch takes those of its table that follow with it, and nobody else's. */
static void a_refusal_is_the_tables_own_affair(void **state) {
  junqi_store *store = store_open_inline(*state);
  const char *tables[] = {"a", "b", "a", "b"};
  const uint64_t seqs[] = {1, 1, 3, 2};
  for (int i = 0; i < 4; i++) {
    junqi_store_event event = {.seq = seqs[i], .kind = "k"};
    junqi_store_batch batch = {
        .table = tables[i], .create = i < 2, .events = &event, .event_count = 1};
    assert_int_equal(junqi_store_append(store, &batch, 0), JUNQI_STORE_OK);
  }
  seen_completion seen = {0};
  assert_int_equal(junqi_store_poll(store, note, &seen), 4);
  assert_int_equal(seen.status, JUNQI_STORE_OK);
  assert_unfinished(store, "a 0 0 1 |1 k 0 ,;b 0 0 2 |1 k 0 ,2 k 0 ,");
  junqi_store_close(store);
}

static void a_finished_table_takes_no_more(void **state) {
  junqi_store *store = store_open_inline(*state);
  assert_int_equal(append_event(store, "t", true, 1), JUNQI_STORE_OK);
  junqi_store_event end = {.seq = 2, .kind = "end"};
  junqi_store_batch batch = {
      .table = "t", .time = 99, .finish = true, .events = &end, .event_count = 1};
  assert_int_equal(append(store, &batch), JUNQI_STORE_OK);
  assert_int_equal(append_event(store, "t", false, 3), JUNQI_STORE_ORDER);
  batch = (junqi_store_batch){.table = "t", .set_header = true};
  assert_int_equal(append(store, &batch), JUNQI_STORE_ORDER);
  assert_unfinished(store, "");
  assert_load(store, "t", 0, "t 0 99 2 |1 move 0 ,2 end 0 ,");
  junqi_store_close(store);
}

static void refuses_what_is_out_of_range(void **state) {
  junqi_store *store = store_open_inline(*state);
  char longer[200];
  memset(longer, 'x', sizeof longer);
  longer[JUNQI_STORE_ID_MAX] = '\0';
  assert_int_equal(append_event(store, longer, true, 1), JUNQI_STORE_OK);
  longer[JUNQI_STORE_ID_MAX] = 'x';
  longer[JUNQI_STORE_ID_MAX + 1] = '\0';
  assert_int_equal(append_event(store, longer, true, 1), JUNQI_STORE_INVALID);
  assert_int_equal(append_event(store, "", true, 1), JUNQI_STORE_INVALID);
  assert_int_equal(append_event(store, NULL, true, 1), JUNQI_STORE_INVALID);

  char *big = calloc(1, JUNQI_STORE_BODY_MAX + 1);
  junqi_store_event event = {.seq = 1, .kind = "k", .body = {big, JUNQI_STORE_BODY_MAX + 1}};
  junqi_store_batch batch = {.table = "t", .create = true, .events = &event, .event_count = 1};
  assert_int_equal(append(store, &batch), JUNQI_STORE_INVALID);
  event.body.size--;
  batch.header = (junqi_store_bytes){big, JUNQI_STORE_HEADER_MAX + 1};
  assert_int_equal(append(store, &batch), JUNQI_STORE_INVALID);
  batch.header.size--;
  event.kind = "";
  assert_int_equal(append(store, &batch), JUNQI_STORE_INVALID);
  event.kind = "k";
  batch.owners = (const char *const[]){""};
  batch.owner_count = 1;
  assert_int_equal(append(store, &batch), JUNQI_STORE_INVALID);
  batch.owner_count = 0;
  assert_int_equal(append(store, &batch), JUNQI_STORE_OK); /* the largest there may be */
  free(big);
  junqi_store_close(store);
}

static void finish(junqi_store *store, const char *table, int64_t time, const char *owner) {
  const char *owners[] = {owner, "everybody", owner};
  junqi_store_batch batch = {.table = table,
                             .create = true,
                             .finish = true,
                             .time = time,
                             .owners = owners,
                             .owner_count = 3};
  assert_int_equal(append(store, &batch), JUNQI_STORE_OK);
}

static void assert_page(junqi_store *store, const char *owner, const junqi_store_cursor *before,
                        size_t limit, const char *expected) {
  transcript t = {0};
  junqi_store_reader reader = {tell_table, NULL, &t};
  assert_int_equal(junqi_store_each_finished(store, owner, before, limit, &reader), JUNQI_STORE_OK);
  assert_string_equal(t.text, expected);
}

static void lists_finished_tables_newest_first(void **state) {
  junqi_store *store = store_open_inline(*state);
  finish(store, "old", 10, "me");
  finish(store, "new", 30, "me");
  finish(store, "twin1", 20, "me");
  finish(store, "twin2", 20, "me");
  finish(store, "other", 40, "you");
  junqi_store_batch open = {
      .table = "open", .create = true, .owners = (const char *const[]){"me"}, .owner_count = 1};
  assert_int_equal(append(store, &open), JUNQI_STORE_OK);

  assert_page(store, "me", NULL, 2, "new 30 30 0 |;twin2 20 20 0 |");
  junqi_store_cursor cursor = {20, "twin2"};
  assert_page(store, "me", &cursor, 9, "twin1 20 20 0 |;old 10 10 0 |");
  cursor = (junqi_store_cursor){10, "old"};
  assert_page(store, "me", &cursor, 9, "");
  assert_page(store, "everybody", NULL, 2, "other 40 40 0 |;new 30 30 0 |");
  assert_page(store, "nobody", NULL, 2, "");
  assert_page(store, "me", NULL, 0, "");
  junqi_store_close(store);
}

typedef struct nested_reading {
  junqi_store *store;
  size_t tables;
} nested_reading;

/* From within the reading of all tables: reads this one again, and writes to it. */
static bool read_inside(void *context, const junqi_store_table *table) {
  nested_reading *nested = context;
  transcript t = {0};
  junqi_store_reader reader = {tell_table, tell_event, &t};
  nested->tables++;
  assert_int_equal(junqi_store_load(nested->store, table->id, 0, &reader), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_unfinished(nested->store, &reader), JUNQI_STORE_OK);
  assert_int_equal(append_event(nested->store, table->id, false, 2), JUNQI_STORE_OK);
  return true;
}

static bool first_event_only(void *context, const junqi_store_event *event) {
  (void)context;
  assert_int_equal(event->seq, 1); /* what was written meanwhile is not in this reading */
  return true;
}

static void a_callback_may_read_and_write(void **state) {
  junqi_store *store = store_open_inline(*state);
  assert_int_equal(append_event(store, "a", true, 1), JUNQI_STORE_OK);
  assert_int_equal(append_event(store, "b", true, 1), JUNQI_STORE_OK);
  nested_reading nested = {.store = store};
  junqi_store_reader reader = {read_inside, first_event_only, &nested};
  assert_int_equal(junqi_store_each_unfinished(store, &reader), JUNQI_STORE_OK);
  assert_int_equal(nested.tables, 2);
  assert_unfinished(store, "a 0 0 2 |1 move 0 ,2 move 0 ,;b 0 0 2 |1 move 0 ,2 move 0 ,");
  junqi_store_close(store);
}

static void a_reader_may_stop(void **state) {
  junqi_store *store = store_open_inline(*state);
  assert_int_equal(append_event(store, "a", true, 1), JUNQI_STORE_OK);
  assert_int_equal(append_event(store, "b", true, 1), JUNQI_STORE_OK);
  transcript t = {.stop_after = 1};
  junqi_store_reader reader = {tell_table, tell_event, &t};
  assert_int_equal(junqi_store_each_unfinished(store, &reader), JUNQI_STORE_OK);
  assert_string_equal(t.text, "a 0 0 1 |");
  assert_int_equal(junqi_store_load(store, "c", 0, &reader), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_load(store, "", 0, &reader), JUNQI_STORE_INVALID);
  junqi_store_close(store);
}

/* The queue ---------------------------------------------------------------------------------- */

static void the_queue_is_bounded(void **state) {
  junqi_store_options options = {.directory = *state, .inline_writer = true, .queue_limit = 3};
  junqi_store *store = NULL;
  assert_int_equal(junqi_store_open(&options, &store, NULL), JUNQI_STORE_OK);
  junqi_store_batch batch = {.table = "a", .create = true};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(junqi_store_append(store, &batch, 0), JUNQI_STORE_OK);
  }
  assert_int_equal(junqi_store_append(store, &batch, 0), JUNQI_STORE_BUSY);
  assert_int_equal(junqi_store_delete_layout(store, "o", "n", 0), JUNQI_STORE_BUSY);
  seen_completion seen = {0};
  assert_int_equal(junqi_store_poll(store, note, &seen), 3);
  assert_int_equal(junqi_store_append(store, &batch, 0), JUNQI_STORE_OK);
  junqi_store_close(store);
}

static void the_queue_is_bounded_in_bytes(void **state) {
  junqi_store *store = store_open_inline(*state);
  char *big = calloc(1, JUNQI_STORE_HEADER_MAX);
  junqi_store_batch batch = {.table = "a", .create = true, .header = {big, JUNQI_STORE_HEADER_MAX}};
  size_t count = 0;
  while (junqi_store_append(store, &batch, 0) == JUNQI_STORE_OK) {
    count++;
  }
  assert_in_range(count, 900, 1024); /* 64 MB of 64 KB each */
  free(big);
  junqi_store_close(store);
}

static void wake_by_pipe(void *context) {
  char byte = 0;
  assert_int_equal(write(*(int *)context, &byte, 1), 1);
}

/* With the real thread: every completion once, in order, after a wake. */
static void the_writer_wakes_its_owner(void **state) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  junqi_store_options options = {
      .directory = *state, .wake = wake_by_pipe, .wake_context = &ends[1]};
  junqi_store *store = NULL;
  assert_int_equal(junqi_store_open(&options, &store, NULL), JUNQI_STORE_OK);
  store_ledger ledger = {0};
  size_t submitted = 0;
  size_t polled = 0;
  uint64_t seed = 1;
  while (submitted < 500) {
    for (uint32_t n = random_below(&seed, 20); n > 0; n--, submitted++) {
      assert_int_equal(ledger_submit(&ledger, store, random_below(&seed, LEDGER_TABLES), 3),
                       JUNQI_STORE_OK);
    }
    while (junqi_store_pending(store) > 40) {
      char buffer[64];
      assert_true(read(ends[0], buffer, sizeof buffer) > 0);
      polled += junqi_store_poll(store, ledger_sink, &ledger);
    }
    assert_true(ledger_check(&ledger, store)); /* reads beside the writer */
  }
  polled += junqi_store_drain(store, ledger_sink, &ledger);
  assert_int_equal(polled, submitted);
  assert_int_equal(ledger.refusals, 0);
  assert_memory_equal(ledger.submitted, ledger.acknowledged, sizeof ledger.submitted);
  assert_true(ledger_check(&ledger, store));
  assert_memory_equal(ledger.submitted, ledger.stored, sizeof ledger.submitted);
  junqi_store_close(store);
  close(ends[0]);
  close(ends[1]);
}

static void closing_writes_what_is_queued(void **state) {
  junqi_store_options options = {.directory = *state};
  junqi_store *store = NULL;
  store_ledger ledger = {0};
  assert_int_equal(junqi_store_open(&options, &store, NULL), JUNQI_STORE_OK);
  for (int i = 0; i < 100; i++) {
    assert_int_equal(ledger_submit(&ledger, store, 0, 1), JUNQI_STORE_OK);
  }
  junqi_store_close(store);
  store = store_open_inline(*state);
  assert_true(ledger_check(&ledger, store));
  assert_int_equal(ledger.stored[0], 100);
  junqi_store_close(store);
}

/* The log does not grow without end while the store is in use. */
static void the_log_is_folded_in(void **state) {
  junqi_store_options options = {
      .directory = *state, .inline_writer = true, .checkpoint_pages = 50};
  junqi_store *store = NULL;
  store_ledger ledger = {0};
  assert_int_equal(junqi_store_open(&options, &store, NULL), JUNQI_STORE_OK);
  for (int i = 0; i < 300; i++) {
    assert_int_equal(ledger_submit(&ledger, store, i % LEDGER_TABLES, 2), JUNQI_STORE_OK);
    junqi_store_poll(store, ledger_sink, &ledger);
  }
  char path[SCRATCH_MAX];
  struct stat info;
  assert_int_equal(stat(scratch_path(path, *state, "junqi.db-wal"), &info), 0);
  assert_in_range(info.st_size, 1, 100 * 4200);
  assert_true(ledger_check(&ledger, store));
  junqi_store_close(store);
}

/* Layouts ------------------------------------------------------------------------------------ */

static junqi_store_status put(junqi_store *store, const char *owner, const char *name,
                              const char *text) {
  junqi_store_status status = junqi_store_put_layout(store, owner, name, bytes_of(text), 7, 1);
  return status == JUNQI_STORE_OK ? complete(store) : status;
}

static junqi_store_status drop(junqi_store *store, const char *owner, const char *name) {
  junqi_store_status status = junqi_store_delete_layout(store, owner, name, 1);
  return status == JUNQI_STORE_OK ? complete(store) : status;
}

static bool tell_layout(void *context, const junqi_store_layout *layout) {
  char *text = context;
  sprintf(text + strlen(text), "%s %lld %.*s;", layout->name, (long long)layout->saved,
          (int)layout->text.size, layout->text.data);
  return true;
}

static void layouts_belong_to_their_owner(void **state) {
  junqi_store *store = store_open_inline(*state);
  char text[256] = "";
  assert_int_equal(put(store, "me", "b", "one"), JUNQI_STORE_OK);
  assert_int_equal(put(store, "me", "a", ""), JUNQI_STORE_OK);
  assert_int_equal(put(store, "you", "b", "two"), JUNQI_STORE_OK);
  assert_int_equal(put(store, "me", "b", "three"), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_layout(store, "me", tell_layout, text), JUNQI_STORE_OK);
  assert_string_equal(text, "a 7 ;b 7 three;");
  text[0] = '\0';
  assert_int_equal(junqi_store_get_layout(store, "you", "b", tell_layout, text), JUNQI_STORE_OK);
  assert_string_equal(text, "b 7 two;");
  assert_int_equal(junqi_store_get_layout(store, "you", "a", tell_layout, text),
                   JUNQI_STORE_ABSENT);
  assert_int_equal(drop(store, "me", "b"), JUNQI_STORE_OK);
  assert_int_equal(drop(store, "me", "b"), JUNQI_STORE_ABSENT);
  assert_int_equal(put(store, "", "b", "x"), JUNQI_STORE_INVALID);
  assert_int_equal(put(store, "me", "", "x"), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_get_layout(store, "me", "", tell_layout, text), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_each_layout(store, "", tell_layout, text), JUNQI_STORE_INVALID);
  text[0] = '\0';
  assert_int_equal(junqi_store_each_layout(store, "you", tell_layout, text), JUNQI_STORE_OK);
  assert_string_equal(text, "b 7 two;");
  junqi_store_close(store);
}

static void an_owner_has_so_many_layouts_and_no_more(void **state) {
  junqi_store *store = store_open_inline(*state);
  char name[16];
  for (int i = 0; i < JUNQI_STORE_LAYOUTS_MAX; i++) {
    snprintf(name, sizeof name, "%d", i);
    assert_int_equal(put(store, "me", name, "x"), JUNQI_STORE_OK);
  }
  assert_int_equal(put(store, "me", "more", "x"), JUNQI_STORE_LIMIT);
  assert_int_equal(put(store, "me", "7", "again"), JUNQI_STORE_OK);
  assert_int_equal(put(store, "you", "more", "x"), JUNQI_STORE_OK);
  assert_int_equal(drop(store, "me", "7"), JUNQI_STORE_OK);
  assert_int_equal(put(store, "me", "more", "x"), JUNQI_STORE_OK);
  junqi_store_close(store);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_set_up, scratch_tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(opens_a_new_directory_for_its_owner_only),
      TEST(refuses_a_place_that_is_no_directory),
      TEST(refuses_a_directory_in_use),
      TEST(refuses_a_database_from_the_future),
      TEST(refuses_a_database_of_another_program),
      TEST(refuses_a_file_that_is_no_database),
      TEST(a_half_made_database_is_completed),
      cmocka_unit_test(every_status_has_its_own_sentence),
      TEST(gives_back_what_was_appended),
      TEST(refuses_gaps_and_repeats),
      TEST(a_refusal_is_the_tables_own_affair),
      TEST(a_finished_table_takes_no_more),
      TEST(refuses_what_is_out_of_range),
      TEST(lists_finished_tables_newest_first),
      TEST(a_reader_may_stop),
      TEST(a_callback_may_read_and_write),
      TEST(the_queue_is_bounded),
      TEST(the_queue_is_bounded_in_bytes),
      TEST(the_writer_wakes_its_owner),
      TEST(closing_writes_what_is_queued),
      TEST(the_log_is_folded_in),
      TEST(layouts_belong_to_their_owner),
      TEST(an_owner_has_so_many_layouts_and_no_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
