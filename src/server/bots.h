/* Threads on which computer players think, so that the loop never waits for them. It is not known
 * here how they think, nor what becomes of an answer.
 *
 * Tables share the threads evenly: of the questions that wait, the next is one of the table that
 * has been thought for least, so a quick player is not held up by many slow ones, and less is
 * thought for tables that nobody follows. The more questions there are, the shorter each is thought
 * about, so that all are answered while their seats have time. */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include "hub.h"

#include <stdatomic.h>

typedef struct server_bots server_bots;

/* How a question is answered, on any of the threads: as server_think(). */
typedef hub_answer server_thinker(const hub_question *question, const atomic_bool *stop);

/* `wake` is called on one of the threads when answers wait to be collected. NULL: no threads to be
 * had. */
server_bots *server_bots_new(unsigned threads, server_thinker *think, void (*wake)(void *context),
                             void *context);

/* Stops thinking, waits for the threads; answers not collected are dropped. NULL is allowed. */
void server_bots_free(server_bots *b);

/* Takes the question over. */
void server_bots_ask(server_bots *b, hub_question *question);

/* Nobody waits for the answer to this question any more: it is thought about no further, and not
 * collected. One that is answered already may be named, too. */
void server_bots_forget(server_bots *b, uint64_t token);

/* Questions that wait or are being thought about, and answers not collected. */
size_t server_bots_pending(server_bots *b);

/* Hands over the answers that are there. */
void server_bots_collect(server_bots *b, void (*take)(void *context, const hub_answer *answer),
                         void *context);

#endif
