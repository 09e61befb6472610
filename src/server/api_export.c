/* All that the store keeps of one account, as one JSON file for the person whose it is. Hashes of
 * secrets stay here. */
#include "api.h"

#include "junqi/score.h"
#include "junqi/store_games.h"

#include <stdio.h>
#include <string.h>

/* The list that is being written: they come one after the other. */
typedef struct writing {
  out body;
  const char *list; /* NULL: none yet */
} writing;

static out *item_of(writing *e, const char *list) {
  if (!e->list || strcmp(e->list, list) != 0) {
    if (e->list) out_close(&e->body, ']');
    out_open(&e->body, list, '[');
    e->list = list;
  }
  out_open(&e->body, NULL, '{');
  return &e->body;
}

static void put_time(out *o, const char *key, int64_t time) {
  if (time)
    out_integer(o, key, time);
  else
    out_null(o, key);
}

static const char *variant_of(unsigned variant) {
  return variant < JUNQI_VARIANTS ? junqi_variant_name((junqi_variant)variant) : "?";
}

static bool put_account(void *context, const junqi_store_account *account) {
  out *o = &((writing *)context)->body;
  out_text(o, "name", account->name);
  out_boolean(o, "admin", account->role == JUNQI_STORE_ADMIN);
  put_time(o, "created", account->created);
  put_time(o, "registered", account->registered);
  put_time(o, "muted_until", account->muted_until);
  put_time(o, "banned_until", account->banned_until);
  out_text(o, "ban_reason", account->ban_reason);
  return true;
}

static bool put_name(void *context, const char *name, int64_t until) {
  out *o = item_of(context, "former_names");
  out_text(o, "name", name);
  out_integer(o, "until", until);
  out_close(o, '}');
  return true;
}

static bool put_session(void *context, const junqi_store_session *session) {
  out *o = item_of(context, "sessions");
  out_text(o, "device", session->device);
  out_text(o, "address", session->address);
  out_integer(o, "created", session->created);
  out_integer(o, "seen", session->seen);
  out_integer(o, "expires", session->expires);
  out_close(o, '}');
  return true;
}

static bool put_token(void *context, const junqi_store_token *token) {
  out *o = item_of(context, "tokens");
  out_text(o, "label", token->label);
  out_integer(o, "created", token->created);
  put_time(o, "used", token->used);
  put_time(o, "revoked", token->revoked);
  out_close(o, '}');
  return true;
}

static bool put_layout(void *context, const junqi_store_layout *layout) {
  out *o = item_of(context, "layouts");
  char text[JUNQI_STORE_LAYOUT_MAX + 1];
  snprintf(text, sizeof text, "%.*s", (int)layout->text.size, layout->text.data);
  out_text(o, "name", layout->name);
  out_integer(o, "saved", layout->saved);
  out_text(o, "layout", text);
  out_close(o, '}');
  return true;
}

static bool put_game(void *context, const junqi_store_played *played) {
  static const char *const outcomes[] = {"lost", "drawn", "won"};
  out *o = item_of(context, "games");
  out_text(o, "table", played->table);
  out_text(o, "variant", variant_of(played->game.variant));
  out_integer(o, "started", played->game.started);
  out_integer(o, "ended", played->ended);
  out_integer(o, "plies", played->game.plies);
  out_boolean(o, "scored", played->game.scored);
  out_open(o, "seats", '[');
  for (size_t i = 0; i < played->game.seat_count; i++) {
    const junqi_store_seat *seat = &played->game.seats[i];
    out_open(o, NULL, '{');
    out_text(o, "name", seat->name ? seat->name : "");
    out_text(o, "level", seat->level ? seat->level : "");
    out_text(o, "outcome", outcomes[seat->outcome]);
    out_close(o, '}');
  }
  out_close(o, ']');
  out_close(o, '}');
  return true;
}

static bool put_standing(void *context, const junqi_store_standing *standing) {
  out *o = item_of(context, "standings");
  out_text(o, "variant", variant_of(standing->variant));
  out_integer(o, "score", standing->score);
  out_integer(o, "won", standing->won);
  out_integer(o, "drawn", standing->drawn);
  out_integer(o, "lost", standing->lost);
  out_integer(o, "escapes", standing->escapes);
  out_integer(o, "rating", (int64_t)standing->rating.rating);
  out_integer(o, "rating_deviation", (int64_t)standing->rating.deviation);
  out_close(o, '}');
  return true;
}

static bool put_change(void *context, const junqi_store_change *change) {
  out *o = item_of(context, "score_changes");
  out_integer(o, "no", (int64_t)change->no);
  out_text(o, "variant", variant_of(change->variant));
  out_text(o, "clause", junqi_score_clause_id((junqi_score_clause)change->clause));
  out_integer(o, "points", change->points);
  out_integer(o, "after", change->after);
  out_integer(o, "date", change->time);
  out_text(o, "table", change->table);
  out_close(o, '}');
  return true;
}

void api_export(api_work *w) {
  writing e = {.list = NULL};
  const junqi_store_exporter exporter = {put_account,  put_name,   put_session,
                                         put_token,    put_layout, put_game,
                                         put_standing, put_change, &e};
  answer a = {.count = 0};
  junqi_error error;
  if (!site_allows(w->site, JUNQI_RATE_EXPORTS, &w->account, sizeof w->account, &error)) {
    api_refuse(w, 429, &error);
    return;
  }
  out_open(&e.body, NULL, '{');
  junqi_store_status status = junqi_store_export(w->site->store, w->account, &exporter);
  if (e.list) out_close(&e.body, ']');
  out_close(&e.body, '}');
  answer_put(&a, "Content-Disposition", "attachment; filename=\"junqi-export.json\"");
  if (status == JUNQI_STORE_OK)
    api_answer(w, &a, 200, &e.body);
  else
    api_fail_store(w, status);
  out_free(&e.body);
}
