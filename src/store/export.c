/* All that the store has of one account, told in one go and as of one moment. */
#include "internal.h"

/* Each section hands on the caller's word whether to go on. */
typedef struct export_state {
  const junqi_store_exporter *to;
  bool more;
} export_state;

static bool tell_account(void *context, const junqi_store_account *account) {
  export_state *state = context;
  return state->more = state->to->account(state->to->context, account);
}

static bool tell_name(void *context, const char *name, int64_t until) {
  export_state *state = context;
  return state->more = state->to->name(state->to->context, name, until);
}

static bool tell_session(void *context, const junqi_store_session *session) {
  export_state *state = context;
  return state->more = state->to->session(state->to->context, session);
}

static bool tell_token(void *context, const junqi_store_token *token) {
  export_state *state = context;
  return state->more = state->to->token(state->to->context, token);
}

static bool tell_layout(void *context, const junqi_store_layout *layout) {
  export_state *state = context;
  return state->more = state->to->layout(state->to->context, layout);
}

static bool tell_game(void *context, const junqi_store_played *played) {
  export_state *state = context;
  return state->more = state->to->game(state->to->context, played);
}

static bool tell_standing(void *context, const junqi_store_standing *standing) {
  export_state *state = context;
  return state->more = state->to->standing(state->to->context, standing);
}

static bool tell_change(void *context, const junqi_store_change *change) {
  export_state *state = context;
  return state->more = state->to->change(state->to->context, change);
}

typedef junqi_store_status export_section(junqi_store *store, uint64_t account,
                                          export_state *state);

static junqi_store_status export_account(junqi_store *store, uint64_t account,
                                         export_state *state) {
  junqi_store_account found;
  junqi_store_status status = junqi_store_get_account(store, account, &found);
  if (status == JUNQI_STORE_OK && state->to->account != NULL) {
    tell_account(state, &found);
  }
  return status;
}

static junqi_store_status export_names(junqi_store *store, uint64_t account, export_state *state) {
  return state->to->name == NULL ? JUNQI_STORE_OK
                                 : junqi_store_each_name(store, account, tell_name, state);
}

static junqi_store_status export_sessions(junqi_store *store, uint64_t account,
                                          export_state *state) {
  return state->to->session == NULL ? JUNQI_STORE_OK
                                    : junqi_store_each_session(store, account, tell_session, state);
}

static junqi_store_status export_tokens(junqi_store *store, uint64_t account, export_state *state) {
  return state->to->token == NULL ? JUNQI_STORE_OK
                                  : junqi_store_each_token(store, account, tell_token, state);
}

static junqi_store_status export_layouts(junqi_store *store, uint64_t account,
                                         export_state *state) {
  char key[JUNQI_STORE_KEY_SIZE];
  junqi_store_account_key(account, key);
  return state->to->layout == NULL ? JUNQI_STORE_OK
                                   : junqi_store_each_layout(store, key, tell_layout, state);
}

static junqi_store_status export_games(junqi_store *store, uint64_t account, export_state *state) {
  junqi_store_games_query all = {
      .account = account, .variant = -1, .outcome = -1, .from = INT64_MIN};
  return state->to->game == NULL ? JUNQI_STORE_OK
                                 : store_each_game(store, &all, INT32_MAX, tell_game, state);
}

static junqi_store_status export_standings(junqi_store *store, uint64_t account,
                                           export_state *state) {
  return state->to->standing == NULL
             ? JUNQI_STORE_OK
             : junqi_store_each_standing(store, account, tell_standing, state);
}

static junqi_store_status export_changes(junqi_store *store, uint64_t account,
                                         export_state *state) {
  return state->to->change == NULL
             ? JUNQI_STORE_OK
             : store_each_change(store, account, -1, 0, INT32_MAX, tell_change, state);
}

junqi_store_status junqi_store_export(junqi_store *store, uint64_t account,
                                      const junqi_store_exporter *exporter) {
  static export_section *const sections[] = {
      export_account, export_names, export_sessions,  export_tokens,
      export_layouts, export_games, export_standings, export_changes,
  };
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  /* A statement that stands open keeps its snapshot, and all readings beside it use the same. */
  store_query snapshot = store_ask(&store->reader, STORE_SQL_GET_ACCOUNT);
  store_put_int(&snapshot, (int64_t)account);
  export_state state = {exporter, true};
  junqi_store_status status = store_next(&snapshot) ? JUNQI_STORE_OK : JUNQI_STORE_ABSENT;
  for (size_t i = 0;
       status == JUNQI_STORE_OK && state.more && i < sizeof sections / sizeof sections[0]; i++) {
    status = sections[i](store, account, &state);
  }
  return store_end(&snapshot) == SQLITE_OK ? status : JUNQI_STORE_FAILED;
}
