/* See bot_line.h. */
#include "bot_line.h"

#include "memory.h"
#include "wire_table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERVER_GONE = 1001, SESSION_GONE = 4001 };

/* What a call waits for: join goes through three steps, the others have one. */
typedef enum step { STEP_LAST, STEP_ENTER, STEP_JOIN, STEP_TABLES } step;

/* A request that waits for a call's answer. */
typedef struct waiter {
  struct waiter *next;
  struct junqi_net_request *request;
} waiter;

typedef struct call {
  struct call *next;
  int64_t re;
  char id[BOT_REQUEST_ID + 1]; /* "": not to be answered again */
  char table[JUNQI_STORE_ID_MAX + 1];
  char seat[2];
  step step;
  waiter *waiters;
  int status; /* 0: no answer yet */
  out body;
} call;

typedef struct poll {
  struct poll *next;
  struct junqi_net_request *request;
  char table[JUNQI_STORE_ID_MAX + 1];
  uint32_t after;
  uint64_t until; /* ms, on the network's clock */
} poll;

typedef struct heard {
  struct heard *next;
  json_t *message;
} heard;

struct bot_line {
  bot_line *next;
  site *site;
  door_socket *ear;
  uint64_t account;
  uint64_t used; /* when the last request came */
  int64_t next_re;
  int cut; /* 0, or the code of the end */
  size_t call_count, poll_count;
  call *calls; /* the newest first */
  poll *polls;
  heard *first, *last;
  char followed[WIRE_MAX_JOINED_TABLES][JUNQI_STORE_ID_MAX + 1]; /* "": free */
  unsigned follow_next;
};

/* -- Answers -------------------------------------------------------------------------------------
 */

void bot_refuse_with(struct junqi_net_request *request, int status, const junqi_error *error) {
  answer a = {.count = 0};
  answer_error(request, &a, status, error);
}

void bot_refuse(struct junqi_net_request *request, int status, junqi_code code) {
  junqi_error error;
  junqi_fail(&error, code);
  bot_refuse_with(request, status, &error);
}

static void send_body(struct junqi_net_request *request, int status, const out *body) {
  answer a = {.count = 0};
  answer_json(request, &a, status, body);
}

/* The call has its answer: in `body`. */
static void finish(call *c, int status) {
  c->status = status;
  while (c->waiters) {
    waiter *w = c->waiters;
    c->waiters = w->next;
    send_body(w->request, status, &c->body);
    free(w);
  }
}

static void finish_done(call *c) {
  out_open(&c->body, NULL, '{');
  out_text(&c->body, "table", c->table);
  out_close(&c->body, '}');
  finish(c, 200);
}

static int status_of(const char *code) {
  if (strcmp(code, "table_unknown") == 0) return 404;
  return strcmp(code, "too_many") == 0 ? 429 : 409;
}

static void finish_error(call *c, const json_t *message) {
  static const char *const fields[] = {"code", "where", "en", "zh"};
  out_open(&c->body, NULL, '{');
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const char *text = json_string_value(json_object_get(message, fields[i]));
    if (text) out_text(&c->body, fields[i], text);
  }
  out_close(&c->body, '}');
  const char *code = json_string_value(json_object_get(message, "code"));
  finish(c, status_of(code ? code : ""));
}

static void call_free(bot_line *l, call *c) {
  out_free(&c->body);
  free(c);
  l->call_count--;
}

/* -- Messages ------------------------------------------------------------------------------------
 */

/* `rest`: the fields behind the type, beginning with a comma. */
static void say(bot_line *l, int64_t re, const char *type, const char *rest) {
  char text[WIRE_MAX_MESSAGE_BYTES];
  int length =
      snprintf(text, sizeof text, "{\"type\":\"%s\",\"re\":%lld%s}", type, (long long)re, rest);
  hub_receive(l->site->hub, l->ear->client, text, (size_t)length);
}

static void say_join(bot_line *l, int64_t re, const char *table) {
  char rest[96];
  snprintf(rest, sizeof rest, ",\"table\":\"%s\",\"after\":0", table);
  say(l, re, "join", rest);
}

/* Remembers that the table is followed; the oldest gives way. */
static void note_followed(bot_line *l, const char *table) {
  char *place = l->followed[l->follow_next], rest[64];
  l->follow_next = (l->follow_next + 1) % WIRE_MAX_JOINED_TABLES;
  if (*place) {
    snprintf(rest, sizeof rest, ",\"table\":\"%s\"", place);
    say(l, 0, "unjoin", rest);
  }
  snprintf(place, sizeof *l->followed, "%s", table);
}

static bool follows(const bot_line *l, const char *table) {
  for (size_t i = 0; i < WIRE_MAX_JOINED_TABLES; i++)
    if (strcmp(l->followed[i], table) == 0) return true;
  return false;
}

static void forget_followed(bot_line *l, const char *table) {
  for (size_t i = 0; i < WIRE_MAX_JOINED_TABLES; i++)
    if (strcmp(l->followed[i], table) == 0) *l->followed[i] = 0;
}

/* The next step of a call that goes to a table. */
static void go_to_table(bot_line *l, call *c) {
  if (follows(l, c->table)) forget_followed(l, c->table); /* joining again tells the own seat */
  c->step = STEP_JOIN;
  say_join(l, c->re, c->table);
}

static void take_seat(bot_line *l, call *c) {
  char rest[96], seat[24] = "";
  if (*c->seat) snprintf(seat, sizeof seat, ",\"seat\":\"%s\"", c->seat);
  snprintf(rest, sizeof rest, ",\"table\":\"%s\"%s", c->table, seat);
  c->step = STEP_LAST;
  say(l, c->re, "sit", rest);
}

/* The hub's answer to a call. */
static void take_answer(bot_line *l, call *c, const json_t *message) {
  const char *type = json_string_value(json_object_get(message, "type"));
  if (strcmp(type, "error") == 0) {
    finish_error(c, message);
  } else if (c->step == STEP_ENTER) {
    snprintf(c->table, sizeof c->table, "%s", json_string_value(json_object_get(message, "table")));
    go_to_table(l, c);
  } else if (c->step == STEP_JOIN) {
    const char *own = json_string_value(json_object_get(message, "seat"));
    note_followed(l, c->table);
    if (own && (!*c->seat || strcmp(own, c->seat) == 0))
      finish_done(c);
    else
      take_seat(l, c); /* refused there when it has another seat */
  } else if (c->step == STEP_TABLES) {
    char *tables = json_dumps(json_object_get(message, "tables"), JSON_COMPACT);
    out_raw(&c->body, "{\"tables\":", 10);
    if (tables) out_raw(&c->body, tables, strlen(tables));
    out_raw(&c->body, "}", 1);
    free(tables);
    finish(c, 200);
  } else {
    finish_done(c);
  }
}

static void take_message(bot_line *l, const json_t *message) {
  json_t *re = json_object_get(message, "re");
  for (call *c = l->calls; c && json_is_integer(re); c = c->next)
    if (c->re == json_integer_value(re) && !c->status) {
      take_answer(l, c, message);
      return;
    }
}

void bot_line_hear(bot_line *l, const char *text, size_t length) {
  heard *h = server_new(sizeof *h);
  h->message = json_loadb(text, length, 0, NULL);
  if (l->last)
    l->last->next = h;
  else
    l->first = h;
  l->last = h;
  l->site->lines_heard = true;
}

void bot_line_cut(bot_line *l, int code) {
  l->cut = code;
  l->site->lines_heard = true;
}

/* -- Looking -------------------------------------------------------------------------------------
 */

/* Answers a poll if there is something to tell, or it is `late`. */
static bool look(bot_line *l, const poll *p, bool late) {
  out body = {0};
  uint32_t after = late ? 0 : p->after;
  hub_glimpse glimpse = hub_bot_table(l->site->hub, l->account, p->table, after, &body);
  if (glimpse == HUB_TOLD)
    send_body(p->request, 200, &body);
  else if (glimpse == HUB_GONE)
    bot_refuse(p->request, 404, JUNQI_E_TABLE_UNKNOWN);
  out_free(&body);
  if (glimpse == HUB_GONE) forget_followed(l, p->table);
  return glimpse != HUB_NOT_YET;
}

static void look_all(bot_line *l, uint64_t now) {
  for (poll **link = &l->polls; *link;) {
    poll *p = *link;
    if (look(l, p, now >= p->until)) {
      *link = p->next;
      free(p);
      l->poll_count--;
    } else {
      link = &p->next;
    }
  }
}

/* The one that waits longest is to be answered with what there is: a program that was started again
 * is not kept out by what it left behind. */
static void hurry_oldest_poll(bot_line *l) {
  poll *oldest = NULL;
  for (poll *p = l->polls; p; p = p->next)
    if (p->until > 0) oldest = p;
  if (oldest) oldest->until = 0;
}

void bot_line_look(bot_line *l, struct junqi_net_request *request, const char *table,
                   uint32_t after, unsigned wait) {
  if (l->poll_count >= BOT_POLLS) hurry_oldest_poll(l);
  if (l->poll_count >= 2 * BOT_POLLS) { /* their table waits for the disk */
    bot_refuse(request, 429, JUNQI_E_BOT_WAITS);
    return;
  }
  poll *p = server_new(sizeof *p);
  p->request = request;
  snprintf(p->table, sizeof p->table, "%s", table);
  p->after = after;
  p->until = junqi_net_awake_ms(l->site->net) + 1000u * wait;
  p->next = l->polls;
  l->polls = p;
  l->poll_count++;
  l->site->lines_heard = true;
  if (!follows(l, table)) {
    note_followed(l, table);
    say_join(l, 0, table);
  }
  bot_lines_settle(l->site);
}

/* -- Calls ---------------------------------------------------------------------------------------
 */

static void wait_for(call *c, struct junqi_net_request *request) {
  waiter *w = server_new(sizeof *w);
  w->request = request;
  w->next = c->waiters;
  c->waiters = w;
}

/* The oldest call that has its answer makes room; false: all of them wait. */
static bool make_room(bot_line *l) {
  call **oldest = NULL;
  if (l->call_count < BOT_CALLS) return true;
  for (call **link = &l->calls; *link; link = &(*link)->next)
    if ((*link)->status) oldest = link;
  if (!oldest) return false;
  call *gone = *oldest;
  *oldest = gone->next;
  call_free(l, gone);
  return true;
}

/* A new call for the request; NULL when it was answered as one before, or there is no room. */
static call *call_new(bot_line *l, struct junqi_net_request *request, const char *id,
                      const char *table) {
  for (call *c = l->calls; c && *id; c = c->next) {
    if (strcmp(c->id, id) != 0) continue;
    if (c->status)
      send_body(request, c->status, &c->body);
    else
      wait_for(c, request);
    return NULL;
  }
  if (!make_room(l)) {
    bot_refuse(request, 429, JUNQI_E_BOT_WAITS);
    return NULL;
  }
  call *c = server_new(sizeof *c);
  c->re = l->next_re++;
  snprintf(c->id, sizeof c->id, "%s", id);
  snprintf(c->table, sizeof c->table, "%s", table);
  wait_for(c, request);
  c->next = l->calls;
  l->calls = c;
  l->call_count++;
  return c;
}

void bot_line_call(bot_line *l, struct junqi_net_request *request, const char *id,
                   const char *table, const char *message) {
  call *c = call_new(l, request, id, table);
  json_t *whole = c ? json_loads(message, 0, NULL) : NULL;
  if (!c) return;
  json_object_set_new(whole, "re", json_integer(c->re));
  char *text = json_dumps(whole, JSON_COMPACT);
  if (!text) abort();
  hub_receive(l->site->hub, l->ear->client, text, strlen(text));
  free(text);
  json_decref(whole);
  bot_lines_settle(l->site);
}

void bot_line_join(bot_line *l, struct junqi_net_request *request, const char *id,
                   const char *table, const char *seat) {
  enum { CODE = 6 };
  char rest[64];
  call *c = call_new(l, request, id, table);
  if (!c) return;
  snprintf(c->seat, sizeof c->seat, "%s", seat);
  if (strlen(table) == CODE) {
    c->step = STEP_ENTER;
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", table);
    say(l, c->re, "enter", rest);
  } else {
    go_to_table(l, c);
  }
  bot_lines_settle(l->site);
}

void bot_line_tables(bot_line *l, struct junqi_net_request *request) {
  char rest[32];
  call *c = call_new(l, request, "", "");
  if (!c) return;
  c->step = STEP_TABLES;
  snprintf(rest, sizeof rest, ",\"version\":%d", WIRE_VERSION);
  say(l, c->re, "hello", rest);
  bot_lines_settle(l->site);
}

/* -- Lines ---------------------------------------------------------------------------------------
 */

bot_line *bot_line_of(site *s, const visitor *who) {
  size_t count = 0;
  char rest[32];
  for (bot_line *l = s->lines; l; l = l->next, count++)
    if (l->account == who->account.id && !l->cut) {
      l->used = junqi_net_awake_ms(s->net);
      return l;
    }
  if (count >= BOT_LINES) return NULL;
  bot_line *l = server_new(sizeof *l);
  const hub_visitor guest = {who->account.id, visitor_address(who), 0};
  l->site = s;
  l->account = who->account.id;
  l->used = junqi_net_awake_ms(s->net);
  l->next_re = 1;
  l->ear = door_enter(&s->door, NULL, who);
  l->ear->line = l;
  l->ear->client = hub_connect(s->hub, &guest, l->ear);
  l->next = s->lines;
  if (!s->lines) junqi_net_timer_start(s->lines_timer, 1000, 1000);
  s->lines = l;
  snprintf(rest, sizeof rest, ",\"version\":%d", WIRE_VERSION);
  say(l, 0, "hello", rest);
  return l;
}

/* The status and the error for those who waited on a line that is cut. */
static int why_cut(const bot_line *l, junqi_error *error) {
  junqi_store_account account;
  bool there = junqi_store_get_account(l->site->store, l->account, &account) == JUNQI_STORE_OK;
  if (there && site_is_banned(&account, site_date(), error)) return 403;
  junqi_fail(error, l->cut == SESSION_GONE ? JUNQI_E_TOKEN_WRONG : JUNQI_E_SERVER_STOPS);
  return l->cut == SESSION_GONE ? 401 : 503;
}

static void line_free(bot_line *l) {
  site *s = l->site;
  junqi_error error;
  int status = why_cut(l, &error);
  hub_disconnect(s->hub, l->ear->client);
  door_leave(&s->door, l->ear);
  for (heard *h; (h = l->first); free(h)) {
    l->first = h->next;
    json_decref(h->message);
  }
  for (poll *p; (p = l->polls); free(p)) {
    l->polls = p->next;
    bot_refuse_with(p->request, status, &error);
  }
  for (call *c; (c = l->calls);) {
    l->calls = c->next;
    for (waiter *w; (w = c->waiters); free(w)) {
      c->waiters = w->next;
      bot_refuse_with(w->request, status, &error);
    }
    call_free(l, c);
  }
  free(l);
}

static void settle(bot_line *l, uint64_t now) {
  for (heard *h; (h = l->first); free(h)) {
    l->first = h->next;
    if (!l->first) l->last = NULL;
    if (h->message) take_message(l, h->message);
    json_decref(h->message);
  }
  if (l->polls) look_all(l, now);
}

void bot_lines_settle(site *s) {
  uint64_t now = junqi_net_awake_ms(s->net);
  while (s->lines_heard) {
    s->lines_heard = false; /* what one says may be heard by another */
    for (bot_line **link = &s->lines; *link;) {
      bot_line *l = *link;
      if (!l->cut) settle(l, now);
      if (!l->cut) {
        link = &l->next;
        continue;
      }
      *link = l->next;
      line_free(l);
    }
    if (!s->lines) junqi_net_timer_stop(s->lines_timer);
  }
}

void bot_lines_tick(site *s) {
  uint64_t now = junqi_net_awake_ms(s->net);
  for (bot_line *l = s->lines; l; l = l->next)
    if (!l->polls && now - l->used > BOT_SILENCE_MS) l->cut = SERVER_GONE;
  s->lines_heard = true; /* there may be polls that have waited long enough */
  bot_lines_settle(s);
}

void bot_lines_end(site *s) {
  for (bot_line *l = s->lines; l; l = l->next)
    bot_line_cut(l, SERVER_GONE);
  bot_lines_settle(s);
}
