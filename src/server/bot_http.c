/* See bot_http.h: which addresses there are and what they take. */
#include "bot_http.h"

#include "api.h"
#include "bot_line.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char front[] = "/api/bot/";

static const wire_type table_text = {WIRE_IS_TEXT, 1, JUNQI_STORE_ID_MAX, 0, NULL, NULL, NULL};
static const wire_type request_text = {WIRE_IS_TEXT, 1, BOT_REQUEST_ID, 0, NULL, NULL, NULL};
static const wire_type layout_text = {WIRE_IS_TEXT, 1, 64, 0, NULL, NULL, NULL};
static const wire_type ply_text = {WIRE_IS_TEXT, 2, 8, 0, NULL, NULL, NULL};
static const wire_type any_number = {WIRE_IS_INTEGER, 0, 1000000000, 0, NULL, NULL, NULL};
static const char *const seats[] = {"a", "b", "c", "d", NULL};
static const wire_type seat_word = {WIRE_IS_CHOICE, 0, 0, 0, seats, NULL, NULL};
static const char *const acts[] = {"resign",      "draw-offer", "draw-accept",
                                   "draw-refuse", "skip",       NULL};
static const wire_type act_word = {WIRE_IS_CHOICE, 0, 0, 0, acts, NULL, NULL};

#define TABLE                                                                                      \
  { "table", &table_text, false, false }
#define REVISION                                                                                   \
  { "revision", &any_number, false, false }
#define REQUEST                                                                                    \
  { "request", &request_text, true, false }

/* What a bot can do at a table: a message of the WebSocket of the same name, with `seq` called
 * `revision`. */
static const struct deed {
  const char *name;
  wire_slot fields[5];
} deeds[] = {
    {"join", {TABLE, {"seat", &seat_word, true, false}, REQUEST}},
    {"layout", {TABLE, {"layout", &layout_text, false, false}, REQUEST}},
    {"ready", {TABLE, {"layout", &layout_text, true, false}, REQUEST}},
    {"play", {TABLE, REVISION, {"ply", &ply_text, false, false}, REQUEST}},
    {"act", {TABLE, REVISION, {"what", &act_word, false, false}, REQUEST}},
    {"leave", {TABLE, REQUEST}},
};

/* Ids and codes are letters and digits; anything else names no table. */
static bool is_table(const char *text) {
  size_t length = strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return length > 0 && length <= JUNQI_STORE_ID_MAX && text[length] == 0;
}

/* -- Doing ---------------------------------------------------------------------------------------
 */

static const char *text_of(const json_t *body, const char *field) {
  const char *text = json_string_value(json_object_get(body, field));
  return text ? text : "";
}

static void act(bot_line *l, struct junqi_net_request *request, const struct deed *deed,
                json_t *body) {
  char id[BOT_REQUEST_ID + 1], table[JUNQI_STORE_ID_MAX + 1];
  snprintf(id, sizeof id, "%s", text_of(body, "request"));
  snprintf(table, sizeof table, "%s", text_of(body, "table"));
  if (strcmp(deed->name, "join") == 0) {
    bot_line_join(l, request, id, table, text_of(body, "seat"));
    return;
  }
  json_t *revision = json_object_get(body, "revision");
  if (revision) json_object_set(body, "seq", revision);
  json_object_del(body, "revision");
  json_object_del(body, "request");
  json_object_set_new(body, "type", json_string(deed->name));
  char *message = json_dumps(body, JSON_COMPACT);
  if (!message) abort();
  bot_line_call(l, request, id, table, message);
  free(message);
}

static void take_post(bot_line *l, struct junqi_net_request *request, const struct deed *deed) {
  junqi_error error;
  json_t *body;
  int status = api_read_body(request, deed->fields, &body, &error);
  if (status)
    bot_refuse_with(request, status, &error);
  else if (!is_table(text_of(body, "table")))
    bot_refuse(request, 404, JUNQI_E_TABLE_UNKNOWN);
  else
    act(l, request, deed, body);
  json_decref(body);
}

/* -- Looking -------------------------------------------------------------------------------------
 */

/* A number of the query, at most `most`; 0 when it is not there. */
static junqi_code query_number(const char *query, const char *name, uint32_t most, uint32_t *number,
                               junqi_error *error) {
  size_t length = strlen(name);
  *number = 0;
  while (*query && !(strncmp(query, name, length) == 0 && query[length] == '=')) {
    query += strcspn(query, "&");
    query += *query == '&';
  }
  if (!*query) return JUNQI_E_OK;
  const char *digits = query + length + 1;
  size_t size = strcspn(digits, "&"), count = strspn(digits, "0123456789");
  if (size == 0 || count != size) {
    junqi_fail_with(error, JUNQI_E_MESSAGE_KIND, name, "", "0, 1, 2 ...");
    junqi_error_put(error->found, sizeof error->found, digits, size);
    return error->code;
  }
  for (size_t i = 0; i < size; i++) {
    uint64_t larger = (uint64_t)*number * 10 + (uint64_t)(digits[i] - '0');
    *number = larger > most ? most : (uint32_t)larger;
  }
  return JUNQI_E_OK;
}

static void take_look(bot_line *l, struct junqi_net_request *request, const char *table) {
  const char *query = junqi_net_request_query(request);
  uint32_t after, wait;
  junqi_error error;
  if (!is_table(table))
    bot_refuse(request, 404, JUNQI_E_TABLE_UNKNOWN);
  else if (query_number(query, "after", UINT32_MAX, &after, &error) ||
           query_number(query, "wait", BOT_WAIT_MAX, &wait, &error))
    bot_refuse_with(request, 400, &error);
  else
    bot_line_look(l, request, table, after, wait);
}

/* -- Addresses -----------------------------------------------------------------------------------
 */

static const struct deed *deed_named(const char *name) {
  for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
    if (strcmp(deeds[i].name, name) == 0) return &deeds[i];
  return NULL;
}

/* 0, or the status to refuse a visitor with. */
static int check_visitor(site *s, const visitor *who, junqi_error *error) {
  if (who->kind != SESSION_BOT || !who->known) {
    junqi_fail(error, JUNQI_E_TOKEN_WRONG);
    return 401;
  }
  if (site_is_banned(&who->account, site_date(), error)) return 403;
  return site_allows(s, JUNQI_RATE_BOTS, &who->account.id, sizeof who->account.id, error) ? 0 : 429;
}

/* How the address behind /api/bot/ is to be asked; NULL: there is none. */
static const char *method_of(const char *name) {
  if (strcmp(name, "tables") == 0 || strncmp(name, "table/", 6) == 0) return "GET";
  return deed_named(name) ? "POST" : NULL;
}

/* False after a refusal. */
static bool check_method(struct junqi_net_request *request, const char *name) {
  const char *method = junqi_net_request_method(request), *wanted = method_of(name);
  answer a = {.count = 0};
  junqi_error error;
  if (wanted && strcmp(method, wanted) == 0) return true;
  if (wanted) {
    junqi_fail_with(&error, JUNQI_E_API_METHOD, "", method, wanted);
    answer_put(&a, "Allow", wanted);
  } else {
    junqi_fail(&error, JUNQI_E_API_PATH);
  }
  answer_error(request, &a, wanted ? 405 : 404, &error);
  return false;
}

static void route(bot_line *l, struct junqi_net_request *request, const char *name) {
  const struct deed *deed = deed_named(name);
  if (deed)
    take_post(l, request, deed);
  else if (strcmp(name, "tables") == 0)
    bot_line_tables(l, request);
  else
    take_look(l, request, name + 6);
}

bool bot_http_take(site *s, struct junqi_net_request *request, const char *path) {
  junqi_error error;
  visitor who;
  if (strncmp(path, front, sizeof front - 1) != 0) return false;
  const char *name = path + sizeof front - 1;
  if (!check_method(request, name)) return true;
  site_meet(s, request, &who);
  int status = check_visitor(s, &who, &error);
  bot_line *l = status ? NULL : bot_line_of(s, &who);
  if (status)
    bot_refuse_with(request, status, &error);
  else if (!l)
    bot_refuse(request, 503, JUNQI_E_CONNECTIONS_FULL);
  else
    route(l, request, name);
  return true;
}
