/* Sessions and bots' tokens: hashes of secrets that stand for an account until they end. */
#include "internal.h"

#include <string.h>

static store_value hash_value(const unsigned char *hash) {
  return store_blob(hash, JUNQI_STORE_HASH_SIZE);
}

store_value store_spared(const unsigned char *hash) {
  return hash != NULL ? hash_value(hash) : store_blob("", 0);
}

static void read_hash(unsigned char *hash, store_query *query) {
  junqi_store_bytes bytes = store_get_bytes(query, 0);
  if (bytes.size == JUNQI_STORE_HASH_SIZE) {
    memcpy(hash, bytes.data, bytes.size);
  }
}

/* Sessions ------------------------------------------------------------------------------------ */

static junqi_store_status apply_add_session(store_db *db, const store_job *job) {
  const store_value *values = job->write.values;
  store_presence presence;
  int64_t there = 0;
  if (store_find_presence(db, values, &presence) != SQLITE_OK ||
      store_ask_number(db, STORE_SQL_SESSION_EXISTS, values, &there) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (presence == STORE_NO_ACCOUNT || presence == STORE_DELETED) {
    return JUNQI_STORE_ABSENT;
  }
  if (there != 0) {
    return JUNQI_STORE_EXISTS;
  }
  int rc = store_run_with(db, STORE_SQL_ADD_SESSION, values);
  return store_outcome(rc == SQLITE_OK ? store_run_with(db, STORE_SQL_TRIM_SESSIONS, values) : rc);
}

junqi_store_status junqi_store_add_session(junqi_store *store, const junqi_store_session *session,
                                           uint64_t tag) {
  if (!store_account_valid(session->account) ||
      !store_text_within(session->device, JUNQI_STORE_DEVICE_MAX) ||
      !store_text_within(session->address, JUNQI_STORE_ADDRESS_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_add_session, .count = 8,
                       .values = {store_int((int64_t)session->account), hash_value(session->hash),
                                  store_int(session->created), store_int(session->seen),
                                  store_int(session->expires), store_text(session->device),
                                  store_text(session->address),
                                  store_int(JUNQI_STORE_SESSIONS_MAX - 1)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_touch_session(junqi_store *store,
                                             const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                             int64_t seen, int64_t expires, const char *address,
                                             uint64_t tag) {
  if (!store_text_within(address, JUNQI_STORE_ADDRESS_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {
      .sql = STORE_SQL_TOUCH_SESSION,
      .count = 4,
      .values = {hash_value(hash), store_int(seen), store_int(expires), store_text(address)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_end_session(junqi_store *store, uint64_t account,
                                           const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                           uint64_t tag) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {.sql = STORE_SQL_END_SESSION,
                       .count = 2,
                       .values = {store_int((int64_t)account), hash_value(hash)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_end_sessions(junqi_store *store, uint64_t account,
                                            const unsigned char *spared, uint64_t tag) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {store_apply_any, STORE_SQL_END_SESSIONS, .count = 2,
                       .values = {store_int((int64_t)account), store_spared(spared)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_expire_sessions(junqi_store *store, int64_t time, uint64_t tag) {
  store_write write = {store_apply_any, STORE_SQL_EXPIRE_SESSIONS, .count = 1,
                       .values = {store_int(time)}};
  return store_queue(store, &write, tag);
}

static void read_session(store_query *query, junqi_store_session *session) {
  *session = (junqi_store_session){
      .account = (uint64_t)store_get_int(query, 1),
      .created = store_get_int(query, 2),
      .seen = store_get_int(query, 3),
      .expires = store_get_int(query, 4),
  };
  read_hash(session->hash, query);
  store_copy_text(session->device, sizeof session->device, query, 5);
  store_copy_text(session->address, sizeof session->address, query, 6);
}

junqi_store_status junqi_store_get_session(junqi_store *store,
                                           const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                           int64_t now, junqi_store_session *found) {
  store_query query = store_ask(&store->reader, STORE_SQL_GET_SESSION);
  store_put_bytes(&query, hash_value(hash).bytes);
  store_put_int(&query, now);
  bool there = store_next(&query);
  if (there) {
    read_session(&query, found);
  }
  junqi_store_status status = store_outcome(store_end(&query));
  return status == JUNQI_STORE_OK && !there ? JUNQI_STORE_ABSENT : status;
}

junqi_store_status junqi_store_each_session(junqi_store *store, uint64_t account,
                                            junqi_store_session_fn *each, void *context) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_SESSION);
  store_put_int(&query, (int64_t)account);
  bool more = true;
  while (more && store_next(&query)) {
    junqi_store_session session;
    read_session(&query, &session);
    more = query.rc == SQLITE_OK && each(context, &session);
  }
  return store_outcome(store_end(&query));
}

/* Tokens -------------------------------------------------------------------------------------- */

static junqi_store_status apply_add_token(store_db *db, const store_job *job) {
  const store_value *values = job->write.values;
  store_presence presence;
  int64_t there = 0;
  int64_t count = 0;
  if (store_find_presence(db, values, &presence) != SQLITE_OK ||
      store_ask_number(db, STORE_SQL_TOKEN_EXISTS, values, &there) != SQLITE_OK ||
      store_ask_number(db, STORE_SQL_COUNT_TOKENS, values, &count) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (presence != STORE_REGISTERED) {
    return JUNQI_STORE_ABSENT;
  }
  if (there != 0) {
    return JUNQI_STORE_EXISTS;
  }
  return count >= JUNQI_STORE_TOKENS_MAX
             ? JUNQI_STORE_LIMIT
             : store_outcome(store_run_with(db, STORE_SQL_ADD_TOKEN, values));
}

junqi_store_status junqi_store_add_token(junqi_store *store, const junqi_store_token *token,
                                         uint64_t tag) {
  if (!store_account_valid(token->account) ||
      !store_text_fits(token->label, JUNQI_STORE_LABEL_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_add_token, .count = 4,
                       .values = {store_int((int64_t)token->account), hash_value(token->hash),
                                  store_text(token->label), store_int(token->created)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_touch_token(junqi_store *store,
                                           const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                           int64_t used, uint64_t tag) {
  store_write write = {
      .sql = STORE_SQL_TOUCH_TOKEN, .count = 2, .values = {hash_value(hash), store_int(used)}};
  return store_queue(store, &write, tag);
}

static junqi_store_status apply_revoke(store_db *db, const store_job *job) {
  if (store_run_with(db, STORE_SQL_REVOKE_TOKEN, job->write.values) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (sqlite3_changes(db->sqlite) == 0) {
    return JUNQI_STORE_ABSENT;
  }
  return store_outcome(store_run_with(db, STORE_SQL_TRIM_TOKENS, job->write.values));
}

junqi_store_status junqi_store_revoke_token(junqi_store *store, uint64_t account,
                                            const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                            int64_t time, uint64_t tag) {
  if (!store_account_valid(account) || time <= 0) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_revoke, .count = 4,
                       .values = {store_int((int64_t)account), hash_value(hash), store_int(time),
                                  store_int(JUNQI_STORE_TOKENS_MAX)}};
  return store_queue(store, &write, tag);
}

static void read_token(store_query *query, junqi_store_token *token) {
  *token = (junqi_store_token){
      .account = (uint64_t)store_get_int(query, 1),
      .created = store_get_int(query, 3),
      .used = store_get_int(query, 4),
      .revoked = store_get_int(query, 5),
  };
  read_hash(token->hash, query);
  store_copy_text(token->label, sizeof token->label, query, 2);
}

junqi_store_status junqi_store_get_token(junqi_store *store,
                                         const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                         junqi_store_token *found) {
  store_query query = store_ask(&store->reader, STORE_SQL_GET_TOKEN);
  store_put_bytes(&query, hash_value(hash).bytes);
  bool there = store_next(&query);
  if (there) {
    read_token(&query, found);
  }
  junqi_store_status status = store_outcome(store_end(&query));
  return status == JUNQI_STORE_OK && !there ? JUNQI_STORE_ABSENT : status;
}

junqi_store_status junqi_store_each_token(junqi_store *store, uint64_t account,
                                          junqi_store_token_fn *each, void *context) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_TOKEN);
  store_put_int(&query, (int64_t)account);
  bool more = true;
  while (more && store_next(&query)) {
    junqi_store_token token;
    read_token(&query, &token);
    more = query.rc == SQLITE_OK && each(context, &token);
  }
  return store_outcome(store_end(&query));
}
