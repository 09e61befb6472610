/* See admin.h. */
#define _DEFAULT_SOURCE /* gmtime_r */
#include "admin.h"

#include "junqi/store_games.h"
#include "junqi/types.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LISTED = 200 };

static const int64_t FOREVER = INT64_C(253402300799000); /* the end of the year 9999 */

/* -- Words ---------------------------------------------------------------------------------------
 */

/* "2026-11-30 12:00"; "-" for 0. */
static const char *date_text(int64_t time, char text[24]) {
  time_t seconds = (time_t)(time / 1000);
  struct tm parts;
  if (time <= 0) return "-";
  if (time >= FOREVER) return "forever";
  gmtime_r(&seconds, &parts);
  strftime(text, 24, "%Y-%m-%d %H:%M", &parts);
  return text;
}

/* `90s`, `30m`, `12h`, `7d`, `forever`: the time at which it is over; 0: none of these. */
static int64_t end_of(const char *duration, int64_t now) {
  static const char units[] = "smhd";
  static const int64_t lengths[] = {1000, 60000, 3600000, 86400000};
  char *end;
  if (strcmp(duration, "forever") == 0) return FOREVER;
  long number = strtol(duration, &end, 10);
  const char *unit = *end && !end[1] ? strchr(units, *end) : NULL;
  if (*duration < '0' || *duration > '9' || !unit || number < 1 || number > 100000) return 0;
  return now + number * lengths[unit - units];
}

/* By name, or by `#number`, which finds guests too. */
static junqi_code find(admin *a, const char *name, junqi_store_account *found, junqi_error *error) {
  char *end;
  junqi_store_status status = JUNQI_STORE_ABSENT;
  if (*name == '#') {
    uint64_t number = strtoull(name + 1, &end, 10);
    if (!*end) status = junqi_store_get_account(a->store, number, found);
  }
  /* Somebody may be called "#1". */
  if (status == JUNQI_STORE_ABSENT) status = junqi_store_find_account(a->store, name, found);
  if (status == JUNQI_STORE_FAILED) return junqi_fail(error, JUNQI_E_STORE_FAILED);
  if (status != JUNQI_STORE_OK || found->deleted)
    return junqi_fail_with(error, JUNQI_E_ADMIN_NAME, "", name, "");
  a->account = found->id;
  return JUNQI_E_OK;
}

/* -- Telling -------------------------------------------------------------------------------------
 */

static bool tell_line(void *context, const junqi_store_account *account) {
  admin *a = context;
  char created[24];
  out_format(&a->text, "#%" PRIu64 "\t%s\t%s\t%s%s%s\n", account->id, account->name,
             date_text(account->registered, created),
             account->role == JUNQI_STORE_ADMIN ? "admin" : "player",
             account->muted_until > a->now ? ",muted" : "",
             account->banned_until > a->now ? ",banned" : "");
  a->account = account->id;
  return true;
}

static junqi_code do_list(admin *a, uint64_t tag, junqi_error *error) {
  const char *after = a->count > 1 ? a->word[1] : "#0";
  char *end;
  (void)tag;
  uint64_t number = strtoull(after + (*after == '#'), &end, 10);
  if (*end) return junqi_fail_with(error, JUNQI_E_ADMIN_NAME, "", after, "");
  junqi_store_status status = junqi_store_each_account(a->store, number, LISTED, tell_line, a);
  a->account = 0;
  return status == JUNQI_STORE_OK ? JUNQI_E_OK : junqi_fail(error, junqi_store_code(status));
}

static bool tell_name(void *context, const char *name, int64_t until) {
  char date[24];
  admin *a = context;
  out_format(&a->text, "former\t%s\tuntil %s\n", name, date_text(until, date));
  return true;
}

static bool tell_session(void *context, const junqi_store_session *session) {
  char date[24];
  admin *a = context;
  out_format(&a->text, "session\t%s\t%s\t%s\n", date_text(session->seen, date), session->address,
             session->device);
  return true;
}

static bool tell_standing(void *context, const junqi_store_standing *s) {
  admin *a = context;
  out_format(&a->text,
             "standing\t%s\tscore %" PRId64
             ", won %u, drawn %u, lost %u, escapes %u, rating %.0f\n",
             junqi_variant_name((junqi_variant)s->variant), s->score, (unsigned)s->won,
             (unsigned)s->drawn, (unsigned)s->lost, (unsigned)s->escapes, s->rating.rating);
  return true;
}

static junqi_code do_show(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who;
  char date[24];
  (void)tag;
  if (find(a, a->word[1], &who, error)) return error->code;
  out_format(&a->text, "number\t#%" PRIu64 "\nname\t%s\nrole\t%s\n", who.id,
             *who.name ? who.name : "-", who.role == JUNQI_STORE_ADMIN ? "admin" : "player");
  out_format(&a->text, "created\t%s\n", date_text(who.created, date));
  out_format(&a->text, "muted\t%s\n", date_text(who.muted_until, date));
  out_format(&a->text, "banned\t%s\t%s\n", date_text(who.banned_until, date), who.ban_reason);
  junqi_store_each_name(a->store, who.id, tell_name, a);
  junqi_store_each_session(a->store, who.id, tell_session, a);
  junqi_store_each_standing(a->store, who.id, tell_standing, a);
  a->account = 0;
  return JUNQI_E_OK;
}

static void say_person(admin *a, uint64_t account) {
  junqi_store_account who = {.id = account};
  junqi_store_get_account(a->store, account, &who);
  out_format(&a->text, "\t#%" PRIu64 " %s", account, *who.name ? who.name : "-");
}

static bool tell_mark(void *context, const junqi_store_mark *mark) {
  admin *a = context;
  char date[24];
  out_format(&a->text, "%s\t%s\t%s", date_text(mark->time, date), mark->table,
             mark->kind == JUNQI_STORE_SAME_ADDRESS ? "address" : "device");
  say_person(a, mark->accounts[0]);
  say_person(a, mark->accounts[1]);
  out_format(&a->text, "\n");
  return true;
}

static junqi_code do_marks(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who = {.id = 0};
  (void)tag;
  if (a->count > 1 && find(a, a->word[1], &who, error)) return error->code;
  junqi_store_status status = junqi_store_each_mark(a->store, who.id, 0, LISTED, tell_mark, a);
  a->account = 0;
  return status == JUNQI_STORE_OK ? JUNQI_E_OK : junqi_fail(error, junqi_store_code(status));
}

/* -- Changing ------------------------------------------------------------------------------------
 */

/* A write that was submitted, or why it was not. */
static junqi_code submitted(admin *a, junqi_store_status status, junqi_error *error) {
  a->writes = status == JUNQI_STORE_OK;
  return a->writes ? JUNQI_E_OK : junqi_fail(error, junqi_store_code(status));
}

static junqi_code do_mute(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who;
  int64_t until = a->count > 2 ? end_of(a->word[2], a->now) : 0;
  if (find(a, a->word[1], &who, error)) return error->code;
  if (a->count > 2 && !until)
    return junqi_fail_with(error, JUNQI_E_ADMIN_DURATION, "", a->word[2], "30m, 12h, 7d, forever");
  return submitted(a, junqi_store_mute(a->store, who.id, until, tag), error);
}

static junqi_code do_ban(admin *a, uint64_t tag, junqi_error *error) {
  enum { REASON = 95 }; /* what an error carries whole */
  junqi_store_account who;
  int64_t until = a->count > 2 ? end_of(a->word[2], a->now) : 0;
  const char *reason = a->count > 3 ? a->word[3] : "";
  char length[24];
  if (find(a, a->word[1], &who, error)) return error->code;
  if (a->count > 2 && !until)
    return junqi_fail_with(error, JUNQI_E_ADMIN_DURATION, "", a->word[2], "30m, 12h, 7d, forever");
  snprintf(length, sizeof length, "%zu", strlen(reason));
  if (strlen(reason) > REASON)
    return junqi_fail_with(error, JUNQI_E_ADMIN_REASON, "", length, "95");
  return submitted(a, junqi_store_ban(a->store, who.id, until, reason, tag), error);
}

static junqi_code do_role(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who;
  bool admin_role = strcmp(a->word[2], "admin") == 0;
  if (find(a, a->word[1], &who, error)) return error->code;
  if (!admin_role && strcmp(a->word[2], "player") != 0)
    return junqi_fail_with(error, JUNQI_E_ADMIN_ROLE, "", a->word[2], "admin, player");
  junqi_store_role role = admin_role ? JUNQI_STORE_ADMIN : JUNQI_STORE_PLAYER;
  return submitted(a, junqi_store_set_role(a->store, who.id, role, tag), error);
}

static junqi_code do_rename(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who;
  if (find(a, a->word[1], &who, error)) return error->code;
  if (junqi_store_name_check(a->word[2], error)) return error->code;
  return submitted(a, junqi_store_rename(a->store, who.id, a->word[2], a->now, tag), error);
}

static junqi_code do_delete(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who;
  if (find(a, a->word[1], &who, error)) return error->code;
  return submitted(a, junqi_store_delete_account(a->store, who.id, a->now, tag), error);
}

static junqi_code do_password(admin *a, uint64_t tag, junqi_error *error) {
  junqi_store_account who;
  if (find(a, a->word[1], &who, error)) return error->code;
  /* A guest's session is all there is of the account. */
  if (!*who.name) return junqi_fail(error, JUNQI_E_GUEST);
  a->ended = true;
  return submitted(a, junqi_store_set_password(a->store, who.id, a->word[2], NULL, a->now, tag),
                   error);
}

/* -- Commands ------------------------------------------------------------------------------------
 */

static const struct {
  const char *word;
  size_t least, most; /* words, itself included */
  junqi_code (*run)(admin *a, uint64_t tag, junqi_error *error);
  const char *usage;
} commands[] = {
    {"list", 1, 2, do_list, "list [AFTER]"},           {"show", 2, 2, do_show, "show NAME"},
    {"mute", 3, 3, do_mute, "mute NAME DURATION"},     {"unmute", 2, 2, do_mute, "unmute NAME"},
    {"ban", 4, 4, do_ban, "ban NAME DURATION REASON"}, {"unban", 2, 2, do_ban, "unban NAME"},
    {"role", 3, 3, do_role, "role NAME admin|player"}, {"marks", 1, 2, do_marks, "marks [NAME]"},
    {"rename", 3, 3, do_rename, "rename NAME NEW"},    {"delete", 2, 2, do_delete, "delete NAME"},
    {"password", 3, 3, do_password, "password NAME"},
};

junqi_code admin_begin(admin *a, uint64_t tag, junqi_error *error) {
  a->account = 0;
  a->writes = a->ended = false;
  for (size_t i = 0; a->count > 0 && i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(commands[i].word, a->word[0]) != 0) continue;
    if (a->count < commands[i].least || a->count > commands[i].most)
      return junqi_fail_with(error, JUNQI_E_ADMIN_USAGE, "", a->word[0], commands[i].usage);
    return commands[i].run(a, tag, error);
  }
  return junqi_fail_with(
      error, JUNQI_E_ADMIN_COMMAND, "", a->count ? a->word[0] : "-",
      "list, show, mute, unmute, ban, unban, role, marks, rename, delete, password");
}

junqi_code admin_end(admin *a, junqi_store_status status, junqi_error *error) {
  a->writes = false;
  if (status == JUNQI_STORE_OK) return JUNQI_E_OK;
  a->account = 0;
  if (status == JUNQI_STORE_ABSENT) return junqi_fail(error, JUNQI_E_GUEST);
  return junqi_fail(error,
                    status == JUNQI_STORE_TAKEN ? JUNQI_E_NAME_TAKEN : junqi_store_code(status));
}
