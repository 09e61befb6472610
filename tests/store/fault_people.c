/* As fault.c, for people and games: every operation on the disk and every allocation fails once, in
 * turn. What was acknowledged is there afterwards, a game is scored whole or not at all, and no
 * failure passes in silence. */
#include "faulty_memory.h"
#include "faulty_vfs.h"
#include "tally.h"

#include <stdio.h>
#include <string.h>

static faulty_disk disk;
static faulty_memory memory;
static char made[SCRATCH_MAX]; /* a store with both accounts, to begin with */

enum { GAMES = 3, GUEST = 9 };

static int set_up(void **state) {
  (void)state;
  faulty_memory_use(&memory);
  faulty_vfs_use(&disk);
  scratch_make(made);
  junqi_store *store = store_open_inline(made);
  assert_int_equal(tally_begin(store, 0), JUNQI_STORE_OK);
  junqi_store_close(store);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  scratch_remove(made);
  return 0;
}

/* What became of a run. Tags are bits of `done`. */
typedef enum work {
  WORK_GUEST,
  WORK_SESSION,
  WORK_TOUCH,
  WORK_TOKEN,
  WORK_MARK,
  WORK_NAME,
  WORK_BAN,
  WORK_DELETE,
  WORK_GAMES /* the first of GAMES: made; the next GAMES: finished */
} work;

typedef struct run_outcome {
  bool opened;
  bool refused;
  bool read_failed;
  uint32_t done;
} run_outcome;

static void sink(void *context, const junqi_store_completion *completion) {
  run_outcome *outcome = context;
  if (completion->status == JUNQI_STORE_OK) {
    outcome->done |= 1u << completion->tag;
  } else {
    assert_int_equal(completion->status, JUNQI_STORE_FAILED);
    outcome->refused = true;
  }
}

static void note(run_outcome *outcome, junqi_store *store, junqi_store_status queued) {
  if (queued != JUNQI_STORE_OK) {
    assert_int_equal(queued, JUNQI_STORE_FAILED);
    outcome->refused = true;
  }
  junqi_store_poll(store, sink, outcome);
}

static void write_all(junqi_store *store, run_outcome *outcome) {
  junqi_store_session session = {.hash = {7}, .account = 1, .expires = 100, .device = "d"};
  junqi_store_token token = {.hash = {8}, .account = 1, .label = "bot"};
  junqi_store_mark mark = {.table = "t", .accounts = {1, 2}};
  note(outcome, store, junqi_store_add_guest(store, GUEST, 1, WORK_GUEST));
  note(outcome, store, junqi_store_add_session(store, &session, WORK_SESSION));
  note(outcome, store, junqi_store_touch_session(store, session.hash, 5, 200, "a", WORK_TOUCH));
  note(outcome, store, junqi_store_add_token(store, &token, WORK_TOKEN));
  note(outcome, store, junqi_store_add_mark(store, &mark, WORK_MARK));
  note(outcome, store, junqi_store_rename(store, 1, "champion", 5, WORK_NAME));
  note(outcome, store, junqi_store_ban(store, 2, 50, "why", WORK_BAN));
  for (unsigned i = 0; i < GAMES; i++) {
    note(outcome, store, tally_make(store, i, WORK_GAMES + i));
    note(outcome, store, tally_finish(store, i, WORK_GAMES + GAMES + i));
  }
  note(outcome, store, junqi_store_delete_account(store, GUEST, 6, WORK_DELETE));
}

static bool any_played(void *context, const junqi_store_played *played) {
  assert_int_equal(played->game.seat_count, 2);
  ++*(size_t *)context;
  return true;
}

static bool any_standing(void *context, const junqi_store_standing *standing) {
  assert_true(standing->account == 1 || standing->account == 2);
  ++*(size_t *)context;
  return true;
}

static bool any_account(void *context, const junqi_store_account *account) {
  assert_true(account->name[0] != '\0');
  ++*(size_t *)context;
  return true;
}

static bool any_mark(void *context, const junqi_store_mark *mark) {
  assert_string_equal(mark->table, "t");
  ++*(size_t *)context;
  return true;
}

static bool worked(run_outcome *outcome, junqi_store_status status) {
  assert_true(status == JUNQI_STORE_OK || status == JUNQI_STORE_FAILED ||
              status == JUNQI_STORE_ABSENT);
  outcome->read_failed = outcome->read_failed || status == JUNQI_STORE_FAILED;
  return status == JUNQI_STORE_OK;
}

static bool has_done(const run_outcome *outcome, unsigned what) {
  return (outcome->done >> what & 1) != 0;
}

/* Reads through every function. What was acknowledged must be there, unless reading fails. */
static void read_all(junqi_store *store, run_outcome *outcome) {
  junqi_store_account account;
  junqi_store_session session;
  junqi_store_token token;
  uint32_t rank;
  size_t count[4] = {0};
  tally_count tally;
  unsigned finished = 0;
  for (unsigned i = 0; i < GAMES; i++) {
    finished += has_done(outcome, WORK_GAMES + GAMES + i);
  }
  if (worked(outcome, junqi_store_get_account(store, GUEST, &account))) {
    assert_true(!has_done(outcome, WORK_DELETE) || account.deleted == 6);
  } else {
    assert_true(outcome->read_failed || !has_done(outcome, WORK_GUEST));
  }
  if (worked(outcome, junqi_store_get_account(store, 1, &account)) &&
      has_done(outcome, WORK_NAME)) {
    assert_string_equal(account.name, "champion");
  }
  if (worked(outcome, junqi_store_find_account(store, "LOSER", &account)) &&
      has_done(outcome, WORK_BAN)) {
    assert_string_equal(account.ban_reason, "why");
  }
  if (worked(outcome, junqi_store_get_session(store, (unsigned char[JUNQI_STORE_HASH_SIZE]){7}, 1,
                                              &session))) {
    assert_true(!has_done(outcome, WORK_TOUCH) || session.expires == 200);
  } else {
    assert_true(outcome->read_failed || !has_done(outcome, WORK_SESSION));
  }
  bool there = worked(
      outcome, junqi_store_get_token(store, (unsigned char[JUNQI_STORE_HASH_SIZE]){8}, &token));
  assert_true(there || outcome->read_failed || !has_done(outcome, WORK_TOKEN));
  worked(outcome, junqi_store_each_mark(store, 1, 0, 9, any_mark, &count[0]));
  assert_true(count[0] == 1 || outcome->read_failed || !has_done(outcome, WORK_MARK));
  worked(outcome, junqi_store_each_account(store, 0, 9, any_account, &count[1]));
  assert_true(count[1] == 2 || outcome->read_failed);
  worked(outcome, junqi_store_get_game(store, "0", any_played, &count[2]));
  worked(outcome,
         junqi_store_each_leader(store, JUNQI_STORE_BY_SCORE, 0, NULL, 9, any_standing, &count[3]));
  assert_true(finished == 0 || count[3] == 2 || outcome->read_failed);
  worked(outcome, junqi_store_rank(store, JUNQI_STORE_BY_RATING, 0, 1, &rank));
  if (tally_check(store, &tally)) {
    assert_true(tally.games >= finished);
  } else {
    outcome->read_failed = true;
  }
}

static junqi_store *open_copy(const char *directory) {
  junqi_store_options options = {
      .directory = directory, .inline_writer = true, .checkpoint_pages = 20, .vfs = "faulty"};
  junqi_store *store = NULL;
  junqi_store_error error;
  if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
    assert_true(error.detail[0] != '\0');
  }
  return store;
}

/* One run with the fault that is set; afterwards without one. False when it came to no fault. */
static bool run(long *silent) {
  char directory[SCRATCH_MAX];
  char from[SCRATCH_MAX];
  char to[SCRATCH_MAX];
  run_outcome outcome = {0};
  scratch_make(directory);
  scratch_copy(scratch_path(from, made, "junqi.db"), scratch_path(to, directory, "junqi.db"));
  junqi_store *store = open_copy(directory);
  if (store != NULL) {
    outcome.opened = true;
    write_all(store, &outcome);
    read_all(store, &outcome);
    junqi_store_error health = junqi_store_health(store);
    assert_int_equal(outcome.refused, health.status == JUNQI_STORE_FAILED);
    junqi_store_close(store);
  }
  bool reached = disk.failed || memory.failed;
  bool all_well = outcome.opened && !outcome.refused && !outcome.read_failed;
  assert_true(reached || all_well);
  *silent += reached && all_well;

  disk = (faulty_disk){0};
  memory = (faulty_memory){0};
  store = open_copy(directory);
  assert_non_null(store);
  outcome.read_failed = false;
  read_all(store, &outcome);
  assert_false(outcome.read_failed);
  junqi_store_close(store);
  scratch_remove(directory);
  return reached;
}

static void every_disk_operation_fails(void **state) {
  (void)state;
  bool reached = true;
  long silent = 0;
  for (long n = 1; reached; n++) {
    disk = (faulty_disk){.fail_at = n, .for_good = n % 2 == 0};
    reached = run(&silent);
  }
  assert_in_range(silent, 0, 16); /* the closing's own clean-up */
}

static void every_allocation_fails(void **state) {
  (void)state;
  bool reached = true;
  long silent = 0;
  long runs = 0;
  for (long n = 1; reached; n += FAULTY_MEMORY_STEP, runs++) {
    memory = (faulty_memory){.fail_at = n, .for_good = n % 7 == 0};
    reached = run(&silent);
  }
  assert_true(silent < runs / 2); /* SQLite does without some of what it asks for, not all */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_disk_operation_fails),
      cmocka_unit_test(every_allocation_fails),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
