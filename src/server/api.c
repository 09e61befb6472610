/* See api.h: which addresses there are, what is asked of every request, and how works wait. */
#include "api.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- Works ---------------------------------------------------------------------------------------
 */

static api_work *work_new(site *s, struct junqi_net_request *request) {
  api_work *w = server_new(sizeof *w);
  w->site = s;
  w->request = request;
  w->after = s->works;
  if (s->works) s->works->before = w;
  s->works = w;
  return w;
}

static void work_end(api_work *w) {
  if (w->before)
    w->before->after = w->after;
  else
    w->site->works = w->after;
  if (w->after) w->after->before = w->before;
  json_decref(w->body);
  free(w);
}

void api_answer(api_work *w, answer *a, int status, const out *body) {
  answer_json(w->request, a, status, body);
  work_end(w);
}

void api_refuse(api_work *w, int status, const junqi_error *error) {
  answer a = {.count = 0};
  answer_error(w->request, &a, status, error);
  work_end(w);
}

void api_fail(api_work *w, int status, junqi_code code) {
  junqi_error error;
  junqi_fail(&error, code);
  api_refuse(w, status, &error);
}

void api_fail_store(api_work *w, junqi_store_status status) {
  int http = status == JUNQI_STORE_BUSY || status == JUNQI_STORE_FAILED ? 503
             : status == JUNQI_STORE_ABSENT                             ? 404
             : status == JUNQI_STORE_INVALID                            ? 400
                                                                        : 409;
  api_fail(w, http, junqi_store_code(status));
}

uint64_t api_tag(const api_work *w) {
  return (uint64_t)(uintptr_t)w | 1;
}

/* Goes on when nothing is awaited any more; false: then the work may be gone. */
static bool go_on(api_work *w) {
  if (w->awaited > 0) return true;
  junqi_store_status status = w->failed;
  w->failed = JUNQI_STORE_OK;
  w->stored(w, status);
  return false;
}

bool api_await(api_work *w, junqi_store_status submitted,
               void (*stored)(api_work *w, junqi_store_status status)) {
  w->stored = stored;
  if (submitted == JUNQI_STORE_OK)
    w->awaited++;
  else if (w->failed == JUNQI_STORE_OK)
    w->failed = submitted;
  return go_on(w);
}

void api_stored(site *s, uint64_t tag, junqi_store_status status) {
  (void)s;
  if (tag == SITE_TAG_NOTE) return;
  api_work *w = (api_work *)(uintptr_t)(tag & ~UINT64_C(1));
  w->awaited--;
  if (w->failed == JUNQI_STORE_OK) w->failed = status;
  go_on(w);
}

bool api_is_current(const api_work *w) {
  junqi_store_account now;
  return w->account != 0 &&
         junqi_store_get_account(w->site->store, w->account, &now) == JUNQI_STORE_OK &&
         strcmp(now.password, w->against) == 0;
}

static void password_done(void *context, bool good, const char *hash) {
  api_work *w = context;
  w->checked(w, good, hash);
}

static void comparison_done(void *context, bool good, const char *hash) {
  api_work *w = context;
  w->checked(w, good && api_is_current(w), hash);
}

void api_hash(api_work *w, const char *password,
              void (*checked)(api_work *w, bool good, const char *hash)) {
  w->checked = checked;
  if (!passwords_hash(w->site->passwords, password, password_done, w))
    api_fail(w, 503, JUNQI_E_PASSWORDS_BUSY);
}

void api_check(api_work *w, const char *password, const char *hash,
               void (*checked)(api_work *w, bool good, const char *hash)) {
  w->checked = checked;
  snprintf(w->against, sizeof w->against, "%s", hash ? hash : "");
  if (!passwords_check(w->site->passwords, password, hash, comparison_done, w))
    api_fail(w, 503, JUNQI_E_PASSWORDS_BUSY);
}

const char *api_text(const api_work *w, const char *field) {
  const char *text = json_string_value(json_object_get(w->body, field));
  return text ? text : "";
}

void api_end(site *s) {
  while (s->works)
    api_fail(s->works, 503, JUNQI_E_SERVER_STOPS);
}

/* -- Addresses -----------------------------------------------------------------------------------
 */

/* What can be a name says the store, in other words than those for a field. */
static const wire_type name_text = {WIRE_IS_TEXT, 0, 256, 0, NULL, NULL, NULL};
static const wire_type password_text = {WIRE_IS_TEXT, PASSWORD_MIN, PASSWORD_MAX, 0,
                                        NULL,         NULL,         NULL};
/* A password to be compared with: one that is too short is wrong, no more. */
static const wire_type any_password = {WIRE_IS_TEXT, 0, PASSWORD_MAX, 0, NULL, NULL, NULL};
static const wire_type id_text = {WIRE_IS_TEXT, 16, 16, 0, NULL, NULL, NULL};
static const wire_type label_text = {WIRE_IS_TEXT, 1, JUNQI_STORE_LABEL_MAX, 0, NULL, NULL, NULL};
static const wire_type yes_or_no = {WIRE_IS_BOOLEAN, 0, 0, 0, NULL, NULL, NULL};

enum { FIELDS_MAX = 3 };

/* Who may ask: anybody; somebody with a session; a registered person. Never a bot's token. */
typedef enum api_audience { ANYBODY, PERSON, OWNER } api_audience;

static const struct api_route {
  const char *path;
  bool post;
  api_audience audience;
  api_handler *take;
  wire_slot fields[FIELDS_MAX];
} routes[] = {
    {"/api/session", false, ANYBODY, api_session, {{NULL, NULL, false, false}}},
    {"/api/register",
     true,
     ANYBODY,
     api_register,
     {{"name", &name_text, false, false}, {"password", &password_text, false, false}}},
    {"/api/login",
     true,
     ANYBODY,
     api_login,
     {{"name", &name_text, false, false}, {"password", &any_password, false, false}}},
    {"/api/logout", true, ANYBODY, api_logout, {{NULL, NULL, false, false}}},
    {"/api/rename", true, OWNER, api_rename, {{"name", &name_text, false, false}}},
    {"/api/password",
     true,
     OWNER,
     api_password,
     {{"old", &any_password, false, false}, {"new", &password_text, false, false}}},
    {"/api/delete", true, PERSON, api_delete, {{"password", &any_password, false, false}}},
    {"/api/sessions", false, PERSON, api_sessions, {{NULL, NULL, false, false}}},
    {"/api/sessions/end",
     true,
     PERSON,
     api_sessions_end,
     {{"id", &id_text, true, false}, {"others", &yes_or_no, true, false}}},
    {"/api/export", false, PERSON, api_export, {{NULL, NULL, false, false}}},
    {"/api/tokens", false, OWNER, api_tokens, {{NULL, NULL, false, false}}},
    {"/api/tokens", true, OWNER, api_token_new, {{"label", &label_text, false, false}}},
    {"/api/tokens/revoke", true, OWNER, api_token_revoke, {{"id", &id_text, false, false}}},
};

/* The route of a path and method. NULL with *status 404, or 405 and in `allowed` what would do. */
static const struct api_route *find_route(const char *path, const char *method, int *status,
                                          char allowed[16]) {
  *status = 404;
  *allowed = 0;
  for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
    if (strcmp(routes[i].path, path) != 0) continue;
    if (strcmp(method, routes[i].post ? "POST" : "GET") == 0) return &routes[i];
    *status = 405;
    snprintf(allowed + strlen(allowed), 16 - strlen(allowed), "%s%s", *allowed ? ", " : "",
             routes[i].post ? "POST" : "GET");
  }
  return NULL;
}

/* -- What is asked of every request --------------------------------------------------------------
 */

/* Whether a browser says that this site's own page sent it; a program that shows a bot's token is
 * nobody's browser. A page of another site can send neither header as it likes. */
static bool is_same_site(const visitor *who, const struct junqi_net_request *request) {
  const char *fetch = junqi_net_request_header(request, "Sec-Fetch-Site");
  const char *origin = junqi_net_request_header(request, "Origin");
  const char *host = junqi_net_request_header(request, "Host");
  if (fetch && strcmp(fetch, "same-origin") != 0) return false;
  if (!origin) return fetch != NULL || (who->known && who->kind == SESSION_BOT);
  size_t scheme = strncasecmp(origin, "http://", 7) == 0    ? 7
                  : strncasecmp(origin, "https://", 8) == 0 ? 8
                                                            : 0;
  return scheme > 0 && host && strcasecmp(origin + scheme, host) == 0;
}

int api_read_body(struct junqi_net_request *request, const wire_slot *fields, json_t **object,
                  junqi_error *error) {
  const char *type = junqi_net_request_header(request, "Content-Type");
  size_t length;
  const char *body = junqi_net_request_body(request, &length);
  char size[24];
  *object = NULL;
  if (!type || strncasecmp(type, "application/json", 16) != 0 ||
      (type[16] && type[16] != ';' && type[16] != ' ')) {
    junqi_fail_with(error, JUNQI_E_BODY_TYPE, "", type ? type : "-", "application/json");
    return 415;
  }
  if (length > API_BODY_MAX) {
    snprintf(size, sizeof size, "%zu", length);
    junqi_fail_with(error, JUNQI_E_BODY_LENGTH, "", size, "4096");
    return 413;
  }
  return wire_read_object(body, length, fields, object, error) ? 400 : 0;
}

/* 0 or the status to refuse with. */
static int check_request(api_work *w, const struct api_route *route, junqi_error *error) {
  if (route->post && !is_same_site(&w->who, w->request)) {
    junqi_fail(error, JUNQI_E_CROSS_SITE);
    return 403;
  }
  if (route->audience != ANYBODY && !w->who.known) {
    junqi_fail(error, w->who.kind == SESSION_BOT ? JUNQI_E_TOKEN_WRONG : JUNQI_E_NO_SESSION);
    return 401;
  }
  /* A token plays; it neither manages the account that it belongs to nor reads what is kept of it.
   */
  if (w->who.kind == SESSION_BOT) {
    junqi_fail(error, w->who.known ? JUNQI_E_TOKEN_PLAYS : JUNQI_E_TOKEN_WRONG);
    return w->who.known ? 403 : 401;
  }
  if (route->audience == OWNER && !*w->who.account.name) {
    junqi_fail(error, JUNQI_E_GUEST);
    return 403;
  }
  return route->post ? api_read_body(w->request, route->fields, &w->body, error) : 0;
}

/* An address of this interface that does not exist, or not for this method. */
static void refuse_route(api_work *w, const char *method, int status, const char *allowed) {
  junqi_error error;
  answer a = {.count = 0};
  if (status == 405) {
    junqi_fail_with(&error, JUNQI_E_API_METHOD, "", method, allowed);
    answer_put(&a, "Allow", allowed);
  } else {
    junqi_fail(&error, JUNQI_E_API_PATH);
  }
  answer_error(w->request, &a, status, &error);
  work_end(w);
}

bool api_take(site *s, struct junqi_net_request *request, const char *path) {
  const char *method = junqi_net_request_method(request);
  junqi_error error;
  char allowed[16];
  int status;
  if (strncmp(path, "/api/", 5) != 0) return false;
  const struct api_route *route = find_route(path, method, &status, allowed);
  api_work *w = work_new(s, request);
  if (!route) {
    refuse_route(w, method, status, allowed);
    return true;
  }
  site_meet(s, request, &w->who);
  w->account = w->who.known ? w->who.account.id : 0;
  status = check_request(w, route, &error);
  if (status)
    api_refuse(w, status, &error);
  else
    route->take(w);
  return true;
}
