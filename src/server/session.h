/* Secrets that stand for somebody: the token in a browser's cookie, the token of a bot. Only their
 * hashes are kept. Not here: whose they are (the store), who may do what. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include <stdbool.h>
#include <stdint.h>

enum {
  SESSION_TOKEN = 32,        /* hexadecimal digits of a token: 128 bits */
  SESSION_TOKEN_SIZE = 48,   /* room for a token with what stands before it */
  SESSION_COOKIE = 160,      /* room for the value of Set-Cookie */
  SESSION_ID = 17,           /* a hash as people are shown it: 16 digits and a zero */
  SESSION_DAYS = 180,        /* a session that is not used for so long is over, */
  SESSION_GUEST_DAYS = 60,   /* or a guest's for so long */
  SESSION_TOUCH_MS = 3600000 /* that it is used is noted once an hour */
};

typedef enum session_kind { SESSION_BROWSER, SESSION_BOT, SESSION_DEVICE } session_kind;

/* What the store knows a secret by. */
typedef struct session_hash {
  unsigned char bytes[32]; /* JUNQI_STORE_HASH_SIZE */
} session_hash;

/* A new token; a bot's begins with `junqi_`, so that it is recognised where it should not be.
 * libsodium must have been started. */
void session_token_new(session_kind kind, char token[SESSION_TOKEN_SIZE]);

/* The token in a Cookie header, or in `Authorization: Bearer`; either may be NULL. False where
 * there is none of the right form. */
bool session_token_read(session_kind kind, const char *header, char token[SESSION_TOKEN_SIZE]);

/* The hash of a token that has the right form. */
session_hash session_hashed(session_kind kind, const char *token);

/* A name for a session or token in a list; it lets nobody in. */
void session_id(const unsigned char *hash, char id[SESSION_ID]);

/* The value of Set-Cookie: `secure` where the page is reached through TLS. An empty token takes the
 * cookie away. */
void session_cookie(const char *token, bool secure, char cookie[SESSION_COOKIE]);

/* A browser keeps a second cookie that stays when its people come and go: the device. A number that
 * stands for it; 0: the Cookie header has none. */
uint64_t session_device(const char *header);
void session_device_cookie(bool secure, char cookie[SESSION_COOKIE]); /* of a new one */

/* A number for a new account: random, 1 to INT64_MAX. */
uint64_t session_account_new(void);

#endif
