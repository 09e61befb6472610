/* How many batches a second the store makes durable when every table waits for its last batch
 * before it sends the next, as games do. Prints; asserts nothing. Usage: bench_store [tables] */
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 3, TABLES_MAX = 10000 };

typedef struct bench_run {
  junqi_store *store;
  uint64_t seq[TABLES_MAX];
  size_t completed;
  bool running;
} bench_run;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void submit(bench_run *bench, uint64_t table) {
  char id[16];
  char body[120];
  snprintf(id, sizeof id, "t%llu", (unsigned long long)table);
  int size = snprintf(body, sizeof body, "{\"seat\":1,\"from\":\"a1\",\"to\":\"a2\",\"n\":%llu}",
                      (unsigned long long)bench->seq[table]);
  junqi_store_event event = {
      .seq = ++bench->seq[table], .kind = "move", .body = {body, (size_t)size}};
  junqi_store_batch batch = {
      .table = id, .create = event.seq == 1, .events = &event, .event_count = 1};
  if (junqi_store_append(bench->store, &batch, table) != JUNQI_STORE_OK) {
    abort();
  }
}

static void completed(void *context, const junqi_store_completion *completion) {
  bench_run *bench = context;
  if (completion->status != JUNQI_STORE_OK) {
    abort();
  }
  bench->completed++;
  if (bench->running) {
    submit(bench, completion->tag);
  }
}

static bool count_table(void *context, const junqi_store_table *table) {
  (void)table;
  ++*(size_t *)context;
  return true;
}

static bool skip_event(void *context, const junqi_store_event *event) {
  (void)context;
  (void)event;
  return true;
}

int main(int argc, char **argv) {
  static bench_run bench;
  char directory[SCRATCH_MAX];
  size_t tables = argc > 1 ? strtoul(argv[1], NULL, 10) : 500;
  tables = tables < 1 ? 1 : tables > TABLES_MAX ? TABLES_MAX : tables;
  snprintf(directory, sizeof directory, "bench-store-%ld", (long)getpid());
  junqi_store_options options = {.directory = directory, .queue_limit = TABLES_MAX + 1};
  junqi_store_error error;
  if (junqi_store_open(&options, &bench.store, &error) != JUNQI_STORE_OK) {
    fprintf(stderr, "%s\n", error.detail);
    return 1;
  }
  bench.running = true;
  for (size_t i = 0; i < tables; i++) {
    submit(&bench, i);
  }
  double start = now();
  double worst = 0;
  double last = start;
  while (now() - start < SECONDS) {
    if (junqi_store_poll(bench.store, completed, &bench) > 0) {
      double time = now();
      worst = time - last > worst ? time - last : worst;
      last = time;
    }
    usleep(200);
  }
  bench.running = false;
  junqi_store_drain(bench.store, completed, &bench);
  printf("%zu tables: %.0f batches a second, longest wait for a group %.1f ms\n", tables,
         (double)bench.completed / (now() - start), worst * 1e3);
  size_t count = 0;
  start = now();
  junqi_store_reader reader = {count_table, skip_event, &count};
  junqi_store_each_unfinished(bench.store, &reader);
  printf("%zu tables with %zu events read in %.0f ms\n", count, bench.completed,
         (now() - start) * 1e3);
  junqi_store_close(bench.store);
  scratch_remove(directory);
  return 0;
}
