/* The power goes at every operation on the disk in turn. What a file had not been synced by then
 * is lost, or partly lost: each sector is, at random, as it was at the last sync or as it was
 * written since. Every acknowledged batch must be there when the store opens again. */
#include "faulty_vfs.h"
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static faulty_disk disk;

static void run(const char *directory, store_ledger *ledger, uint64_t seed) {
  junqi_store_options options = {
      .directory = directory, .inline_writer = true, .checkpoint_pages = 20, .vfs = "faulty"};
  junqi_store *store = NULL;
  if (junqi_store_open(&options, &store, NULL) != JUNQI_STORE_OK) {
    return;
  }
  for (int i = 0; i < 15; i++) {
    for (uint32_t n = 1 + random_below(&seed, 3); n > 0; n--) {
      ledger_submit(ledger, store, random_below(&seed, LEDGER_TABLES), 1 + random_below(&seed, 4));
    }
    junqi_store_poll(store, ledger_sink, ledger);
  }
  junqi_store_close(store);
}

enum { SECTOR = 512, FILE_MAX = 1 << 20 };

static size_t read_file(const char *path, unsigned char *content) {
  memset(content, 0, FILE_MAX);
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return 0;
  }
  size_t size = fread(content, 1, FILE_MAX, file);
  assert_true(size < FILE_MAX);
  fclose(file);
  return size;
}

/* What the machine finds of one file when the power is back. `luck`: how many in four of the
 * unsynced sectors reached the disk. */
static void settle_file(const char *from, const char *to, const char *name, uint32_t luck,
                        uint64_t *seed) {
  static unsigned char written[FILE_MAX];
  static unsigned char synced[FILE_MAX];
  char path[SCRATCH_MAX];
  char durable[SCRATCH_MAX + 8];
  size_t written_size = read_file(scratch_path(path, from, name), written);
  snprintf(durable, sizeof durable, "%s.durable", path);
  size_t size = read_file(durable, synced);
  for (size_t at = 0; at < written_size; at += SECTOR) {
    if (random_below(seed, 4) < luck) {
      memcpy(synced + at, written + at, SECTOR);
      size = size > at + SECTOR ? size : at + SECTOR;
    }
  }
  if (size > 0) {
    FILE *file = fopen(scratch_path(path, to, name), "wb");
    assert_int_equal(fwrite(synced, 1, size, file), size);
    fclose(file);
  }
}

static void check_after(const char *from, const store_ledger *before, uint32_t luck,
                        uint64_t *seed) {
  char to[SCRATCH_MAX];
  store_ledger ledger = *before;
  scratch_make(to);
  settle_file(from, to, "junqi.db", luck, seed);
  settle_file(from, to, "junqi.db-wal", luck, seed);
  settle_file(from, to, "junqi.db-journal", luck, seed);
  junqi_store_options options = {.directory = to, .inline_writer = true};
  junqi_store *store = NULL;
  junqi_store_error error;
  if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
    fail_msg("operation %ld, luck %u: %s", disk.fail_at, luck, error.detail);
  }
  assert_true(ledger_check(&ledger, store));
  ledger_resume(&ledger);
  assert_int_equal(ledger_submit(&ledger, store, 0, 3), JUNQI_STORE_OK);
  junqi_store_poll(store, ledger_sink, &ledger);
  assert_int_equal(ledger.acknowledged[0], ledger.submitted[0]);
  junqi_store_close(store);
  scratch_remove(to);
}

static void the_power_goes_at_every_operation(void **state) {
  (void)state;
  uint64_t seed = 7;
  uint64_t promised = 0;
  disk.failed = true;
  for (long n = 1; disk.failed; n++) {
    char directory[SCRATCH_MAX];
    store_ledger ledger = {0};
    scratch_make(directory);
    disk = (faulty_disk){.fail_at = n, .for_good = true, .keep_durable = true};
    run(directory, &ledger, 1 + (uint64_t)n % 5);
    for (uint32_t luck = 0; luck <= 4; luck += 2) {
      check_after(directory, &ledger, luck, &seed);
    }
    for (int i = 0; i < LEDGER_TABLES; i++) {
      promised += ledger.acknowledged[i];
    }
    scratch_remove(directory);
  }
  assert_true(promised > 1000); /* there was something to lose */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_power_goes_at_every_operation)};
  faulty_vfs_use(&disk);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
