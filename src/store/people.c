/* Accounts: making, naming, muting, ending and finding them. What hangs on them is in sessions.c,
 * marks.c, games.c and scores.c. */
#include "internal.h"

#include <string.h>

void junqi_store_account_key(uint64_t account, char key[JUNQI_STORE_KEY_SIZE]) {
  sqlite3_snprintf(JUNQI_STORE_KEY_SIZE, key, "g%016llx", (unsigned long long)account);
}

bool store_account_valid(uint64_t account) {
  return account >= 1 && account <= INT64_MAX;
}

int store_find_presence(store_db *db, const store_value *values, store_presence *presence) {
  int64_t number = STORE_NO_ACCOUNT;
  int rc = store_ask_number(db, STORE_SQL_ACCOUNT_STATE, values, &number);
  *presence = (store_presence)number;
  return rc;
}

/* Writing ------------------------------------------------------------------------------------- */

static junqi_store_status apply_guest(store_db *db, const store_job *job) {
  store_presence presence;
  if (store_find_presence(db, job->write.values, &presence) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  return presence != STORE_NO_ACCOUNT
             ? JUNQI_STORE_EXISTS
             : store_outcome(store_run_with(db, STORE_SQL_ADD_GUEST, job->write.values));
}

junqi_store_status junqi_store_add_guest(junqi_store *store, uint64_t account, int64_t time,
                                         uint64_t tag) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_guest, .count = 2,
                       .values = {store_int((int64_t)account), store_int(time)}};
  return store_queue(store, &write, tag);
}

/* For how long a former name is its owner's, in the unit of all times. */
static store_value name_term(void) {
  return store_int(INT64_C(86400000) * JUNQI_STORE_NAME_DAYS);
}

/* Of the account values[0], the name key values[1], the time values[4] and the term values[5]: OK
 * when the name is free or its own. */
static junqi_store_status check_name(store_db *db, const store_value *values) {
  int64_t holder = values[0].number;
  if (store_ask_number(db, STORE_SQL_NAME_HOLDER, values, &holder) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  return holder == values[0].number ? JUNQI_STORE_OK : JUNQI_STORE_TAKEN;
}

/* Accounts keep names that were good when they were taken: they are found by them, no more. */
static bool may_take(const char *name, char key[STORE_NAME_KEY_SIZE]) {
  return name != NULL && junqi_store_name_check(name, NULL) == JUNQI_E_OK &&
         store_name_key(name, key);
}

static junqi_store_status run_all(store_db *db, const store_sql *list, size_t count,
                                  const store_value *values) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < count; i++) {
    rc = store_run_with(db, list[i], values);
  }
  return store_outcome(rc);
}

static junqi_store_status apply_register(store_db *db, const store_job *job) {
  static const store_sql both[] = {STORE_SQL_REGISTER, STORE_SQL_LIST_STANDINGS};
  const store_value *values = job->write.values;
  store_presence presence;
  if (store_find_presence(db, values, &presence) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (presence == STORE_DELETED || presence == STORE_REGISTERED) {
    return presence == STORE_DELETED ? JUNQI_STORE_ABSENT : JUNQI_STORE_EXISTS;
  }
  junqi_store_status status = check_name(db, values);
  return status == JUNQI_STORE_OK ? run_all(db, both, 2, values) : status;
}

junqi_store_status junqi_store_register(junqi_store *store, uint64_t account, const char *name,
                                        const char *password, int64_t time, uint64_t tag) {
  char key[STORE_NAME_KEY_SIZE];
  if (!store_account_valid(account) || !may_take(name, key) || time <= 0 ||
      !store_text_fits(password, JUNQI_STORE_PASSWORD_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_register, .count = 6,
                       .values = {store_int((int64_t)account), store_text(key), store_text(name),
                                  store_text(password), store_int(time), name_term()}};
  return store_queue(store, &write, tag);
}

static junqi_store_status apply_rename(store_db *db, const store_job *job) {
  static const store_sql all[] = {STORE_SQL_KEEP_NAME, STORE_SQL_TRIM_NAMES, STORE_SQL_RENAME};
  const store_value *values = job->write.values;
  store_presence presence;
  if (store_find_presence(db, values, &presence) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (presence != STORE_REGISTERED) {
    return JUNQI_STORE_ABSENT;
  }
  junqi_store_status status = check_name(db, values);
  return status == JUNQI_STORE_OK ? run_all(db, all, 3, values) : status;
}

junqi_store_status junqi_store_rename(junqi_store *store, uint64_t account, const char *name,
                                      int64_t time, uint64_t tag) {
  char key[STORE_NAME_KEY_SIZE];
  if (!store_account_valid(account) || !may_take(name, key)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_rename, .count = 6,
                       .values = {store_int((int64_t)account), store_text(key), store_text(name),
                                  store_int(JUNQI_STORE_NAMES_MAX), store_int(time), name_term()}};
  return store_queue(store, &write, tag);
}

static junqi_store_status apply_password(store_db *db, const store_job *job) {
  static const store_sql all[] = {STORE_SQL_SET_PASSWORD, STORE_SQL_END_SESSIONS,
                                  STORE_SQL_REVOKE_TOKENS, STORE_SQL_TRIM_TOKENS};
  store_presence presence;
  if (store_find_presence(db, job->write.values, &presence) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  return presence == STORE_REGISTERED ? run_all(db, all, 4, job->write.values) : JUNQI_STORE_ABSENT;
}

junqi_store_status junqi_store_set_password(junqi_store *store, uint64_t account,
                                            const char *password, const unsigned char *spared,
                                            int64_t time, uint64_t tag) {
  if (!store_account_valid(account) || !store_text_fits(password, JUNQI_STORE_PASSWORD_MAX) ||
      time <= 0) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_password, .count = 5,
                       .values = {store_int((int64_t)account), store_spared(spared),
                                  store_text(password), store_int(JUNQI_STORE_TOKENS_MAX),
                                  store_int(time)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_set_role(junqi_store *store, uint64_t account, junqi_store_role role,
                                        uint64_t tag) {
  if (!store_account_valid(account) || (role != JUNQI_STORE_PLAYER && role != JUNQI_STORE_ADMIN)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {.sql = STORE_SQL_SET_ROLE,
                       .count = 2,
                       .values = {store_int((int64_t)account), store_int(role)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_mute(junqi_store *store, uint64_t account, int64_t until,
                                    uint64_t tag) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {
      .sql = STORE_SQL_MUTE, .count = 2, .values = {store_int((int64_t)account), store_int(until)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_ban(junqi_store *store, uint64_t account, int64_t until,
                                   const char *reason, uint64_t tag) {
  if (!store_account_valid(account) || !store_text_within(reason, JUNQI_STORE_REASON_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {
      .sql = STORE_SQL_BAN,
      .count = 3,
      .values = {store_int((int64_t)account), store_int(until), store_text(reason)}};
  return store_queue(store, &write, tag);
}

static junqi_store_status apply_delete(store_db *db, const store_job *job) {
  static const store_sql all[] = {
      STORE_SQL_RESERVE_NAMES, STORE_SQL_RESERVE_NAME,   STORE_SQL_DROP_LAYOUTS,
      STORE_SQL_DROP_OWNER,    STORE_SQL_DROP_FINISHED,  STORE_SQL_DROP_NAMES,
      STORE_SQL_DROP_TOKENS,   STORE_SQL_DROP_SESSIONS,  STORE_SQL_DROP_MARKS,
      STORE_SQL_DROP_PLAYED,   STORE_SQL_DROP_STANDINGS, STORE_SQL_DROP_CHANGES,
      STORE_SQL_BURY,
  };
  store_presence presence;
  if (store_find_presence(db, job->write.values, &presence) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (presence == STORE_NO_ACCOUNT || presence == STORE_DELETED) {
    return JUNQI_STORE_ABSENT;
  }
  return run_all(db, all, sizeof all / sizeof all[0], job->write.values);
}

junqi_store_status junqi_store_delete_account(junqi_store *store, uint64_t account, int64_t time,
                                              uint64_t tag) {
  char key[JUNQI_STORE_KEY_SIZE];
  if (!store_account_valid(account) || time <= 0) {
    return JUNQI_STORE_INVALID;
  }
  junqi_store_account_key(account, key);
  store_write write = {
      apply_delete, .count = 4,
      .values = {store_int((int64_t)account), store_int(time), store_text(key), name_term()}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_free_names(junqi_store *store, int64_t now, uint64_t tag) {
  store_write write = {store_apply_any, STORE_SQL_FREE_NAMES, .count = 2,
                       .values = {store_int(now), name_term()}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_forget_guests(junqi_store *store, uint64_t first, uint64_t last,
                                             int64_t before, uint64_t tag) {
  if (!store_account_valid(first) || !store_account_valid(last)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {
      store_apply_any, STORE_SQL_FORGET_GUESTS, .count = 3,
      .values = {store_int((int64_t)first), store_int((int64_t)last), store_int(before)}};
  return store_queue(store, &write, tag);
}

/* Reading ------------------------------------------------------------------------------------- */

static void read_account(store_query *query, junqi_store_account *account) {
  *account = (junqi_store_account){
      .id = (uint64_t)store_get_int(query, 0),
      .role = (junqi_store_role)store_get_int(query, 3),
      .created = store_get_int(query, 4),
      .registered = store_get_int(query, 5),
      .deleted = store_get_int(query, 6),
      .muted_until = store_get_int(query, 7),
      .banned_until = store_get_int(query, 8),
  };
  store_copy_text(account->name, sizeof account->name, query, 1);
  store_copy_text(account->password, sizeof account->password, query, 2);
  store_copy_text(account->ban_reason, sizeof account->ban_reason, query, 9);
}

static junqi_store_status read_one(store_query *query, junqi_store_account *found) {
  bool there = store_next(query);
  if (there) {
    read_account(query, found);
  }
  junqi_store_status status = store_outcome(store_end(query));
  return status == JUNQI_STORE_OK && !there ? JUNQI_STORE_ABSENT : status;
}

junqi_store_status junqi_store_get_account(junqi_store *store, uint64_t account,
                                           junqi_store_account *found) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_GET_ACCOUNT);
  store_put_int(&query, (int64_t)account);
  return read_one(&query, found);
}

junqi_store_status junqi_store_find_account(junqi_store *store, const char *name,
                                            junqi_store_account *found) {
  char key[STORE_NAME_KEY_SIZE];
  if (!store_name_key(name, key)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_FIND_ACCOUNT);
  store_put_text(&query, key);
  return read_one(&query, found);
}

junqi_store_status junqi_store_find_former(junqi_store *store, const char *name, int64_t now,
                                           junqi_store_account *found) {
  char key[STORE_NAME_KEY_SIZE];
  if (!store_name_key(name, key)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_FIND_FORMER);
  store_put_text(&query, key);
  store_put_int(&query, now);
  store_put_int(&query, name_term().number);
  return read_one(&query, found);
}

junqi_store_status junqi_store_each_account(junqi_store *store, uint64_t after, size_t limit,
                                            junqi_store_account_fn *each, void *context) {
  if (after > INT64_MAX || limit > JUNQI_STORE_PAGE_MAX) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_ACCOUNT);
  store_put_int(&query, (int64_t)after);
  store_put_int(&query, (int64_t)limit);
  bool more = true;
  while (more && store_next(&query)) {
    junqi_store_account account;
    read_account(&query, &account);
    more = query.rc == SQLITE_OK && each(context, &account);
  }
  return store_outcome(store_end(&query));
}

junqi_store_status junqi_store_each_name(junqi_store *store, uint64_t account,
                                         junqi_store_name_fn *each, void *context) {
  if (!store_account_valid(account)) {
    return JUNQI_STORE_INVALID;
  }
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_NAME);
  store_put_int(&query, (int64_t)account);
  bool more = true;
  while (more && store_next(&query)) {
    const char *name = store_get_text(&query, 0);
    more = query.rc == SQLITE_OK && each(context, name, store_get_int(&query, 1));
  }
  return store_outcome(store_end(&query));
}
