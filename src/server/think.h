/* A computer player's answer to a question of the hub: the one place where the server enters the ai
 * room. Pure: it may run on any thread. */
#ifndef SERVER_THINK_H
#define SERVER_THINK_H

#include "hub.h"

#include <stdatomic.h>

/* As long as the level takes; sooner when *stop (may be NULL) becomes true. */
hub_answer server_think(const hub_question *question, const atomic_bool *stop);

#endif
