/* See bots.h. One lock guards everything; it is never held while a player thinks. */
#define _DEFAULT_SOURCE /* setpriority */
#include "bots.h"

#include "memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum {
  BOTS_THREADS_MAX = 16,
  BOTS_SHARES = 4096, /* tables that share a place share its turn */
  NICE = 10,
  PATIENCE = 6000, /* ms in which all questions that are there can be thought about */
  LEAST = 20,      /* ms that each is thought about, if it takes so long */
  ALONE = 8        /* times as much is counted where nobody follows */
};

typedef struct bots_item {
  struct bots_item *next;
  hub_question *question;
  hub_answer answer;
  uint64_t turn;  /* by which the waiting are in order; see `share` */
  uint64_t by;    /* ms: when the thought is to end at the latest */
  uint64_t begun; /* ms: since when it is thought about */
  atomic_bool stop;
  bool forgotten;
} bots_item;

typedef struct bots_queue {
  bots_item *first, *last;
} bots_queue;

typedef struct bots_worker {
  server_bots *pool;
  pthread_t thread;
  bots_item *item; /* what it thinks about; NULL: it waits */
} bots_worker;

struct server_bots {
  pthread_mutex_t lock;
  pthread_cond_t asked, hurry;
  bots_queue questions, answers; /* guarded by lock, as is what follows and the workers' items */
  size_t waiting, busy, answered;
  uint64_t latest; /* ms: when something was asked last */
  /* Start-time fair queueing: a question's turn is where its table's share ends, or now if that is
   * past; with it the share grows by what the thought took, in microseconds of processor time. */
  uint64_t share[BOTS_SHARES], now;
  bool quit;
  server_thinker *think;
  void (*wake)(void *context);
  void *context;
  bots_worker worker[BOTS_THREADS_MAX];
  unsigned workers;
  pthread_t watch;
};

/* -- Queues --------------------------------------------------------------------------------------
 */

static void push(bots_queue *queue, bots_item *item) {
  item->next = NULL;
  if (queue->last)
    queue->last->next = item;
  else
    queue->first = item;
  queue->last = item;
}

/* Behind those whose turn is not later. */
static void insert(bots_queue *queue, bots_item *item) {
  bots_item **link = &queue->first;
  while (*link && (*link)->turn <= item->turn)
    link = &(*link)->next;
  item->next = *link;
  *link = item;
  if (!item->next) queue->last = item;
}

static bots_item *pop(bots_queue *queue) {
  bots_item *item = queue->first;
  if (!item) return NULL;
  queue->first = item->next;
  if (!queue->first) queue->last = NULL;
  return item;
}

static void discard(bots_item *item) {
  hub_question_free(item->question);
  free(item);
}

/* Takes the question with that token out; false when it is not there. */
static bool take_out(bots_queue *queue, uint64_t token) {
  bots_item *before = NULL, *item = queue->first;
  for (; item && item->question->token != token; item = item->next)
    before = item;
  if (!item) return false;
  if (before)
    before->next = item->next;
  else
    queue->first = item->next;
  if (queue->last == item) queue->last = before;
  discard(item);
  return true;
}

/* -- Time ----------------------------------------------------------------------------------------
 */

static uint64_t read_clock(clockid_t clock, uint64_t unit) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * (1000000000 / unit) + (uint64_t)now.tv_nsec / unit;
}

static uint64_t now_ms(void) {
  return read_clock(CLOCK_MONOTONIC, 1000000);
}

static uint64_t worked_us(void) {
  return read_clock(CLOCK_THREAD_CPUTIME_ID, 1000);
}

static uint64_t *share_of(server_bots *b, const hub_question *question) {
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (const char *id = question->table; *id; id++)
    hash = (hash ^ (unsigned char)*id) * 16777619u;
  return &b->share[hash % BOTS_SHARES];
}

/* When the thought is to end: it has its part of the time until all that were asked should be
 * answered, and goes on for no seat whose own time runs out. */
static uint64_t end_of(const server_bots *b, const bots_item *item) {
  size_t all = b->waiting + b->busy;
  uint64_t room = item->begun < b->latest + PATIENCE ? b->latest + PATIENCE - item->begun : 0;
  if (room > PATIENCE) room = PATIENCE;
  uint64_t end = item->begun + (all > b->workers ? room * b->workers / all : room);
  uint64_t least = item->begun + LEAST;
  if (item->by < end) end = item->by;
  return end > least ? end : least;
}

/* Until then, or until something is asked. */
static void doze(server_bots *b, uint64_t until) {
  struct timespec at = {.tv_sec = (time_t)(until / 1000),
                        .tv_nsec = (long)(until % 1000) * 1000000};
  pthread_cond_timedwait(&b->hurry, &b->lock, &at);
}

/* Ends every thought whose time is over. */
static void *watch(void *argument) {
  server_bots *b = argument;
  pthread_mutex_lock(&b->lock);
  while (!b->quit) {
    uint64_t now = now_ms(), next = UINT64_MAX;
    for (unsigned i = 0; i < b->workers; i++) {
      bots_item *item = b->worker[i].item;
      if (!item || atomic_load(&item->stop)) continue;
      uint64_t end = end_of(b, item);
      if (end <= now)
        atomic_store(&item->stop, true);
      else if (end < next)
        next = end;
    }
    if (next == UINT64_MAX)
      pthread_cond_wait(&b->hurry, &b->lock);
    else
      doze(b, next);
  }
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

/* -- Thinking ------------------------------------------------------------------------------------
 */

/* The next question becomes the worker's; false when it is time to stop. */
static bool begin(bots_worker *worker) {
  server_bots *b = worker->pool;
  bots_item *item = NULL;
  pthread_mutex_lock(&b->lock);
  while (!b->quit && !(item = pop(&b->questions)))
    pthread_cond_wait(&b->asked, &b->lock);
  if (item) {
    b->waiting--;
    b->busy++;
    if (item->turn > b->now) b->now = item->turn;
    item->begun = now_ms();
    pthread_cond_signal(&b->hurry);
  }
  worker->item = item;
  pthread_mutex_unlock(&b->lock);
  return item;
}

/* It is answered, after so many microseconds of work. */
static void end(bots_worker *worker, uint64_t took) {
  server_bots *b = worker->pool;
  bots_item *item = worker->item;
  pthread_mutex_lock(&b->lock);
  uint64_t *share = share_of(b, item->question);
  bool wanted = !item->forgotten;
  if (!item->question->followed) took *= ALONE;
  if (item->turn + took > *share) *share = item->turn + took;
  worker->item = NULL;
  b->busy--;
  if (wanted) {
    push(&b->answers, item);
    b->answered++;
  }
  pthread_mutex_unlock(&b->lock);
  if (wanted)
    b->wake(b->context);
  else
    discard(item);
}

static void *work(void *argument) {
  bots_worker *worker = argument;
  /* On Linux this is the priority of the calling thread: playing goes before thinking. */
  setpriority(PRIO_PROCESS, 0, NICE);
  while (begin(worker)) {
    uint64_t since = worked_us();
    bots_item *item = worker->item;
    item->answer = worker->pool->think(item->question, &item->stop);
    end(worker, worked_us() - since);
  }
  return NULL;
}

/* -- The pool ------------------------------------------------------------------------------------
 */

static void open_lock(server_bots *b) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->asked, NULL);
  pthread_cond_init(&b->hurry, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void close_lock(server_bots *b) {
  pthread_cond_destroy(&b->hurry);
  pthread_cond_destroy(&b->asked);
  pthread_mutex_destroy(&b->lock);
}

server_bots *server_bots_new(unsigned threads, server_thinker *think, void (*wake)(void *context),
                             void *context) {
  server_bots *b = server_new(sizeof *b);
  b->think = think;
  b->wake = wake;
  b->context = context;
  open_lock(b);
  if (pthread_create(&b->watch, NULL, watch, b) != 0) {
    close_lock(b);
    free(b);
    return NULL;
  }
  if (threads > BOTS_THREADS_MAX) threads = BOTS_THREADS_MAX;
  pthread_mutex_lock(&b->lock); /* they begin when all are there */
  for (bots_worker *next = b->worker; b->workers < threads; next++, b->workers++) {
    next->pool = b;
    if (pthread_create(&next->thread, NULL, work, next) != 0) break;
  }
  pthread_mutex_unlock(&b->lock);
  if (b->workers > 0) return b;
  server_bots_free(b);
  return NULL;
}

static void stop_all(server_bots *b) {
  pthread_mutex_lock(&b->lock);
  b->quit = true;
  for (unsigned i = 0; i < b->workers; i++)
    if (b->worker[i].item) atomic_store(&b->worker[i].item->stop, true);
  pthread_cond_broadcast(&b->asked);
  pthread_cond_signal(&b->hurry);
  pthread_mutex_unlock(&b->lock);
}

static void drop(bots_queue *queue) {
  for (bots_item *item; (item = pop(queue));)
    discard(item);
}

void server_bots_free(server_bots *b) {
  if (!b) return;
  stop_all(b);
  for (unsigned i = 0; i < b->workers; i++)
    pthread_join(b->worker[i].thread, NULL);
  pthread_join(b->watch, NULL);
  drop(&b->questions);
  drop(&b->answers);
  close_lock(b);
  free(b);
}

void server_bots_ask(server_bots *b, hub_question *question) {
  bots_item *item = server_new(sizeof *item);
  item->question = question;
  uint64_t now = now_ms();
  item->by = question->left == UINT32_MAX ? UINT64_MAX : now + question->left / 2;
  atomic_init(&item->stop, false);
  pthread_mutex_lock(&b->lock);
  item->turn = *share_of(b, question);
  if (item->turn < b->now) item->turn = b->now;
  insert(&b->questions, item);
  b->waiting++;
  b->latest = now;
  pthread_cond_signal(&b->asked);
  pthread_cond_signal(&b->hurry);
  pthread_mutex_unlock(&b->lock);
}

void server_bots_forget(server_bots *b, uint64_t token) {
  pthread_mutex_lock(&b->lock);
  if (take_out(&b->questions, token)) b->waiting--;
  if (take_out(&b->answers, token)) b->answered--;
  for (unsigned i = 0; i < b->workers; i++) {
    bots_item *item = b->worker[i].item;
    if (!item || item->question->token != token) continue;
    item->forgotten = true;
    atomic_store(&item->stop, true);
  }
  pthread_mutex_unlock(&b->lock);
}

size_t server_bots_pending(server_bots *b) {
  pthread_mutex_lock(&b->lock);
  size_t pending = b->waiting + b->busy + b->answered;
  pthread_mutex_unlock(&b->lock);
  return pending;
}

void server_bots_collect(server_bots *b, void (*take)(void *context, const hub_answer *answer),
                         void *context) {
  pthread_mutex_lock(&b->lock);
  bots_queue ready = b->answers;
  b->answers = (bots_queue){NULL, NULL};
  b->answered = 0;
  pthread_mutex_unlock(&b->lock);
  for (bots_item *item; (item = pop(&ready));) {
    take(context, &item->answer);
    discard(item);
  }
}
