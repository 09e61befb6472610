/* Passwords: argon2id on threads of their own, so that the loop never waits for it, with a queue
 * that can be full. Not here: whose password it is, how often one may try. */
#ifndef SERVER_PASSWORDS_H
#define SERVER_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>

enum {
  PASSWORD_MIN = 8,   /* bytes of a password */
  PASSWORD_MAX = 200, /* likewise */
  PASSWORD_HASH = 129 /* room for a hash as text: crypto_pwhash_STRBYTES and a zero */
};

typedef struct passwords passwords;

/* Called by passwords_collect(). Hashing: `hash` is the text to be kept, NULL when there was no
 * memory. Checking: `good` says whether it is the password. */
typedef void passwords_done(void *context, bool good, const char *hash);

/* `wake` is called on one of the threads when results wait to be collected. NULL: no threads, or
 * too little memory for one hash. libsodium must have been started. */
passwords *passwords_new(unsigned threads, size_t queue, void (*wake)(void *context),
                         void *context);

/* Waits for the threads; of what was not collected, `done` is never called. NULL is allowed. */
void passwords_free(passwords *p);

/* Hashes a password; or checks it against a hash. A `hash` of NULL stands for a name that nobody
 * has: it takes as long and is never good. Texts are copied. False: the queue is full. */
bool passwords_hash(passwords *p, const char *password, passwords_done *done, void *context);
bool passwords_check(passwords *p, const char *password, const char *hash, passwords_done *done,
                     void *context);

/* Calls `done` for the results that are there. */
void passwords_collect(passwords *p);

/* Waiting and being worked at. */
size_t passwords_pending(passwords *p);

/* Hashes here and now (for a program without a server); false: no memory. */
bool password_hash_now(const char *password, char hash[PASSWORD_HASH]);

#endif
