/* `junqi perft POSITION DEPTH`: counts ply sequences, on several threads where asked. The counting
 * is the rules' own; this file deals the first plies out. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { MAX_THREADS = 256, MAX_DEPTH = 99 };

/* What the threads share: each takes the next first ply until none is left. */
typedef struct count_job {
  const junqi_position *position;
  unsigned depth, moves;
  atomic_uint next;
  junqi_move move[JUNQI_MAX_MOVES];
  uint64_t nodes[JUNQI_MAX_MOVES];
} count_job;

static void *count_moves(void *argument) {
  count_job *job = argument;
  for (;;) {
    unsigned i = atomic_fetch_add(&job->next, 1);
    if (i >= job->moves) return NULL;
    junqi_position p = *job->position;
    junqi_make(&p, job->move[i], NULL, NULL);
    job->nodes[i] = junqi_perft(&p, job->depth - 1);
  }
}

/* Threads that cannot be started are done without. */
static uint64_t count_all(count_job *job, unsigned threads) {
  pthread_t thread[MAX_THREADS];
  unsigned started = 0;
  uint64_t total = 0;
  while (started + 1 < threads && !pthread_create(&thread[started], NULL, count_moves, job))
    started++;
  count_moves(job);
  while (started)
    pthread_join(thread[--started], NULL);
  for (unsigned i = 0; i < job->moves; i++)
    total += job->nodes[i];
  return total;
}

static void print_divided(const count_job *job, bool json) {
  char text[JUNQI_EVENT_TEXT];
  junqi_variant variant = (junqi_variant)job->position->rules->variant;
  for (unsigned i = 0; i < job->moves; i++) {
    junqi_event ply = {.kind = JUNQI_EV_PLY, .move = job->move[i]};
    junqi_event_write(variant, &ply, -1, false, text, sizeof text);
    if (json)
      printf("%s\"%s\": %llu", i ? ", " : "", text, (unsigned long long)job->nodes[i]);
    else
      printf("%s %llu\n", text, (unsigned long long)job->nodes[i]);
  }
}

static void print_count(const count_job *job, uint64_t total, bool divide, bool json) {
  if (json) printf("{\"depth\": %u, \"nodes\": %llu", job->depth, (unsigned long long)total);
  if (json && divide) printf(", \"divide\": {");
  if (divide) print_divided(job, json);
  if (json)
    printf("%s}\n", divide ? "}" : "");
  else
    printf("%s%llu\n", divide ? "total " : "", (unsigned long long)total);
}

int cli_perft(int argc, char **argv) {
  static cli_start start;
  static count_job job;
  const char *threads_text = "1";
  bool divide = false, json = false;
  const cli_option options[] = {{.name = "--divide", .flag = &divide},
                                {.name = "--json", .flag = &json},
                                {.name = "--threads", .value = &threads_text}};
  uint64_t threads, depth, total = 1;
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (!cli_number("--threads", threads_text, 1, MAX_THREADS, &threads)) return CLI_USAGE;
  argc--, argv++;
  status = cli_position("perft", &argc, &argv, &start);
  if (status != CLI_OK) return status;
  if (argc < 1) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "perft", "", "DEPTH");
  if (argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "perft", argv[1]);
  if (!cli_number("DEPTH", argv[0], 0, MAX_DEPTH, &depth)) return CLI_USAGE;
  junqi_position_settle(&start.position, NULL);
  job.position = &start.position;
  job.depth = (unsigned)depth;
  if (depth > 0) {
    job.moves = junqi_moves(&start.position, job.move);
    total = count_all(&job, (unsigned)threads);
  }
  print_count(&job, total, divide, json);
  return CLI_OK;
}
