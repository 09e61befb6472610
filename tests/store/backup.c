/* Backups: complete and consistent while the store is written to, checked, restored, and never put
 * over anything. */
#include "faulty_vfs.h"
#include "helpers.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_there(const char *directory, const char *name) {
  char path[SCRATCH_MAX];
  return access(scratch_path(path, directory, name), F_OK) == 0;
}

static void write_batches(junqi_store *store, store_ledger *ledger, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    assert_int_equal(ledger_submit(ledger, store, i % LEDGER_TABLES, 3), JUNQI_STORE_OK);
  }
  junqi_store_drain(store, ledger_sink, ledger);
}

static void a_backup_is_checked_and_restored(void **state) {
  char live[SCRATCH_MAX];
  char file[SCRATCH_MAX];
  char back[SCRATCH_MAX];
  store_ledger ledger = {0};
  junqi_store_summary summary;
  struct stat info;
  junqi_store *store = store_open_inline(scratch_path(live, *state, "live"));
  scratch_path(file, *state, "copy.db");
  scratch_path(back, *state, "back");
  write_batches(store, &ledger, 20);
  assert_int_equal(store_settle(store, junqi_store_register(store, 1, "anna", "h", 1, 0)),
                   JUNQI_STORE_OK);
  assert_int_equal(junqi_store_backup(live, file, NULL), JUNQI_STORE_OK);
  store_ledger then = ledger;
  write_batches(store, &ledger, 20); /* goes on, and is not in the backup */
  junqi_store_close(store);

  assert_int_equal(stat(file, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  assert_false(is_there(*state, "copy.db.part"));
  assert_false(is_there(*state, "copy.db-wal"));
  assert_int_equal(junqi_store_check(file, &summary, NULL), JUNQI_STORE_OK);
  assert_int_equal(summary.tables, LEDGER_TABLES);
  assert_int_equal(summary.unfinished, LEDGER_TABLES);
  assert_int_equal(summary.events, 60);
  assert_int_equal(summary.accounts, 1);
  assert_int_equal(junqi_store_restore(file, back, NULL), JUNQI_STORE_OK);
  store = store_open_inline(back);
  assert_true(ledger_check(&then, store));
  assert_memory_equal(then.stored, then.acknowledged, sizeof then.stored);
  junqi_store_close(store);
  assert_int_equal(junqi_store_backup(back, scratch_path(file, *state, "again.db"), NULL),
                   JUNQI_STORE_OK); /* of a store that is closed */
  assert_int_equal(junqi_store_check(file, NULL, NULL), JUNQI_STORE_OK);
}

typedef struct backup_task {
  const char *directory;
  const char *scratch;
  junqi_store_status status[6];
} backup_task;

static void *make_backups(void *argument) {
  backup_task *task = argument;
  for (int i = 0; i < 6; i++) {
    char file[SCRATCH_MAX + 16];
    snprintf(file, sizeof file, "%s/%d.db", task->scratch, i);
    task->status[i] = junqi_store_backup(task->directory, file, NULL);
  }
  return NULL;
}

/* On a thread of its own, beside the writer's and the owner's: each copy is whole batches. */
static void backups_are_made_while_the_store_is_written_to(void **state) {
  char live[SCRATCH_MAX];
  store_ledger ledger = {0};
  junqi_store *store = NULL;
  pthread_t thread;
  junqi_store_options options = {.directory = scratch_path(live, *state, "live"),
                                 .checkpoint_pages = 50};
  assert_int_equal(junqi_store_open(&options, &store, NULL), JUNQI_STORE_OK);
  write_batches(store, &ledger, 8);
  store_ledger before = ledger;
  backup_task task = {.directory = live, .scratch = *state};
  assert_int_equal(pthread_create(&thread, NULL, make_backups, &task), 0);
  for (int i = 0; i < 60; i++) {
    write_batches(store, &ledger, 10);
  }
  pthread_join(thread, NULL);
  assert_int_equal(ledger.refusals, 0);
  junqi_store_close(store);
  for (int i = 0; i < 6; i++) {
    char file[SCRATCH_MAX + 16];
    char back[SCRATCH_MAX + 16];
    snprintf(file, sizeof file, "%s/%d.db", (char *)*state, i);
    snprintf(back, sizeof back, "%s/%d", (char *)*state, i);
    assert_int_equal(task.status[i], JUNQI_STORE_OK);
    assert_int_equal(junqi_store_restore(file, back, NULL), JUNQI_STORE_OK);
    store = store_open_inline(back);
    store_ledger copied = ledger; /* not more than was written by the end … */
    memcpy(copied.acknowledged, before.acknowledged, sizeof before.acknowledged); /* … nor less */
    assert_true(ledger_check(&copied, store));
    junqi_store_close(store);
  }
}

static void nothing_is_overwritten(void **state) {
  char live[SCRATCH_MAX];
  char file[SCRATCH_MAX];
  char other[SCRATCH_MAX];
  junqi_store_error error;
  junqi_store_close(store_open_inline(scratch_path(live, *state, "live")));
  scratch_path(file, *state, "copy.db");
  assert_int_equal(junqi_store_backup(live, file, NULL), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_backup(live, file, &error), JUNQI_STORE_IN_WAY);
  assert_non_null(strstr(error.detail, "copy.db"));
  assert_int_equal(junqi_store_restore(file, live, &error), JUNQI_STORE_IN_WAY);
  junqi_store *store = store_open_inline(live);
  assert_int_equal(junqi_store_restore(file, live, &error), JUNQI_STORE_LOCKED);
  junqi_store_close(store);
  /* A log without its database is somebody's data, and would spoil the restored one. */
  junqi_store_close(store_open_inline(scratch_path(live, *state, "other")));
  unlink(scratch_path(other, live, "junqi.db"));
  fclose(fopen(scratch_path(other, live, "junqi.db-wal"), "w"));
  assert_int_equal(junqi_store_restore(file, live, &error), JUNQI_STORE_IN_WAY);
  assert_non_null(strstr(error.detail, "junqi.db-wal"));
}

static void refuses_what_is_no_backup(void **state) {
  char file[SCRATCH_MAX];
  char back[SCRATCH_MAX];
  scratch_path(back, *state, "back");
  assert_int_equal(junqi_store_backup(*state, scratch_path(file, *state, "x"), NULL),
                   JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_check(file, NULL, NULL), JUNQI_STORE_ABSENT);
  FILE *stream = fopen(file, "w");
  assert_int_equal(junqi_store_check(file, NULL, NULL), JUNQI_STORE_FOREIGN); /* empty */
  for (int i = 0; i < 1000; i++) {
    fputs("not a database\n", stream);
  }
  fclose(stream);
  assert_int_equal(junqi_store_check(file, NULL, NULL), JUNQI_STORE_FOREIGN);
  assert_int_equal(junqi_store_restore(file, back, NULL), JUNQI_STORE_FOREIGN);
  assert_false(is_there(*state, "back"));
  assert_int_equal(junqi_store_check("", NULL, NULL), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_backup("", file, NULL), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_restore(file, NULL, NULL), JUNQI_STORE_INVALID);
}

static void damage_is_found(void **state) {
  char live[SCRATCH_MAX];
  char file[SCRATCH_MAX];
  char back[SCRATCH_MAX];
  store_ledger ledger = {0};
  junqi_store *store = store_open_inline(scratch_path(live, *state, "live"));
  write_batches(store, &ledger, 40);
  junqi_store_close(store);
  scratch_path(file, *state, "copy.db");
  assert_int_equal(junqi_store_backup(live, file, NULL), JUNQI_STORE_OK);
  struct stat info;
  assert_int_equal(stat(file, &info), 0);
  size_t found = 0;
  size_t tried = 0;
  for (off_t at = 4096; at + 4096 <= info.st_size; at += 4096, tried++) {
    char page[4096];
    char zeros[4096] = {0};
    FILE *stream = fopen(file, "r+b");
    fseeko(stream, at, SEEK_SET);
    assert_int_equal(fread(page, 1, sizeof page, stream), sizeof page);
    fseeko(stream, at, SEEK_SET);
    fwrite(zeros, 1, sizeof zeros, stream);
    fclose(stream);
    found += junqi_store_check(file, NULL, NULL) != JUNQI_STORE_OK;
    stream = fopen(file, "r+b");
    fseeko(stream, at, SEEK_SET);
    fwrite(page, 1, sizeof page, stream);
    fclose(stream);
  }
  assert_int_equal(found, tried);
  assert_true(tried > 5);
  assert_int_equal(truncate(file, info.st_size - 4096), 0);
  assert_int_equal(junqi_store_check(file, NULL, NULL), JUNQI_STORE_DAMAGED);
  assert_int_equal(junqi_store_restore(file, scratch_path(back, *state, "back"), NULL),
                   JUNQI_STORE_DAMAGED);
}

/* Every operation on the disk fails once: a backup that is there is whole, and one that failed
 * left nothing, so that the next attempt succeeds. */
static void a_failing_disk_leaves_no_half_backup(void **state) {
  static faulty_disk disk; /* outlives the test, as the VFS does */
  char live[SCRATCH_MAX];
  store_ledger ledger = {0};
  junqi_store *store = store_open_inline(scratch_path(live, *state, "live"));
  write_batches(store, &ledger, 10);
  junqi_store_close(store);
  sqlite3_vfs *real = sqlite3_vfs_find(NULL);
  faulty_vfs_use(&disk);
  sqlite3_vfs_register(sqlite3_vfs_find("faulty"), 1); /* for those who name none */
  bool reached = true;
  long failures = 0;
  for (long n = 1; reached; n++) {
    char name[24];
    char file[SCRATCH_MAX];
    snprintf(name, sizeof name, "%ld.db", n);
    disk = (faulty_disk){.fail_at = n, .for_good = n % 2 == 0};
    bool made = junqi_store_backup(live, scratch_path(file, *state, name), NULL) == JUNQI_STORE_OK;
    reached = disk.failed;
    disk = (faulty_disk){0};
    failures += !made;
    assert_int_equal(is_there(*state, name), made);
    strcat(name, ".part");
    assert_false(is_there(*state, name));
    if (!made) {
      assert_int_equal(junqi_store_backup(live, file, NULL), JUNQI_STORE_OK);
    }
    assert_int_equal(junqi_store_check(file, NULL, NULL), JUNQI_STORE_OK);
  }
  sqlite3_vfs_register(real, 1);
  assert_true(failures > 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_set_up, scratch_tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_backup_is_checked_and_restored),
      TEST(backups_are_made_while_the_store_is_written_to),
      TEST(nothing_is_overwritten),
      TEST(refuses_what_is_no_backup),
      TEST(damage_is_found),
      TEST(a_failing_disk_leaves_no_half_backup),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
