/* See passwords.h. One lock guards both queues; it is never held while hashing. */
#define _DEFAULT_SOURCE /* setpriority, strnlen */
#include "passwords.h"

#include "memory.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { THREADS_MAX = 8, NICE = 5 };

/* 64 MiB and some 0.1 s of one core: what libsodium names for logging in while somebody waits. */
enum { EFFORT = crypto_pwhash_OPSLIMIT_INTERACTIVE, SPACE = crypto_pwhash_MEMLIMIT_INTERACTIVE };

typedef struct item {
  struct item *next;
  char password[PASSWORD_MAX + 1];
  char hash[PASSWORD_HASH]; /* to check against, or the result */
  bool check, good;
  passwords_done *done;
  void *context;
} item;

typedef struct queue {
  item *first, *last;
} queue;

struct passwords {
  pthread_mutex_t lock;
  pthread_cond_t asked;
  queue waiting, ready; /* guarded by lock, as the next two */
  size_t pending;
  bool stop;
  size_t limit;
  char nobody[PASSWORD_HASH]; /* of a password that nobody knows */
  void (*wake)(void *context);
  void *context;
  pthread_t thread[THREADS_MAX];
  unsigned threads;
};

static void push(queue *q, item *i) {
  i->next = NULL;
  if (q->last)
    q->last->next = i;
  else
    q->first = i;
  q->last = i;
}

static item *pop(queue *q) {
  item *i = q->first;
  if (!i) return NULL;
  q->first = i->next;
  if (!q->first) q->last = NULL;
  return i;
}

static void forget(item *i) {
  sodium_memzero(i, sizeof *i);
  free(i);
}

bool password_hash_now(const char *password, char hash[PASSWORD_HASH]) {
  return crypto_pwhash_str_alg(hash, password, strlen(password), EFFORT, SPACE,
                               crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static void work_at(item *i) {
  if (i->check)
    i->good = crypto_pwhash_str_verify(i->hash, i->password, strlen(i->password)) == 0;
  else
    i->good = password_hash_now(i->password, i->hash);
  sodium_memzero(i->password, sizeof i->password);
}

static void *work(void *argument) {
  passwords *p = argument;
  /* On Linux this is the priority of the calling thread: playing goes before logging in. */
  setpriority(PRIO_PROCESS, 0, NICE);
  pthread_mutex_lock(&p->lock);
  while (!p->stop) {
    item *i = pop(&p->waiting);
    if (!i) {
      pthread_cond_wait(&p->asked, &p->lock);
      continue;
    }
    pthread_mutex_unlock(&p->lock);
    work_at(i);
    pthread_mutex_lock(&p->lock);
    push(&p->ready, i);
    p->wake(p->context);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

static bool hash_of_nobody(char hash[PASSWORD_HASH]) {
  char secret[33];
  unsigned char bytes[16];
  randombytes_buf(bytes, sizeof bytes);
  sodium_bin2hex(secret, sizeof secret, bytes, sizeof bytes);
  return password_hash_now(secret, hash);
}

passwords *passwords_new(unsigned threads, size_t limit, void (*wake)(void *context),
                         void *context) {
  passwords *p = server_new(sizeof *p);
  p->wake = wake;
  p->context = context;
  p->limit = limit;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->asked, NULL);
  if (threads > THREADS_MAX) threads = THREADS_MAX;
  if (!hash_of_nobody(p->nobody)) threads = 0;
  while (p->threads < threads && pthread_create(&p->thread[p->threads], NULL, work, p) == 0)
    p->threads++;
  if (p->threads > 0) return p;
  passwords_free(p);
  return NULL;
}

void passwords_free(passwords *p) {
  if (!p) return;
  pthread_mutex_lock(&p->lock);
  p->stop = true;
  pthread_cond_broadcast(&p->asked);
  pthread_mutex_unlock(&p->lock);
  for (unsigned i = 0; i < p->threads; i++)
    pthread_join(p->thread[i], NULL);
  for (item *i; (i = pop(&p->waiting));)
    forget(i);
  for (item *i; (i = pop(&p->ready));)
    forget(i);
  pthread_cond_destroy(&p->asked);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

static bool ask(passwords *p, item *i, const char *password) {
  size_t length = strnlen(password, PASSWORD_MAX);
  memcpy(i->password, password, length);
  pthread_mutex_lock(&p->lock);
  bool room = p->pending < p->limit;
  if (room) {
    p->pending++;
    push(&p->waiting, i);
    pthread_cond_signal(&p->asked);
  }
  pthread_mutex_unlock(&p->lock);
  if (!room) forget(i);
  return room;
}

bool passwords_hash(passwords *p, const char *password, passwords_done *done, void *context) {
  item *i = server_new(sizeof *i);
  i->done = done;
  i->context = context;
  return ask(p, i, password);
}

bool passwords_check(passwords *p, const char *password, const char *hash, passwords_done *done,
                     void *context) {
  item *i = server_new(sizeof *i);
  size_t length = strnlen(hash ? hash : p->nobody, PASSWORD_HASH - 1);
  memcpy(i->hash, hash ? hash : p->nobody, length);
  i->check = true;
  i->done = done;
  i->context = context;
  return ask(p, i, password);
}

void passwords_collect(passwords *p) {
  pthread_mutex_lock(&p->lock);
  queue ready = p->ready;
  p->ready = (queue){NULL, NULL};
  for (item *i = ready.first; i; i = i->next)
    p->pending--;
  pthread_mutex_unlock(&p->lock);
  for (item *i; (i = pop(&ready));) {
    i->done(i->context, i->good, !i->check && i->good ? i->hash : NULL);
    forget(i);
  }
}

size_t passwords_pending(passwords *p) {
  pthread_mutex_lock(&p->lock);
  size_t pending = p->pending;
  pthread_mutex_unlock(&p->lock);
  return pending;
}
