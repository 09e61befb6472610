/* See process.h. Everything has a deadline: an engine that hangs, floods or dies costs its own game
 * and no more. */
#define _GNU_SOURCE /* pipe2 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { DRAIN_MOST = 1 << 20, LOOK_UP = 100 /* milliseconds until a stop is noticed */ };

/* The child's half: streams, a group of its own, and the signals that this process ignores or
 * holds back. */
static bool spawn(arena_process *p, const char *command, const int in[2], const int out[2]) {
  char shell[] = "sh", dash_c[] = "-c", text[ARENA_LINE];
  char *argv[] = {shell, dash_c, text, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t defaults, none;
  if (strlen(command) >= sizeof text) return false;
  strcpy(text, command);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  int fault = posix_spawn(&p->pid, "/bin/sh", &files, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return fault == 0;
}

bool arena_process_start(arena_process *p, const char *command, const atomic_bool *stop) {
  int in[2], out[2];
  memset(p, 0, sizeof *p);
  p->stop = stop;
  if (pipe2(in, O_CLOEXEC) != 0) return false;
  if (pipe2(out, O_CLOEXEC) != 0) return close(in[0]), close(in[1]), false;
  bool fine = spawn(p, command, in, out);
  close(in[0]);
  close(out[1]);
  p->in = in[1];
  p->out = out[0];
  if (fine) {
    /* It may not read: a full pipe must not hold us up. */
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    return true;
  }
  close(p->in);
  close(p->out);
  p->pid = 0;
  return false;
}

static bool too_late(const arena_process *p, int64_t deadline) {
  return arena_now() >= deadline || (p->stop && atomic_load(p->stop));
}

/* Waits a while for a stream to be ready; false when it is too late. */
static bool await(const arena_process *p, int stream, short events, int64_t deadline) {
  struct pollfd one = {.fd = stream, .events = events};
  int64_t left = deadline - arena_now();
  if (too_late(p, deadline)) return false;
  return poll(&one, 1, left > LOOK_UP ? LOOK_UP : (int)left) >= 0 || errno == EINTR;
}

bool arena_process_say(arena_process *p, const char *line, int64_t deadline) {
  char text[ARENA_LINE + 1];
  size_t length = strlen(line), sent = 0;
  if (!p->pid || length >= ARENA_LINE) return false;
  memcpy(text, line, length);
  text[length++] = '\n';
  while (sent < length) {
    ssize_t n = write(p->in, text + sent, length - sent);
    if (n > 0)
      sent += (size_t)n;
    else if (n < 0 && errno != EAGAIN && errno != EINTR)
      return false;
    else if (!await(p, p->in, POLLOUT, deadline))
      return false;
  }
  return true;
}

/* Takes a whole line out of the buffer. */
static bool take_line(arena_process *p, char line[ARENA_LINE]) {
  for (;;) {
    char *end = memchr(p->buffer, '\n', p->used);
    if (!end) return false;
    size_t length = (size_t)(end - p->buffer);
    bool dropped = p->skipping;
    memcpy(line, p->buffer, length);
    line[length] = '\0';
    p->used -= length + 1;
    memmove(p->buffer, end + 1, p->used);
    p->skipping = false;
    while (length && (line[length - 1] == '\r' || line[length - 1] == ' '))
      line[--length] = '\0';
    if (!dropped) return true;
  }
}

/* Reads what is there; a line longer than the buffer is dropped up to its end. */
static ssize_t fill(arena_process *p) {
  if (p->used == sizeof p->buffer) {
    p->used = 0;
    p->skipping = true;
  }
  ssize_t n = read(p->out, p->buffer + p->used, sizeof p->buffer - p->used);
  if (n > 0) p->used += (size_t)n;
  return n;
}

arena_heard arena_process_hear(arena_process *p, char line[ARENA_LINE], int64_t deadline) {
  if (!p->pid) return ARENA_GONE;
  for (;;) {
    if (take_line(p, line)) return ARENA_HEARD;
    /* Asked for every time: a flood of half lines is no answer either. */
    if (too_late(p, deadline)) return ARENA_LATE;
    ssize_t n = fill(p);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return ARENA_GONE;
    if (n < 0 && !await(p, p->out, POLLIN, deadline)) return ARENA_LATE;
  }
}

const char *arena_line_after(const char *line, const char *words) {
  size_t length = strlen(words);
  if (strncmp(line, words, length) != 0) return NULL;
  if (line[length] == '\0') return line + length;
  return line[length] == ' ' ? line + length + 1 : NULL;
}

void arena_process_drain(arena_process *p) {
  size_t most = DRAIN_MOST;
  if (!p->pid) return;
  for (;;) {
    if (p->used) p->skipping = p->buffer[p->used - 1] != '\n';
    p->used = 0;
    ssize_t n = fill(p);
    if (n <= 0 || (size_t)n > most) return;
    most -= (size_t)n;
  }
}

/* True once it has ended; it stays there to be reaped, so that its group's number is still its own.
 */
static bool has_ended(pid_t pid) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

void arena_process_end(arena_process *p, int64_t grace) {
  const struct timespec moment = {0, 2000000};
  int64_t deadline = arena_now() + grace;
  if (!p->pid) return;
  close(p->in);
  close(p->out);
  while (!has_ended(p->pid) && arena_now() < deadline)
    nanosleep(&moment, NULL);
  kill(-p->pid, SIGKILL);
  kill(p->pid, SIGKILL); /* it may have joined another group */
  while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {
  }
  p->pid = 0;
}
