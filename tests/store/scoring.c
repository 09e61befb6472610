/* A process that finishes and scores games is killed with SIGKILL at random moments. A restarted
 * one finishes what was open, and tries to finish again what was finished: every game counts once.
 *
 * JUNQI_STORE_KILLS sets how often (15), JUNQI_STORE_SEED the moments. */
#include "tally.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IN_FLIGHT = 40, AGAIN = 30, PATIENCE_S = 120 };

/* Tags: what a completion is of. */
enum { TAG_MAKE, TAG_FINISH, TAG_AGAIN };

/* Each scored game is reported by one byte, before anything else is done. */
static void take(void *context, const junqi_store_completion *completion) {
  (void)context;
  bool again = completion->tag == TAG_AGAIN;
  if (completion->status != (again ? JUNQI_STORE_ORDER : JUNQI_STORE_OK)) {
    exit(2);
  }
  if (completion->tag == TAG_FINISH && write(STDOUT_FILENO, "g", 1) != 1) {
    exit(1);
  }
}

/* Tables are made in turn and finished in turn, so the open ones are the last ones. */
static void resume(junqi_store *store, uint64_t *next) {
  tally_count count;
  if (!tally_check(store, &count)) {
    exit(4);
  }
  *next = count.games + count.unfinished;
  for (uint64_t i = count.games > AGAIN ? count.games - AGAIN : 0; i < count.games; i++) {
    tally_finish(store, i, TAG_AGAIN);
  }
  for (uint64_t i = count.games; i < *next; i++) {
    tally_finish(store, i, TAG_FINISH);
  }
}

static int be_writer(const char *directory) {
  junqi_store_options options = {.directory = directory, .checkpoint_pages = 60};
  junqi_store *store = NULL;
  uint64_t next = 0;
  if (junqi_store_open(&options, &store, NULL) != JUNQI_STORE_OK) {
    return 3;
  }
  for (resume(store, &next);; next++) {
    if (tally_make(store, next, TAG_MAKE) != JUNQI_STORE_OK ||
        tally_finish(store, next, TAG_FINISH) != JUNQI_STORE_OK) {
      return 5;
    }
    junqi_store_poll(store, take, NULL);
    if (junqi_store_pending(store) > IN_FLIGHT) {
      junqi_store_drain(store, take, NULL);
    }
  }
}

/* A fresh program rather than a fork alone: no sanitizer or SQLite state comes along. */
static pid_t start_writer(const char *directory, int *reports) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    alarm(PATIENCE_S); /* it is killed long before, or it hangs */
    execl("/proc/self/exe", "writer", directory, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  *reports = ends[0];
  return child;
}

/* How many games the writer reported before and while it was killed. */
static uint64_t run_and_kill(const char *directory, uint64_t *seed) {
  int fd;
  char byte;
  uint64_t reported = 0;
  pid_t child = start_writer(directory, &fd);
  uint64_t wanted = 1 + random_below(seed, 400);
  while (reported < wanted && read(fd, &byte, 1) == 1) {
    reported++;
  }
  usleep(random_below(seed, 3000));
  kill(child, SIGKILL);
  while (read(fd, &byte, 1) == 1) {
    reported++;
  }
  close(fd);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    fail_msg("writer: hung for %d s", PATIENCE_S);
  }
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); /* not of its own accord */
  return reported;
}

static void every_game_counts_once(void **state) {
  const char *kills = getenv("JUNQI_STORE_KILLS");
  const char *chosen = getenv("JUNQI_STORE_SEED");
  uint64_t seed = chosen != NULL ? strtoull(chosen, NULL, 10) | 1 : 20240607;
  uint64_t games = 0;
  junqi_store *store = store_open_inline(*state);
  assert_int_equal(tally_begin(store, TAG_MAKE), JUNQI_STORE_OK);
  junqi_store_close(store);
  for (long n = kills != NULL ? atol(kills) : 15; n > 0; n--) {
    tally_count count;
    uint64_t reported = run_and_kill(*state, &seed);
    store = store_open_inline(*state);
    assert_true(tally_check(store, &count));
    assert_true(count.games >= games + reported);
    games = count.games;
    junqi_store_close(store);
  }
  print_message("%llu games, each counted once\n", (unsigned long long)games);
}

int main(int argc, char **argv) {
  if (argc == 2) {
    return be_writer(argv[1]);
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_game_counts_once, scratch_set_up, scratch_tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
