/* The control socket: how a command on this machine reaches the server that runs, when the data
 * directory is the server's alone (docs/adr/0011). A Unix socket in the data directory, for its
 * owner only; a request is a list of words, its answer a text or an error. Not here: what the words
 * mean. */
#ifndef SERVER_CONTROL_H
#define SERVER_CONTROL_H

#include "out.h"

#include "junqi/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { CONTROL_WORDS = 8, CONTROL_WORD_MAX = 1000 };

typedef struct control control;

/* Listens in a directory on a thread of its own. `wake` is called on it when a request waits. NULL
 * when that can't be had: the server does without. */
control *control_new(const char *directory, void (*wake)(void *context), void *context);
void control_free(control *c); /* takes the socket away; NULL is allowed */

/* The words of the request that waits, ended by NULL, until control_answer(); NULL: there is none,
 * or it was given out already. */
const char *const *control_request(control *c);

/* Answers it: with the text, or with the error when its code is not OK. */
void control_answer(control *c, const out *text, const junqi_error *error);

/* The other side: asks the server of a directory and waits. JUNQI_E_OK and a text that is the
 * caller's to free; the server's error; or ADMIN_CONTROL when it can't be reached. */
junqi_code control_ask(const char *directory, const char *const words[], size_t count, out *text,
                       junqi_error *error);

#endif
