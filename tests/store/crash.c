/* A process that writes to a store is killed with SIGKILL at random moments, again and again on the
 * same data directory. Whatever it had been told is durable is there afterwards.
 *
 * JUNQI_STORE_KILLS sets how often (25), JUNQI_STORE_SEED the moments. */
#include "helpers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 120 };

/* What the writer reports: written to a pipe in one piece, so never torn by the kill. */
typedef struct writer_report {
  uint64_t table;
  uint64_t submitted;    /* before the batch is handed to the store … */
  uint64_t acknowledged; /* … or after it came back */
} writer_report;

static void send_report(writer_report report) {
  if (write(STDOUT_FILENO, &report, sizeof report) != sizeof report) {
    exit(1); /* the parent is gone */
  }
}

static void acknowledge(void *context, const junqi_store_completion *completion) {
  ledger_sink(context, completion);
  if (completion->status != JUNQI_STORE_OK) {
    exit(2);
  }
  send_report((writer_report){.table = completion->tag, .acknowledged = completion->last_seq});
}

static void wake(void *context) {
  char byte = 0;
  ssize_t written = write(*(int *)context, &byte, 1);
  (void)written;
}

/* The process to be killed: several batches in flight on eight tables, until it dies. */
static int be_writer(const char *directory, uint64_t seed) {
  int ends[2];
  junqi_store *store = NULL;
  if (pipe(ends) != 0) {
    return 1;
  }
  junqi_store_options options = {
      .directory = directory, .wake = wake, .wake_context = &ends[1], .checkpoint_pages = 60};
  if (junqi_store_open(&options, &store, NULL) != JUNQI_STORE_OK) {
    return 3;
  }
  store_ledger ledger = {0};
  memset(ledger.submitted, 0xff, sizeof ledger.submitted); /* unknown until it is read back */
  if (!ledger_check(&ledger, store)) {
    return 4;
  }
  ledger_resume(&ledger);
  for (;;) {
    while (junqi_store_pending(store) < 50) {
      unsigned table = random_below(&seed, LEDGER_TABLES);
      unsigned count = 1 + random_below(&seed, 4);
      send_report((writer_report){.table = table, .submitted = ledger.submitted[table] + count});
      if (ledger_submit(&ledger, store, table, count) != JUNQI_STORE_OK) {
        return 5;
      }
    }
    char buffer[64];
    if (read(ends[0], buffer, sizeof buffer) <= 0) {
      return 6;
    }
    junqi_store_poll(store, acknowledge, &ledger);
  }
}

/* A fresh program rather than a fork alone: no sanitizer or SQLite state comes along. */
static pid_t start_writer(const char *directory, uint64_t seed, int *reports) {
  int ends[2];
  char text[24];
  snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    alarm(PATIENCE_S); /* it is killed long before, or it hangs */
    execl("/proc/self/exe", "writer", directory, text, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  *reports = ends[0];
  return child;
}

static void take_reports(store_ledger *ledger, const writer_report *reports, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const writer_report *report = &reports[i];
    assert_true(report->table < LEDGER_TABLES);
    if (report->submitted > 0) {
      ledger->submitted[report->table] = report->submitted;
    } else {
      ledger->acknowledged[report->table] = report->acknowledged;
    }
  }
}

/* Lets the writer run until it has reported so much and then some microseconds; kills it. */
static void run_and_kill(const char *directory, store_ledger *ledger, uint64_t *seed) {
  int fd;
  pid_t child = start_writer(directory, *seed | 1, &fd);
  FILE *stream = fdopen(fd, "rb");
  size_t wanted = 1 + random_below(seed, 2000);
  writer_report report;
  for (size_t i = 0; i < wanted && fread(&report, sizeof report, 1, stream) == 1; i++) {
    take_reports(ledger, &report, 1);
  }
  usleep(random_below(seed, 3000));
  kill(child, SIGKILL);
  while (fread(&report, sizeof report, 1, stream) == 1) {
    take_reports(ledger, &report, 1);
  }
  fclose(stream);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    fail_msg("writer: hung for %d s", PATIENCE_S);
  }
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); /* not of its own accord */
}

static void survives_kills(void **state) {
  (void)state;
  const char *kills = getenv("JUNQI_STORE_KILLS");
  const char *chosen = getenv("JUNQI_STORE_SEED");
  uint64_t seed = chosen != NULL ? strtoull(chosen, NULL, 10) | 1 : 20240601;
  char directory[SCRATCH_MAX];
  store_ledger ledger = {0};
  uint64_t total = 0;
  scratch_make(directory);
  for (long n = kills != NULL ? atol(kills) : 25; n > 0; n--) {
    run_and_kill(directory, &ledger, &seed);
    junqi_store_options options = {.directory = directory, .inline_writer = true};
    junqi_store *store = NULL;
    junqi_store_error error;
    if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
      fail_msg("%s", error.detail);
    }
    assert_true(ledger_check(&ledger, store));
    ledger_resume(&ledger);
    junqi_store_close(store);
  }
  for (int i = 0; i < LEDGER_TABLES; i++) {
    total += ledger.stored[i];
  }
  assert_true(total > 0);
  print_message("%llu events acknowledged or found, none lost\n", (unsigned long long)total);
  scratch_remove(directory);
}

int main(int argc, char **argv) {
  if (argc == 3) {
    return be_writer(argv[1], strtoull(argv[2], NULL, 10));
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(survives_kills)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
