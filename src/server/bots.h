/* Threads on which computer players think, so that the loop never waits for them. Questions are
 * taken in the order in which they came. */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include "hub.h"

typedef struct server_bots server_bots;

/* `wake` is called on one of the threads when answers wait to be collected. NULL: no threads to be
 * had. */
server_bots *server_bots_new(unsigned threads, void (*wake)(void *context), void *context);

/* Stops thinking, waits for the threads; answers not collected are dropped. NULL is allowed. */
void server_bots_free(server_bots *b);

/* Takes the question over. */
void server_bots_ask(server_bots *b, hub_question *question);

/* Questions that wait or are being thought about, and answers not collected. */
size_t server_bots_pending(server_bots *b);

/* Hands over the answers that are there. */
void server_bots_collect(server_bots *b, void (*take)(void *context, const hub_answer *answer),
                         void *context);

#endif
