/* Stockfish as the yardstick of `junqi bench`: a child process that is told `go perft 6` and whose
 * own CPU time is read before and after. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 512 };

static double cpu_seconds(const bench_stockfish *fish) {
  clockid_t clock;
  struct timespec now = {0, 0};
  if (clock_getcpuclockid(fish->pid, &clock) == 0) clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void say(const bench_stockfish *fish, const char *line) {
  if (write(fish->in, line, strlen(line)) < 0) return; /* the answer will be missed */
}

/* Reads lines until one begins with `wanted`; what follows it goes to rest[LINE_SIZE]. A line that
 * is too long loses its end. */
static bool await(const bench_stockfish *fish, const char *wanted, char *rest) {
  char line[LINE_SIZE], byte;
  size_t used = 0, length = strlen(wanted);
  while (read(fish->out, &byte, 1) == 1) {
    if (byte != '\n') {
      if (used + 1 < sizeof line) line[used++] = byte;
      continue;
    }
    line[used] = '\0';
    used = 0;
    if (strncmp(line, wanted, length) != 0) continue;
    strcpy(rest, line + length);
    return true;
  }
  return false;
}

static void become(const char *path, const int in[2], const int out[2]) {
  dup2(in[0], STDIN_FILENO);
  dup2(out[1], STDOUT_FILENO);
  close(in[0]), close(in[1]), close(out[0]), close(out[1]);
  execlp(path, path, (char *)NULL);
  _exit(127);
}

bool bench_stockfish_start(bench_stockfish *fish, const char *path, const char **wanted) {
  int in[2], out[2];
  char rest[LINE_SIZE];
  memset(fish, 0, sizeof *fish);
  *wanted = "readyok";
  if (pipe(in) != 0) return false;
  if (pipe(out) != 0) return close(in[0]), close(in[1]), false;
  signal(SIGPIPE, SIG_IGN);
  fish->pid = fork();
  if (fish->pid == 0) become(path, in, out);
  close(in[0]);
  close(out[1]);
  fish->in = in[1];
  fish->out = out[0];
  if (fish->pid > 0) {
    say(fish, "isready\n");
    if (await(fish, "readyok", rest)) return true;
  }
  bench_stockfish_end(fish);
  return false;
}

bool bench_stockfish_round(bench_stockfish *fish, const char **wanted) {
  char rest[LINE_SIZE];
  double from = cpu_seconds(fish);
  *wanted = "Nodes searched";
  say(fish, "go perft 6\n");
  if (!await(fish, "Nodes searched: ", rest)) return false;
  double seconds = cpu_seconds(fish) - from;
  double rate = seconds > 0 ? strtod(rest, NULL) / seconds : 0;
  if (rate > fish->best) fish->best = rate;
  return rate > 0;
}

void bench_stockfish_end(bench_stockfish *fish) {
  say(fish, "quit\n");
  close(fish->in);
  close(fish->out);
  if (fish->pid > 0) waitpid(fish->pid, NULL, 0);
}
