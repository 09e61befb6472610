/* The end of the log is damaged: cut off anywhere, or a byte of it changed. The store opens with
 * all that stands before the damage, in whole batches, and goes on from there. */
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BATCHES = 30 };

/* A crashed store's files: one batch a transaction on table 0, copied while it is open. */
static void make_crashed(const char *directory, store_ledger *ledger) {
  char live[SCRATCH_MAX];
  char from[SCRATCH_MAX];
  char to[SCRATCH_MAX];
  junqi_store *store = NULL;
  scratch_make(live);
  junqi_store_options options = {.directory = live, .inline_writer = true};
  assert_int_equal(junqi_store_open(&options, &store, NULL), JUNQI_STORE_OK);
  for (unsigned i = 0; i < BATCHES; i++) {
    assert_int_equal(ledger_submit(ledger, store, 0, 1 + i % 3), JUNQI_STORE_OK);
    junqi_store_poll(store, ledger_sink, ledger);
  }
  scratch_copy(scratch_path(from, live, "junqi.db"), scratch_path(to, directory, "junqi.db"));
  scratch_copy(scratch_path(from, live, "junqi.db-wal"),
               scratch_path(to, directory, "junqi.db-wal"));
  junqi_store_close(store);
  scratch_remove(live);
}

typedef enum damage_kind { CUT, CHANGE, ZERO } damage_kind;

static void damage_at(const char *path, damage_kind damage, off_t at) {
  if (damage == CUT) {
    assert_int_equal(truncate(path, at), 0);
    return;
  }
  FILE *file = fopen(path, "r+b");
  fseeko(file, at, SEEK_SET);
  int byte = fgetc(file);
  fseeko(file, at, SEEK_SET);
  fputc(damage == ZERO && byte != 0 ? 0 : byte ^ 0x40, file);
  fclose(file);
}

/* Opens a damaged copy; returns how many events of table 0 are left. */
static uint64_t left_after(const char *crashed, const store_ledger *before, damage_kind damage,
                           off_t at) {
  char directory[SCRATCH_MAX];
  char from[SCRATCH_MAX];
  char to[SCRATCH_MAX];
  store_ledger ledger = *before;
  memset(ledger.acknowledged, 0, sizeof ledger.acknowledged); /* damage breaks promises */
  scratch_make(directory);
  scratch_copy(scratch_path(from, crashed, "junqi.db"), scratch_path(to, directory, "junqi.db"));
  scratch_copy(scratch_path(from, crashed, "junqi.db-wal"),
               scratch_path(to, directory, "junqi.db-wal"));
  if (at >= 0) {
    damage_at(to, damage, at);
  }
  junqi_store_options options = {.directory = directory, .inline_writer = true};
  junqi_store *store = NULL;
  junqi_store_error error;
  if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
    fail_msg("damage at %lld: %s", (long long)at, error.detail);
  }
  assert_true(ledger_check(&ledger, store));
  uint64_t left = ledger.stored[0];
  ledger_resume(&ledger);
  assert_int_equal(ledger_submit(&ledger, store, 0, 2), JUNQI_STORE_OK);
  junqi_store_poll(store, ledger_sink, &ledger);
  assert_int_equal(ledger.acknowledged[0], left + 2);
  junqi_store_close(store);
  scratch_remove(directory);
  return left;
}

static void the_log_is_cut_where_it_is_damaged(void **state) {
  (void)state;
  char crashed[SCRATCH_MAX];
  char path[SCRATCH_MAX];
  struct stat info;
  store_ledger ledger = {0};
  scratch_make(crashed);
  make_crashed(crashed, &ledger);
  assert_int_equal(stat(scratch_path(path, crashed, "junqi.db-wal"), &info), 0);
  assert_int_equal(left_after(crashed, &ledger, CUT, -1), ledger.acknowledged[0]);
  for (damage_kind damage = CUT; damage <= ZERO; damage++) {
    uint64_t last = 0;
    /* A stride without a common divisor with sectors and pages meets every part of a frame. */
    for (off_t at = 0; at < info.st_size; at += 1237) {
      uint64_t left = left_after(crashed, &ledger, damage, at);
      assert_true(left >= last); /* the later the damage, the more is left */
      last = left;
    }
    uint64_t tail = left_after(crashed, &ledger, damage, info.st_size - 1);
    assert_int_equal(tail, ledger.acknowledged[0] - (1 + (BATCHES - 1) % 3)); /* only the last */
  }
  scratch_remove(crashed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_log_is_cut_where_it_is_damaged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
