/* An HTTP answer being put together, with the headers that every answer bears. Not here: what is
 * answered to whom. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "junqi/error.h"
#include "junqi/net.h"
#include "out.h"
#include "session.h"

enum { ANSWER_HEADERS = 20 };

/* Zero-initialise. */
typedef struct answer {
  struct junqi_net_header header[ANSWER_HEADERS];
  size_t count;
  char cookie[SESSION_COOKIE], device[SESSION_COOKIE]; /* room for those that are set */
} answer;

/* Adds a header; both texts must live until the answer is sent. */
void answer_put(answer *a, const char *name, const char *value);
/* Sets the session's cookie; an empty token takes it away. */
void answer_cookie(answer *a, const char *token, bool secure);
/* Gives the browser a number of its own. */
void answer_device(answer *a, bool secure);

/* Each of these sends it. A `lasting` body is not copied (see junqi_net_response). */
void answer_send(struct junqi_net_request *request, answer *a, int status, const void *body,
                 size_t length, bool lasting);
void answer_text(struct junqi_net_request *request, answer *a, int status, const char *type,
                 const char *text);
void answer_json(struct junqi_net_request *request, answer *a, int status, const out *body);
/* Appends {"code", "where", "en", "zh"}, without `where` when it is empty. */
void answer_fault(out *body, const junqi_error *error);
/* The same as an answer; with 429 and 503 it says when to try again. */
void answer_error(struct junqi_net_request *request, answer *a, int status,
                  const junqi_error *error);
/* With 429 and 503: when to try again. */
void answer_later(answer *a, int status, const junqi_error *error);
/* A whole page for a person who followed a wrong link. */
void answer_problem(struct junqi_net_request *request, answer *a, int status, const char *english,
                    const char *chinese);

#endif
