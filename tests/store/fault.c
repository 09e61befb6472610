/* Everything that can fail in the store fails once, in turn: each write, sync, truncation, opening
 * and removal of a file, and each allocation. Whatever was acknowledged must be there afterwards,
 * whole batches only, and no failure may pass in silence. */
#include "faulty_memory.h"
#include "faulty_vfs.h"
#include "helpers.h"

#include <stdio.h>
#include <string.h>

static faulty_disk disk;

static faulty_memory memory;

static int set_up(void **state) {
  (void)state;
  faulty_memory_use(&memory);
  faulty_vfs_use(&disk);
  return 0;
}

static bool count_layout(void *context, const junqi_store_layout *layout) {
  assert_string_equal(layout->name, "n");
  ++*(size_t *)context;
  return true;
}

/* What became of a run, told by its completions and results. */
typedef struct run_outcome {
  store_ledger ledger;
  bool opened;
  bool layout_saved;
  bool refused; /* a write was refused or completed as failed */
  bool read_failed;
} run_outcome;

static void sink(void *context, const junqi_store_completion *completion) {
  run_outcome *outcome = context;
  if (completion->tag < LEDGER_TABLES) {
    ledger_sink(&outcome->ledger, completion);
  } else if (completion->status == JUNQI_STORE_OK) {
    outcome->layout_saved = true;
  }
  outcome->refused = outcome->refused || completion->status != JUNQI_STORE_OK;
}

static void write_some(junqi_store *store, run_outcome *outcome, uint64_t *seed) {
  for (int i = 0; i < 9; i++) {
    for (uint32_t n = 1 + random_below(seed, 3); n > 0; n--) {
      unsigned table = random_below(seed, 3);
      if (ledger_submit(&outcome->ledger, store, table, 1 + random_below(seed, 4)) !=
          JUNQI_STORE_OK) {
        outcome->refused = true;
        assert_int_equal(junqi_store_health(store).status, JUNQI_STORE_FAILED);
      }
    }
    if (i == 4 &&
        junqi_store_put_layout(store, "o", "n", bytes_of("x"), 1, 100) != JUNQI_STORE_OK) {
      outcome->refused = true;
    }
    junqi_store_poll(store, sink, outcome);
  }
}

/* Opens, writes to three tables and a layout with several checkpoints, reads, closes. */
static void run(const char *directory, run_outcome *outcome) {
  junqi_store_options options = {
      .directory = directory, .inline_writer = true, .checkpoint_pages = 20, .vfs = "faulty"};
  junqi_store *store = NULL;
  junqi_store_error error;
  uint64_t seed = 42;
  *outcome = (run_outcome){0};
  if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
    assert_null(store);
    assert_true(error.detail[0] != '\0');
    return;
  }
  outcome->opened = true;
  write_some(store, outcome, &seed);
  outcome->read_failed = !ledger_check(&outcome->ledger, store);
  junqi_store_error health = junqi_store_health(store);
  if (outcome->refused) {
    /* Stopped for good, and it says why. */
    assert_int_equal(health.status, JUNQI_STORE_FAILED);
    assert_true(health.detail[0] != '\0');
    assert_int_equal(ledger_submit(&outcome->ledger, store, 0, 1), JUNQI_STORE_FAILED);
  }
  junqi_store_close(store);
}

static void heal(void) {
  disk = (faulty_disk){0};
  memory = (faulty_memory){0};
}

/* After the fault: opens without one, finds all that was promised and goes on. */
static void check_after(const char *directory, run_outcome *outcome) {
  junqi_store_options options = {.directory = directory, .inline_writer = true, .vfs = "faulty"};
  junqi_store *store = NULL;
  junqi_store_error error;
  heal();
  if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
    fail_msg("%s", error.detail);
  }
  assert_true(ledger_check(&outcome->ledger, store));
  if (outcome->layout_saved) {
    size_t count = 0;
    assert_int_equal(junqi_store_each_layout(store, "o", count_layout, &count), JUNQI_STORE_OK);
    assert_int_equal(count, 1);
  }
  ledger_resume(&outcome->ledger);
  assert_int_equal(ledger_submit(&outcome->ledger, store, 0, 2), JUNQI_STORE_OK);
  junqi_store_poll(store, ledger_sink, &outcome->ledger);
  assert_int_equal(outcome->ledger.refusals > 0 ? outcome->refused : 1, 1);
  assert_true(ledger_check(&outcome->ledger, store));
  junqi_store_close(store);
}

static bool all_well(const run_outcome *outcome) {
  return outcome->opened && !outcome->refused && !outcome->read_failed;
}

static void every_disk_operation_fails(bool for_good) {
  bool reached = true;
  long silent = 0;
  for (long n = 1; reached; n++) {
    char directory[SCRATCH_MAX];
    run_outcome outcome;
    scratch_make(directory);
    heal();
    disk = (faulty_disk){.fail_at = n, .for_good = for_good};
    run(directory, &outcome);
    reached = disk.failed;
    silent += reached && all_well(&outcome);
    assert_true(reached || all_well(&outcome));
    check_after(directory, &outcome);
    scratch_remove(directory);
  }
  /* Only the closing's own clean-up, after every promise is kept, may fail unnoticed. */
  assert_in_range(silent, 0, 16);
}

static void every_disk_operation_fails_once(void **state) {
  (void)state;
  every_disk_operation_fails(false);
}

static void the_disk_is_gone_from_every_operation_on(void **state) {
  (void)state;
  every_disk_operation_fails(true);
}

static void every_allocation_fails(bool for_good) {
  bool reached = true;
  long noticed = 0;
  for (long n = 1; reached; n += for_good ? 5 : FAULTY_MEMORY_STEP) {
    char directory[SCRATCH_MAX];
    run_outcome outcome;
    scratch_make(directory);
    heal();
    memory = (faulty_memory){.fail_at = n, .for_good = for_good};
    run(directory, &outcome);
    reached = memory.failed;
    noticed += !all_well(&outcome);
    assert_true(reached || all_well(&outcome));
    check_after(directory, &outcome);
    scratch_remove(directory);
  }
  assert_true(noticed > 50); /* SQLite does without some of what it asks for, not without all */
}

static void every_allocation_fails_once(void **state) {
  (void)state;
  every_allocation_fails(false);
}

static void memory_is_gone_from_every_fifth_allocation_on(void **state) {
  (void)state;
  every_allocation_fails(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_disk_operation_fails_once),
      cmocka_unit_test(the_disk_is_gone_from_every_operation_on),
      cmocka_unit_test(every_allocation_fails_once),
      cmocka_unit_test(memory_is_gone_from_every_fifth_allocation_on),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
