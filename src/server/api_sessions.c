/* Sessions and bots' tokens over HTTP: the list of one's own, ending and revoking them. */
#include "api.h"

#include <stdio.h>
#include <string.h>

/* -- Sessions ------------------------------------------------------------------------------------
 */

typedef struct listing {
  out *body;
  const visitor *who;
} listing;

static bool put_session(void *context, const junqi_store_session *session) {
  const listing *l = context;
  char id[SESSION_ID];
  if (session->expires <= site_date()) return true;
  session_id(session->hash, id);
  out_open(l->body, NULL, '{');
  out_text(l->body, "id", id);
  out_text(l->body, "device", session->device);
  out_text(l->body, "address", session->address);
  out_integer(l->body, "seen", session->seen);
  out_integer(l->body, "created", session->created);
  out_boolean(l->body, "own", memcmp(session->hash, l->who->hash.bytes, sizeof session->hash) == 0);
  out_close(l->body, '}');
  return true;
}

static void begin_items(out *body) {
  out_open(body, NULL, '{');
  out_open(body, "items", '[');
}

static void end_items(api_work *w, out *body, junqi_store_status status) {
  answer a = {.count = 0};
  out_close(body, ']');
  out_close(body, '}');
  if (status == JUNQI_STORE_OK)
    api_answer(w, &a, 200, body);
  else
    api_fail_store(w, status);
  out_free(body);
}

void api_sessions(api_work *w) {
  out body = {0};
  listing l = {&body, &w->who};
  begin_items(&body);
  end_items(w, &body, junqi_store_each_session(w->site->store, w->account, put_session, &l));
}

static void answer_done(api_work *w) {
  answer a = {.count = 0};
  out body = {0};
  out_open(&body, NULL, '{');
  out_close(&body, '}');
  api_answer(w, &a, 200, &body);
  out_free(&body);
}

/* Looks for the hash of which people are shown the id. */
typedef struct search {
  const char *id;
  bool found;
  unsigned char hash[JUNQI_STORE_HASH_SIZE];
} search;

static bool matches(search *s, const unsigned char *hash) {
  char id[SESSION_ID];
  session_id(hash, id);
  if (strcmp(id, s->id) != 0) return false;
  s->found = true;
  memcpy(s->hash, hash, sizeof s->hash);
  return true;
}

static bool match_session(void *context, const junqi_store_session *session) {
  return !matches(context, session->hash);
}

/* Closes what is open under the id that the request names, and answers. */
static void close_named(api_work *w) {
  search wanted = {.id = api_text(w, "id")};
  for (const door_socket *one = w->site->door.first; one && !wanted.found; one = one->after)
    if (one->account == w->account) matches(&wanted, one->hash.bytes);
  if (wanted.found) door_close_hash(&w->site->door, wanted.hash);
  answer_done(w);
}

static void session_ended(api_work *w, junqi_store_status status) {
  if (status == JUNQI_STORE_OK)
    close_named(w);
  else
    api_fail_store(w, status);
}

static void others_ended(api_work *w, junqi_store_status status) {
  if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
    return;
  }
  door_close_sessions(&w->site->door, w->account, w->who.hash.bytes);
  answer_done(w);
}

void api_sessions_end(api_work *w) {
  site *s = w->site;
  search wanted = {.id = api_text(w, "id")};
  if (json_is_true(json_object_get(w->body, "others"))) {
    api_await(w, junqi_store_end_sessions(s->store, w->account, w->who.hash.bytes, api_tag(w)),
              others_ended);
    return;
  }
  junqi_store_each_session(s->store, w->account, match_session, &wanted);
  if (!wanted.found)
    api_fail(w, 404, JUNQI_E_SESSION_UNKNOWN);
  else
    api_await(w, junqi_store_end_session(s->store, w->account, wanted.hash, api_tag(w)),
              session_ended);
}

/* -- Tokens --------------------------------------------------------------------------------------
 */

static bool put_token(void *context, const junqi_store_token *token) {
  out *body = context;
  char id[SESSION_ID];
  if (token->revoked) return true;
  session_id(token->hash, id);
  out_open(body, NULL, '{');
  out_text(body, "id", id);
  out_text(body, "label", token->label);
  out_integer(body, "created", token->created);
  if (token->used)
    out_integer(body, "used", token->used);
  else
    out_null(body, "used");
  out_close(body, '}');
  return true;
}

void api_tokens(api_work *w) {
  out body = {0};
  begin_items(&body);
  end_items(w, &body, junqi_store_each_token(w->site->store, w->account, put_token, &body));
}

/* The session that asked has ended while its token was on the way to the disk: with a new password,
 * which is to end all tokens, too. */
static bool came_too_late(const api_work *w) {
  junqi_store_session now;
  int64_t date = site_date();
  if (junqi_store_get_session(w->site->store, w->who.hash.bytes, date, &now) == JUNQI_STORE_OK)
    return false;
  session_hash hash = session_hashed(SESSION_BOT, w->token);
  junqi_store_revoke_token(w->site->store, w->account, hash.bytes, date, SITE_TAG_NOTE);
  return true;
}

static void token_made(api_work *w, junqi_store_status status) {
  answer a = {.count = 0};
  out body = {0};
  if (status == JUNQI_STORE_LIMIT) {
    junqi_error error;
    char count[8];
    snprintf(count, sizeof count, "%d", JUNQI_STORE_TOKENS_MAX);
    junqi_fail(&error, JUNQI_E_TOKENS_FULL);
    junqi_error_put(error.found, sizeof error.found, count, strlen(count));
    api_refuse(w, 409, &error);
  } else if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
  } else if (came_too_late(w)) {
    api_fail(w, 401, JUNQI_E_SESSION_OVER);
  } else {
    out_open(&body, NULL, '{');
    out_text(&body, "token", w->token);
    out_close(&body, '}');
    api_answer(w, &a, 200, &body);
    out_free(&body);
  }
}

void api_token_new(api_work *w) {
  junqi_store_token token = {.account = w->account, .created = site_date()};
  session_token_new(SESSION_BOT, w->token);
  session_hash hash = session_hashed(SESSION_BOT, w->token);
  memcpy(token.hash, hash.bytes, sizeof token.hash);
  snprintf(token.label, sizeof token.label, "%s", api_text(w, "label"));
  api_await(w, junqi_store_add_token(w->site->store, &token, api_tag(w)), token_made);
}

static bool match_token(void *context, const junqi_store_token *token) {
  return token->revoked != 0 || !matches(context, token->hash);
}

static void token_revoked(api_work *w, junqi_store_status status) {
  if (status == JUNQI_STORE_OK || status == JUNQI_STORE_ABSENT)
    close_named(w);
  else
    api_fail_store(w, status);
}

void api_token_revoke(api_work *w) {
  site *s = w->site;
  search wanted = {.id = api_text(w, "id")};
  junqi_store_each_token(s->store, w->account, match_token, &wanted);
  if (!wanted.found)
    api_fail(w, 404, JUNQI_E_TOKEN_WRONG);
  else
    api_await(w,
              junqi_store_revoke_token(s->store, w->account, wanted.hash, site_date(), api_tag(w)),
              token_revoked);
}
