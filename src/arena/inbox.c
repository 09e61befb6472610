/* See inbox.h. */
#include "inbox.h"

#include <string.h>

#include "process.h"

/* Does such a line wait? */
static bool waits(const arena_inbox *b, const char *word) {
  for (unsigned i = 0; i < b->count; i++)
    if (arena_line_after(b->line[(b->first + i) % INBOX_MOST], word)) return true;
  return false;
}

static void hurry(arena_inbox *b) {
  if (!b->thinking) return;
  b->due = true;
  arena_alarm_ring(b->alarm);
}

static void put(arena_inbox *b, const char *line) {
  while (b->count == INBOX_MOST) {
    hurry(b);
    pthread_cond_wait(&b->changed, &b->lock);
  }
  strcpy(b->line[(b->first + b->count++) % INBOX_MOST], line);
  pthread_cond_broadcast(&b->changed);
}

/* What is heard while it thinks is done here. A `stop` is for all that was asked before it. */
static void take(arena_inbox *b, const char *line) {
  if (arena_line_after(line, "quit")) {
    b->quitting = true;
    hurry(b);
  } else if (arena_line_after(line, "stop")) {
    hurry(b);
    if (waits(b, "go")) put(b, line);
  } else if (arena_line_after(line, "isready") && b->thinking && !b->due && b->count == 0) {
    fprintf(b->out, "readyok\n");
    fflush(b->out);
  } else {
    put(b, line);
  }
}

static void *read_all(void *argument) {
  arena_inbox *b = argument;
  char line[ENGINE_LINE];
  bool more = true;
  while (more && engine_read_line(b->in, line)) {
    pthread_mutex_lock(&b->lock);
    take(b, line);
    more = !b->quitting;
    pthread_mutex_unlock(&b->lock);
  }
  pthread_mutex_lock(&b->lock);
  b->end = true;
  if (b->count == 0) hurry(b); /* nobody is there to say `stop` */
  pthread_cond_broadcast(&b->changed);
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

bool arena_inbox_start(arena_inbox *b, FILE *in, FILE *out, arena_alarm *alarm) {
  b->in = in;
  b->out = out;
  b->alarm = alarm;
  b->first = b->count = 0;
  b->end = b->quitting = b->thinking = b->due = false;
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->changed, NULL);
  if (pthread_create(&b->reader, NULL, read_all, b) == 0) return true;
  pthread_cond_destroy(&b->changed);
  pthread_mutex_destroy(&b->lock);
  return false;
}

bool arena_inbox_next(arena_inbox *b, char line[ENGINE_LINE]) {
  pthread_mutex_lock(&b->lock);
  b->thinking = b->due = false;
  while (b->count == 0 && !b->end)
    pthread_cond_wait(&b->changed, &b->lock);
  bool any = b->count > 0;
  if (any) {
    strcpy(line, b->line[b->first]);
    b->first = (b->first + 1) % INBOX_MOST;
    b->count--;
    b->thinking = arena_line_after(line, "go") != NULL;
    b->due = b->thinking && (b->quitting || waits(b, "stop") || (b->end && b->count == 0));
    pthread_cond_broadcast(&b->changed);
  }
  pthread_mutex_unlock(&b->lock);
  return any;
}

void arena_inbox_clock(arena_inbox *b, int64_t ms) {
  pthread_mutex_lock(&b->lock);
  arena_alarm_set(b->alarm, ms);
  if (b->due) arena_alarm_ring(b->alarm);
  pthread_mutex_unlock(&b->lock);
}

void arena_inbox_end(arena_inbox *b) {
  pthread_join(b->reader, NULL);
  pthread_cond_destroy(&b->changed);
  pthread_mutex_destroy(&b->lock);
}
