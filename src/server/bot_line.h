/* Bots over plain HTTP. A bot's account has one line to the hub, a connection without a socket:
 * requests become messages on it, and what the hub says on it becomes their answers. The line is
 * there from the first request until the bot has been silent for a while; so long it counts as
 * connected. Which addresses there are is said in bot_http.c. */
#ifndef SERVER_BOT_LINE_H
#define SERVER_BOT_LINE_H

#include "answer.h"
#include "site.h"

enum {
  BOT_LINES = 2000,       /* at a time */
  BOT_CALLS = 32,         /* calls of a line, those kept to be answered again included */
  BOT_POLLS = 8,          /* requests of a line that wait for something to happen */
  BOT_WAIT_MAX = 30,      /* seconds of such a wait */
  BOT_SILENCE_MS = 60000, /* then the line is cut */
  BOT_REQUEST_ID = 64     /* bytes of a request's id */
};

typedef struct bot_line bot_line;

/* The line of the visitor, who shows a valid token; made when there is none. NULL: too many. */
bot_line *bot_line_of(site *s, const visitor *who);

/* A message to the hub, a JSON object without `re`, whose answer answers the request. A call of the
 * same id as one before is answered as that one was. `table`: what it is about. */
void bot_line_call(bot_line *l, struct junqi_net_request *request, const char *id,
                   const char *table, const char *message);

/* Goes to a table, by id or code, and sits down: on `seat`, or the first that is free (""). */
void bot_line_join(bot_line *l, struct junqi_net_request *request, const char *id,
                   const char *table, const char *seat);

/* Tells what is known of a table as soon as it has an event above `after`, in `wait` seconds at the
 * latest. */
void bot_line_look(bot_line *l, struct junqi_net_request *request, const char *table,
                   uint32_t after, unsigned wait);

/* The tables at which the bot sits. */
void bot_line_tables(bot_line *l, struct junqi_net_request *request);

/* -- For the site --------------------------------------------------------------------------------
 */

/* What the hub says on the line. It is only noted here: bot_lines_settle() does what follows. */
void bot_line_hear(bot_line *l, const char *text, size_t length);
/* The hub or the account's owner ends it, as a WebSocket with this code (docs/protocol.md). */
void bot_line_cut(bot_line *l, int code);

/* After every call of the hub. */
void bot_lines_settle(site *s);
/* Once a second while there are lines. */
void bot_lines_tick(site *s);
/* The process ends. */
void bot_lines_end(site *s);

/* An error as the answer of a request; one of which nothing but the code is to be said. */
void bot_refuse_with(struct junqi_net_request *request, int status, const junqi_error *error);
void bot_refuse(struct junqi_net_request *request, int status, junqi_code code);

#endif
