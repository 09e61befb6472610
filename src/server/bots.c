/* See bots.h. One lock guards both queues; it is never held while a player thinks. */
#define _DEFAULT_SOURCE /* setpriority */
#include "bots.h"

#include "memory.h"
#include "think.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { BOTS_THREADS_MAX = 16, NICE = 10 };

typedef struct bots_item {
  struct bots_item *next;
  hub_question *question;
  hub_answer answer;
} bots_item;

typedef struct bots_queue {
  bots_item *first, *last;
} bots_queue;

struct server_bots {
  pthread_mutex_t lock;
  pthread_cond_t asked;
  bots_queue questions, answers; /* guarded by lock */
  size_t pending;                /* likewise */
  atomic_bool stop;
  void (*wake)(void *context);
  void *context;
  pthread_t thread[BOTS_THREADS_MAX];
  unsigned threads;
};

static void push(bots_queue *queue, bots_item *item) {
  item->next = NULL;
  if (queue->last)
    queue->last->next = item;
  else
    queue->first = item;
  queue->last = item;
}

static bots_item *pop(bots_queue *queue) {
  bots_item *item = queue->first;
  if (!item) return NULL;
  queue->first = item->next;
  if (!queue->first) queue->last = NULL;
  return item;
}

/* The next question; NULL when it is time to stop. */
static bots_item *wait_for_question(server_bots *b) {
  bots_item *item = NULL;
  pthread_mutex_lock(&b->lock);
  while (!atomic_load(&b->stop) && !(item = pop(&b->questions)))
    pthread_cond_wait(&b->asked, &b->lock);
  pthread_mutex_unlock(&b->lock);
  return item;
}

static void *work(void *argument) {
  server_bots *b = argument;
  bots_item *item;
  /* On Linux this is the priority of the calling thread: playing goes before thinking. */
  setpriority(PRIO_PROCESS, 0, NICE);
  while ((item = wait_for_question(b))) {
    item->answer = server_think(item->question, &b->stop);
    pthread_mutex_lock(&b->lock);
    push(&b->answers, item);
    pthread_mutex_unlock(&b->lock);
    b->wake(b->context);
  }
  return NULL;
}

server_bots *server_bots_new(unsigned threads, void (*wake)(void *context), void *context) {
  server_bots *b = server_new(sizeof *b);
  b->wake = wake;
  b->context = context;
  atomic_init(&b->stop, false);
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->asked, NULL);
  if (threads > BOTS_THREADS_MAX) threads = BOTS_THREADS_MAX;
  while (b->threads < threads && pthread_create(&b->thread[b->threads], NULL, work, b) == 0)
    b->threads++;
  if (b->threads > 0) return b;
  server_bots_free(b);
  return NULL;
}

static void drop(bots_queue *queue) {
  for (bots_item *item; (item = pop(queue));) {
    hub_question_free(item->question);
    free(item);
  }
}

void server_bots_free(server_bots *b) {
  if (!b) return;
  pthread_mutex_lock(&b->lock);
  atomic_store(&b->stop, true);
  pthread_cond_broadcast(&b->asked);
  pthread_mutex_unlock(&b->lock);
  for (unsigned i = 0; i < b->threads; i++)
    pthread_join(b->thread[i], NULL);
  drop(&b->questions);
  drop(&b->answers);
  pthread_cond_destroy(&b->asked);
  pthread_mutex_destroy(&b->lock);
  free(b);
}

void server_bots_ask(server_bots *b, hub_question *question) {
  bots_item *item = server_new(sizeof *item);
  item->question = question;
  pthread_mutex_lock(&b->lock);
  push(&b->questions, item);
  b->pending++;
  pthread_cond_signal(&b->asked);
  pthread_mutex_unlock(&b->lock);
}

size_t server_bots_pending(server_bots *b) {
  pthread_mutex_lock(&b->lock);
  size_t pending = b->pending;
  pthread_mutex_unlock(&b->lock);
  return pending;
}

void server_bots_collect(server_bots *b, void (*take)(void *context, const hub_answer *answer),
                         void *context) {
  bots_queue ready;
  pthread_mutex_lock(&b->lock);
  ready = b->answers;
  b->answers = (bots_queue){NULL, NULL};
  for (const bots_item *item = ready.first; item; item = item->next)
    b->pending--;
  pthread_mutex_unlock(&b->lock);
  for (bots_item *item; (item = pop(&ready));) {
    take(context, &item->answer);
    hub_question_free(item->question);
    free(item);
  }
}
