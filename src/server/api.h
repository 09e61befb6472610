/* The HTTP interface for people: accounts, sessions, tokens, the export of what is one's own. A
 * request is checked and then becomes a piece of work that may wait for the store or for a
 * password. Not here: anything at a table, which goes over the WebSocket. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "answer.h"
#include "site.h"
#include "wire.h"

enum { API_BODY_MAX = 4096 /* bytes of a request's body */ };

/* A request that is being answered. */
typedef struct api_work api_work;
struct api_work {
  site *site;
  struct junqi_net_request *request;
  visitor who;
  json_t *body;                               /* checked; NULL for a GET */
  uint64_t account;                           /* that the work is about */
  char token[SESSION_TOKEN_SIZE];             /* of a session that is being made */
  char against[JUNQI_STORE_PASSWORD_MAX + 1]; /* the hash that a password was compared with last */
  bool logs_in;                               /* the session is made for who showed the password */
  unsigned awaited;                           /* writes whose completion has not come */
  junqi_store_status failed;                  /* what the first of them said that was not OK */
  /* What follows when the store, or a password, is done: one of the two is awaited. */
  void (*stored)(api_work *w, junqi_store_status status);
  void (*checked)(api_work *w, bool good, const char *hash);
  api_work *before, *after;
};

/* Answers the request, now or later. False: its path is not one of this interface. */
bool api_take(site *s, struct junqi_net_request *request, const char *path);

/* Reads and checks a body in JSON: 0 and *body is the caller's, or the status to refuse with, and
 * NULL. */
int api_read_body(struct junqi_net_request *request, const wire_slot *fields, json_t **body,
                  junqi_error *error);

/* The store has written what a work waited for. */
void api_stored(site *s, uint64_t tag, junqi_store_status status);

/* The process ends: works that still wait are refused. */
void api_end(site *s);

/* -- For the files of the interface --------------------------------------------------------------
 */

typedef void api_handler(api_work *w);

/* An own answer, after which the work is gone: with a body, or with a code of errors.def. */
void api_answer(api_work *w, answer *a, int status, const out *body);
void api_refuse(api_work *w, int status, const junqi_error *error);
void api_fail(api_work *w, int status, junqi_code code);
/* By what the store said: STORE_BUSY is 503, an unexpected one 500. */
void api_fail_store(api_work *w, junqi_store_status status);

/* Awaits a write that was submitted with api_tag(), besides others that are awaited already. When
 * all of them are done, `stored` is told what the first said that was not OK, or OK; and that is
 * now when nothing was taken. False: it was now, and the work may be gone. */
uint64_t api_tag(const api_work *w);
bool api_await(api_work *w, junqi_store_status submitted,
               void (*stored)(api_work *w, junqi_store_status status));

/* Awaits a hash of a password, or its comparison with that of w->account (`hash` NULL: with
 * nobody's), which is good only if the account still has it: people may wait for seconds. */
void api_hash(api_work *w, const char *password, void (*checked)(api_work *w, bool, const char *));
void api_check(api_work *w, const char *password, const char *hash,
               void (*checked)(api_work *w, bool, const char *));

/* Whether the hash that was compared with is the account's still. */
bool api_is_current(const api_work *w);

/* A text of the body; "" when it was left out. */
const char *api_text(const api_work *w, const char *field);

/* Ends the session that came with the request, if there is one, makes a new one for w->account, and
 * answers with its cookie and the profile. */
void api_new_session(api_work *w);
/* Makes a guest and goes on as api_new_session(). */
void api_new_guest(api_work *w);
/* Answers with {"name", "admin"} of w->account. */
void api_profile(api_work *w, answer *a);

/* api_people.c */
api_handler api_session, api_register, api_login, api_logout, api_rename, api_password, api_delete;
/* api_sessions.c */
api_handler api_sessions, api_sessions_end, api_tokens, api_token_new, api_token_revoke;
/* api_export.c */
api_handler api_export;

#endif
