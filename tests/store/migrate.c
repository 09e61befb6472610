/* Databases of earlier schemas are brought up to date: nothing in them is lost, and a migration
 * that is interrupted anywhere is completed by the next start. */
#include "faulty_vfs.h"
#include "helpers.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

/* What schema 1 was, word by word as it was released, with a game in it. */
static const char schema_1[] =
    "PRAGMA journal_mode = WAL;"
    "PRAGMA application_id = 0x4a554e51;"
    "CREATE TABLE tables (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    "  created INTEGER NOT NULL, finished INTEGER, header BLOB NOT NULL) STRICT;"
    "CREATE INDEX tables_unfinished ON tables (no) WHERE finished IS NULL;"
    "CREATE TABLE events (table_no INTEGER NOT NULL, seq INTEGER NOT NULL,"
    "  time INTEGER NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL,"
    "  PRIMARY KEY (table_no, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE owners (table_no INTEGER NOT NULL, owner TEXT NOT NULL,"
    "  PRIMARY KEY (table_no, owner)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE finished (owner TEXT NOT NULL, finished INTEGER NOT NULL,"
    "  table_no INTEGER NOT NULL, PRIMARY KEY (owner, finished, table_no)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE layouts (owner TEXT NOT NULL, name TEXT NOT NULL, saved INTEGER NOT NULL,"
    "  text BLOB NOT NULL, PRIMARY KEY (owner, name)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 1;";

static const char content[] =
    "INSERT INTO tables VALUES (1, 'open', 5, NULL, x'7b7d'), (2, 'done', 6, 9, x'');"
    "INSERT INTO events VALUES (1, 1, 7, 'move', x'6162'), (2, 1, 8, 'end', x'');"
    "INSERT INTO owners VALUES (2, 'g0000000000000007');"
    "INSERT INTO finished VALUES ('g0000000000000007', 9, 2);"
    "INSERT INTO layouts VALUES ('g0000000000000007', 'mine', 3, x'78');";

static void make_schema_1(const char *directory) {
  char path[SCRATCH_MAX];
  sqlite3 *sqlite;
  assert_int_equal(sqlite3_open(scratch_path(path, directory, "junqi.db"), &sqlite), SQLITE_OK);
  assert_int_equal(sqlite3_exec(sqlite, schema_1, NULL, NULL, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_exec(sqlite, content, NULL, NULL, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_close(sqlite), SQLITE_OK);
}

static bool tell_table(void *context, const junqi_store_table *table) {
  char *text = context;
  sprintf(text + strlen(text), "%s %lld %lld %llu|", table->id, (long long)table->created,
          (long long)table->finished_at, (unsigned long long)table->last_seq);
  return true;
}

static bool tell_event(void *context, const junqi_store_event *event) {
  char *text = context;
  sprintf(text + strlen(text), "%s %.*s,", event->kind, (int)event->body.size, event->body.data);
  return true;
}

static bool tell_layout(void *context, const junqi_store_layout *layout) {
  char *text = context;
  sprintf(text + strlen(text), "%s %.*s", layout->name, (int)layout->text.size, layout->text.data);
  return true;
}

/* All that schema 1 held is there, and what is newer works, the guest of old included. */
static void check_migrated(const char *directory) {
  junqi_store *store = store_open_inline(directory);
  char key[JUNQI_STORE_KEY_SIZE];
  char text[256] = "";
  junqi_store_reader reader = {tell_table, tell_event, text};
  junqi_store_account_key(7, key);
  assert_int_equal(junqi_store_each_unfinished(store, &reader), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_load(store, "done", 0, &reader), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_finished(store, key, NULL, 9, &reader), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_get_layout(store, key, "mine", tell_layout, text), JUNQI_STORE_OK);
  assert_string_equal(text, "open 5 0 1|move ab,done 6 9 1|end ,done 6 9 1|mine x");

  junqi_store_game game = {.seat_count = 2, .scored = true, .seats = {{.account = 7}, {0}}};
  junqi_store_batch end = {.table = "open", .finish = true, .time = 20, .game = &game};
  assert_int_equal(store_settle(store, junqi_store_register(store, 7, "seven", "h", 1, 0)),
                   JUNQI_STORE_OK);
  assert_int_equal(store_settle(store, junqi_store_append(store, &end, 0)), JUNQI_STORE_OK);
  uint32_t rank = 0;
  assert_int_equal(junqi_store_rank(store, JUNQI_STORE_BY_SCORE, 0, 7, &rank), JUNQI_STORE_OK);
  assert_int_equal(rank, 1);
  junqi_store_close(store);
}

static void a_database_of_schema_1_is_brought_up_to_date(void **state) {
  char path[SCRATCH_MAX];
  junqi_store_summary summary;
  make_schema_1(*state);
  scratch_path(path, *state, "junqi.db");
  assert_int_equal(junqi_store_check(path, &summary, NULL), JUNQI_STORE_OK);
  assert_int_equal(summary.schema, 1); /* looking at it does not change it */
  assert_int_equal(summary.events, 2);
  check_migrated(*state);
  assert_int_equal(junqi_store_check(path, &summary, NULL), JUNQI_STORE_OK);
  assert_int_equal(summary.schema, 4);
  assert_int_equal(summary.accounts, 1);
}

static void an_interrupted_migration_is_completed(void **state) {
  (void)state;
  static faulty_disk disk; /* outlives the test, as the VFS does */
  bool reached = true;
  long refused = 0;
  faulty_vfs_use(&disk);
  for (long n = 1; reached; n++) {
    char directory[SCRATCH_MAX];
    junqi_store_options options = {.directory = directory, .inline_writer = true, .vfs = "faulty"};
    junqi_store *store = NULL;
    scratch_make(directory);
    make_schema_1(directory);
    disk = (faulty_disk){.fail_at = n, .for_good = n % 2 == 0};
    refused += junqi_store_open(&options, &store, NULL) != JUNQI_STORE_OK;
    junqi_store_close(store);
    reached = disk.failed;
    disk = (faulty_disk){0};
    check_migrated(directory);
    scratch_remove(directory);
  }
  assert_true(refused > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_database_of_schema_1_is_brought_up_to_date, scratch_set_up,
                                      scratch_tear_down),
      cmocka_unit_test(an_interrupted_migration_is_completed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
