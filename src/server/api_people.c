/* Accounts over HTTP: guests, registering, logging in and out, names, passwords, the end of an
 * account. Whoever logs in, out or registers gets a new session, so that a secret that somebody
 * slipped into the browser before is worth nothing afterwards. */
#include "api.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line in the diary: what happened to which account, from where. */
static void note(const api_work *w, const char *event) {
  site_note(w->site, JUNQI_LOG_INFO, event, "account=%llu address=%s",
            (unsigned long long)w->account, w->who.address);
}

/* -- Sessions that begin -------------------------------------------------------------------------
 */

void api_profile(api_work *w, answer *a) {
  junqi_store_account account;
  junqi_store_status status = junqi_store_get_account(w->site->store, w->account, &account);
  out body = {0};
  if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
    return;
  }
  out_open(&body, NULL, '{');
  if (*account.name)
    out_text(&body, "name", account.name);
  else
    out_null(&body, "name");
  out_boolean(&body, "admin", account.role == JUNQI_STORE_ADMIN);
  out_close(&body, '}');
  api_answer(w, a, 200, &body);
  out_free(&body);
}

/* Somebody has changed the password while the session was on its way to the disk: it is one of
 * those that are to end. */
static bool came_too_late(api_work *w) {
  if (!w->logs_in || api_is_current(w)) return false;
  session_hash hash = session_hashed(SESSION_BROWSER, w->token);
  junqi_store_end_session(w->site->store, w->account, hash.bytes, SITE_TAG_NOTE);
  api_fail(w, 403, JUNQI_E_LOGIN_WRONG);
  return true;
}

static void session_made(api_work *w, junqi_store_status status) {
  answer a = {.count = 0};
  if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
    return;
  }
  if (came_too_late(w)) return;
  if (w->who.known && w->who.kind == SESSION_BROWSER)
    door_close_hash(&w->site->door, w->who.hash.bytes);
  if (!w->who.known) note(w, "session");
  answer_cookie(&a, w->token, w->who.secure);
  if (!w->who.device) answer_device(&a, w->who.secure);
  api_profile(w, &a);
}

/* What a browser calls itself, as far as it is plain text. */
static void copy_device(char device[JUNQI_STORE_DEVICE_MAX + 1], const char *agent) {
  size_t length = 0;
  for (; agent && agent[length] && length < JUNQI_STORE_DEVICE_MAX; length++)
    device[length] = agent[length] >= 32 && agent[length] < 127 ? agent[length] : '?';
  device[length] = 0;
}

void api_new_session(api_work *w) {
  site *s = w->site;
  int64_t now = site_date();
  junqi_store_session session = {.account = w->account, .created = now, .seen = now};
  junqi_store_account account = {.id = 0};
  junqi_store_get_account(s->store, w->account, &account);
  session.expires = site_session_end(&account, now);
  copy_device(session.device, junqi_net_request_header(w->request, "User-Agent"));
  snprintf(session.address, sizeof session.address, "%s", w->who.address);
  /* It may have ended already; only that the store takes the write matters. */
  if (w->who.known && w->who.kind == SESSION_BROWSER) {
    junqi_store_status ended =
        junqi_store_end_session(s->store, w->who.account.id, w->who.hash.bytes, SITE_TAG_NOTE);
    if (ended != JUNQI_STORE_OK && !api_await(w, ended, session_made)) return;
  }
  session_token_new(SESSION_BROWSER, w->token);
  session_hash hash = session_hashed(SESSION_BROWSER, w->token);
  memcpy(session.hash, hash.bytes, sizeof session.hash);
  api_await(w, junqi_store_add_session(s->store, &session, api_tag(w)), session_made);
}

void api_new_guest(api_work *w) {
  junqi_error error;
  if (!site_allows_place(w->site, JUNQI_RATE_GUESTS, &w->who, &error)) {
    api_refuse(w, 429, &error);
    return;
  }
  w->account = session_account_new();
  if (api_await(w, junqi_store_add_guest(w->site->store, w->account, site_date(), api_tag(w)),
                session_made))
    api_new_session(w);
}

void api_session(api_work *w) {
  const char *fetch = junqi_net_request_header(w->request, "Sec-Fetch-Site");
  answer a = {.count = 0};
  if (w->who.known) {
    /* The cookie lasts as long as the session. */
    if (w->who.due) answer_cookie(&a, w->who.token, w->who.secure);
    api_profile(w, &a);
  } else if (fetch && strcmp(fetch, "cross-site") == 0) {
    api_fail(w, 403, JUNQI_E_CROSS_SITE);
  } else {
    api_new_guest(w);
  }
}

void api_logout(api_work *w) {
  api_new_guest(w);
}

/* -- Registering and logging in ------------------------------------------------------------------
 */

static bool is_banned(api_work *w, const junqi_store_account *account) {
  junqi_error error;
  if (!site_is_banned(account, site_date(), &error)) return false;
  api_refuse(w, 403, &error);
  return true;
}

static void refuse_taken(api_work *w) {
  junqi_error error;
  junqi_fail_with(&error, JUNQI_E_NAME_TAKEN, "name", api_text(w, "name"), "");
  api_refuse(w, 409, &error);
}

/* Whether the body's name can be a name and, as far as is known, is free for the account. Who has
 * an official one, from an administrator or from before there was this rule, keeps it. */
static bool name_is_free(api_work *w) {
  junqi_store_account holder;
  junqi_error error;
  const char *name = api_text(w, "name");
  if (junqi_store_name_check(name, &error)) {
    api_refuse(w, 400, &error);
    return false;
  }
  bool held = junqi_store_find_account(w->site->store, name, &holder) == JUNQI_STORE_OK;
  if (held && holder.id == w->account) return true;
  if (junqi_store_name_official(name)) {
    junqi_fail_with(&error, JUNQI_E_NAME_OFFICIAL, "name", name, "");
    api_refuse(w, 400, &error);
  } else if (held) {
    refuse_taken(w);
  } else {
    return true;
  }
  return false;
}

static void registered(api_work *w, junqi_store_status status) {
  if (status == JUNQI_STORE_TAKEN) {
    refuse_taken(w);
  } else if (status == JUNQI_STORE_EXISTS) {
    api_fail(w, 409, JUNQI_E_REGISTERED);
  } else if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
  } else {
    note(w, "registered");
    site_person_changed(w->site, w->account);
    api_new_session(w);
  }
}

static void register_hashed(api_work *w, bool good, const char *hash) {
  if (!good || !hash)
    api_fail(w, 503, JUNQI_E_PASSWORDS_BUSY);
  else
    api_await(w,
              junqi_store_register(w->site->store, w->account, api_text(w, "name"), hash,
                                   site_date(), api_tag(w)),
              registered);
}

void api_register(api_work *w) {
  junqi_error error;
  if (w->who.known && *w->who.account.name) {
    api_fail(w, 409, JUNQI_E_REGISTERED);
    return;
  }
  if (w->who.known && is_banned(w, &w->who.account)) return;
  if (!name_is_free(w)) return;
  if (!site_allows_place(w->site, JUNQI_RATE_REGISTRATIONS, &w->who, &error)) {
    api_refuse(w, 429, &error);
    return;
  }
  if (!w->who.known) w->account = session_account_new();
  api_hash(w, api_text(w, "password"), register_hashed);
}

static void login_checked(api_work *w, bool good, const char *hash) {
  junqi_store_account account;
  (void)hash;
  if (!good || junqi_store_get_account(w->site->store, w->account, &account) != JUNQI_STORE_OK) {
    note(w, "login_failed");
    api_fail(w, 403, JUNQI_E_LOGIN_WRONG);
    return;
  }
  if (is_banned(w, &account)) return;
  note(w, "login");
  w->logs_in = true;
  api_new_session(w);
}

void api_login(api_work *w) {
  junqi_store_account account;
  junqi_error error;
  const char *name = api_text(w, "name");
  bool there = junqi_store_find_account(w->site->store, name, &account) == JUNQI_STORE_OK;
  /* Names that look alike are one account and share its limit. */
  bool allowed =
      site_allows_place(w->site, JUNQI_RATE_LOGINS, &w->who, &error) &&
      (there
           ? site_allows(w->site, JUNQI_RATE_ACCOUNT_LOGINS, &account.id, sizeof account.id, &error)
           : site_allows(w->site, JUNQI_RATE_ACCOUNT_LOGINS, name, strlen(name), &error));
  if (!allowed) {
    api_refuse(w, 429, &error);
    return;
  }
  w->account = there ? account.id : 0;
  api_check(w, api_text(w, "password"), there ? account.password : NULL, login_checked);
}

/* -- Changes -------------------------------------------------------------------------------------
 */

static void renamed(api_work *w, junqi_store_status status) {
  answer a = {.count = 0};
  if (status == JUNQI_STORE_TAKEN) {
    refuse_taken(w);
  } else if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
  } else {
    note(w, "renamed");
    site_person_changed(w->site, w->account);
    api_profile(w, &a);
  }
}

void api_rename(api_work *w) {
  junqi_error error;
  answer a = {.count = 0};
  if (is_banned(w, &w->who.account) || !name_is_free(w)) return;
  if (strcmp(api_text(w, "name"), w->who.account.name) == 0) { /* no change, so it counts as none */
    api_profile(w, &a);
    return;
  }
  if (!site_allows(w->site, JUNQI_RATE_RENAMES, &w->account, sizeof w->account, &error)) {
    api_refuse(w, 429, &error);
    return;
  }
  api_await(
      w,
      junqi_store_rename(w->site->store, w->account, api_text(w, "name"), site_date(), api_tag(w)),
      renamed);
}

/* Asks for the account's own password before something that can't be taken back. */
static void check_own(api_work *w, const char *password,
                      void (*checked)(api_work *w, bool good, const char *hash)) {
  junqi_error error;
  if (site_allows(w->site, JUNQI_RATE_OWN_PASSWORDS, &w->account, sizeof w->account, &error))
    api_check(w, password, w->who.account.password, checked);
  else
    api_refuse(w, 429, &error);
}

static void refuse_password(api_work *w, const char *where) {
  junqi_error error;
  junqi_fail(&error, JUNQI_E_PASSWORD_WRONG);
  junqi_error_put(error.where, sizeof error.where, where, strlen(where));
  api_refuse(w, 403, &error);
}

/* Whoever knew the old password is out, with sessions and tokens; this browser gets a new session.
 */
static void password_set(api_work *w, junqi_store_status status) {
  if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
    return;
  }
  note(w, "password_changed");
  door_close_account(&w->site->door, w->account, w->who.hash.bytes);
  api_new_session(w);
}

static void new_hashed(api_work *w, bool good, const char *hash) {
  if (!good || !hash)
    api_fail(w, 503, JUNQI_E_PASSWORDS_BUSY);
  else
    api_await(w,
              junqi_store_set_password(w->site->store, w->account, hash, w->who.hash.bytes,
                                       site_date(), api_tag(w)),
              password_set);
}

static void old_checked(api_work *w, bool good, const char *hash) {
  (void)hash;
  if (good)
    api_hash(w, api_text(w, "new"), new_hashed);
  else
    refuse_password(w, "old");
}

void api_password(api_work *w) {
  check_own(w, api_text(w, "old"), old_checked);
}

static void deleted(api_work *w, junqi_store_status status) {
  answer a = {.count = 0};
  out body = {0};
  if (status != JUNQI_STORE_OK) {
    api_fail_store(w, status);
    return;
  }
  note(w, "deleted");
  site_person_changed(w->site, w->account);
  answer_cookie(&a, "", w->who.secure);
  out_open(&body, NULL, '{');
  out_null(&body, "name");
  out_close(&body, '}');
  api_answer(w, &a, 200, &body);
  out_free(&body);
}

static void delete_now(api_work *w) {
  api_await(w, junqi_store_delete_account(w->site->store, w->account, site_date(), api_tag(w)),
            deleted);
}

static void delete_checked(api_work *w, bool good, const char *hash) {
  (void)hash;
  if (good)
    delete_now(w);
  else
    refuse_password(w, "password");
}

void api_delete(api_work *w) {
  if (*w->who.account.name)
    check_own(w, api_text(w, "password"), delete_checked);
  else
    delete_now(w); /* a guest has no password: the session is all there is */
}
