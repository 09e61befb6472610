/* A browser's HTTP calls, for tests of the real server: it keeps its cookies, says where it comes
 * from, and takes the answer apart. */
#ifndef TEST_SERVER_CALLER_H
#define TEST_SERVER_CALLER_H

#include "house.h"

#include <jansson.h>

typedef struct caller {
  const house *house;
  char cookie[64];     /* "junqi=…"; "": none */
  const char *origin;  /* NULL: sends none */
  const char *address; /* claimed in X-Forwarded-For; NULL: none */
  const char *headers; /* further lines, each ended by CR LF; NULL: none */
  int status;          /* of the last answer */
  char head[4096];     /* its head */
  json_t *answer;      /* its body, NULL when it is no JSON; kept until the next call */
} caller;

/* One at the server's own page, without a cookie yet. */
caller caller_new(const house *h);
void caller_end(caller *c);

/* Sends a request; a `body` of NULL is a GET. A new cookie is kept. Returns the status. */
int caller_call(caller *c, const char *path, const char *body);
/* The same with any method, content type and body bytes. */
int caller_send(caller *c, const char *method, const char *path, const char *type, const void *body,
                size_t length);

/* A text of the last answer; "" when it is null or not there. */
const char *caller_text(const caller *c, const char *field);

/* The last answer had this status and, unless "", this code with words in both languages. */
void caller_expect(const caller *c, int status, const char *code);

/* A WebSocket with its cookie; says hello and takes the welcome. */
int caller_enter(caller *c);

/* Reads on until the close; its code. */
int caller_closed(int fd);

#endif
