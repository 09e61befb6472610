/* The thin layer that runs statements. Not their text (statements.c) and no meaning: what a row
 * stands for is known to the files that ask. */
#include "internal.h"

#include <string.h>

int store_db_open(store_db *db, const char *path, int flags, const char *vfs) {
  /* Each connection stays on one thread at a time, so SQLite need not lock it. */
  int rc = sqlite3_open_v2(path, &db->sqlite, flags | SQLITE_OPEN_NOMUTEX, vfs);
  if (rc == SQLITE_OK) {
    rc = sqlite3_extended_result_codes(db->sqlite, 1);
  }
  if (rc == SQLITE_OK) {
    rc = sqlite3_busy_timeout(db->sqlite, 5000); /* somebody's sqlite3 shell, or a backup */
  }
  return rc;
}

void store_db_close(store_db *db) {
  for (int i = 0; i < STORE_SQL_STATEMENTS; i++) {
    sqlite3_finalize(db->kept[i]);
    db->kept[i] = NULL;
  }
  sqlite3_close(db->sqlite);
  db->sqlite = NULL;
}

/* A statement that runs is not among those kept, for a callback of one reading may start another
 * of the same kind. */
store_query store_ask(store_db *db, store_sql sql) {
  store_query query = {.db = db, .sql = sql, .statement = db->kept[sql], .rc = SQLITE_OK};
  db->kept[sql] = NULL;
  if (query.statement == NULL) {
    query.rc = sqlite3_prepare_v3(db->sqlite, store_sql_text(sql), -1, SQLITE_PREPARE_PERSISTENT,
                                  &query.statement, NULL);
  }
  return query;
}

void store_put_int(store_query *query, int64_t value) {
  query->parameter++;
  if (query->rc == SQLITE_OK) {
    query->rc = sqlite3_bind_int64(query->statement, query->parameter, value);
  }
}

void store_put_double(store_query *query, double value) {
  query->parameter++;
  if (query->rc == SQLITE_OK) {
    query->rc = sqlite3_bind_double(query->statement, query->parameter, value);
  }
}

void store_put_text(store_query *query, const char *text) {
  query->parameter++;
  if (query->rc == SQLITE_OK) {
    query->rc = sqlite3_bind_text(query->statement, query->parameter, text, -1, SQLITE_STATIC);
  }
}

void store_put_bytes(store_query *query, junqi_store_bytes bytes) {
  const char *data = bytes.size == 0 ? "" : bytes.data; /* NULL would be SQL's NULL */
  query->parameter++;
  if (query->rc == SQLITE_OK) {
    query->rc =
        sqlite3_bind_blob64(query->statement, query->parameter, data, bytes.size, SQLITE_STATIC);
  }
}

bool store_next(store_query *query) {
  if (query->rc != SQLITE_OK) {
    return false;
  }
  int rc = sqlite3_step(query->statement);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
    query->rc = rc;
  }
  return rc == SQLITE_ROW;
}

int64_t store_get_int(const store_query *query, int column) {
  return sqlite3_column_int64(query->statement, column);
}

double store_get_double(const store_query *query, int column) {
  return sqlite3_column_double(query->statement, column);
}

/* SQLite copies a text or blob that spans pages and gives NULL when memory for that runs out. */
const char *store_get_text(store_query *query, int column) {
  const char *text = (const char *)sqlite3_column_text(query->statement, column);
  if (text == NULL) {
    query->rc = SQLITE_NOMEM;
    return "";
  }
  return text;
}

junqi_store_bytes store_get_bytes(store_query *query, int column) {
  junqi_store_bytes bytes = {.data = sqlite3_column_blob(query->statement, column)};
  bytes.size = (size_t)sqlite3_column_bytes(query->statement, column);
  if (bytes.data == NULL && sqlite3_errcode(query->db->sqlite) == SQLITE_NOMEM) {
    query->rc = SQLITE_NOMEM;
  }
  return bytes;
}

void store_copy_text(char *to, size_t size, store_query *query, int column) {
  sqlite3_snprintf((int)size, to, "%s", store_get_text(query, column));
}

void store_again(store_query *query) {
  query->parameter = 0;
  if (query->rc == SQLITE_OK) {
    query->rc = sqlite3_reset(query->statement);
  }
}

int store_end(store_query *query) {
  sqlite3_stmt **kept = &query->db->kept[query->sql];
  if (*kept != NULL) {
    sqlite3_finalize(query->statement);
  } else if (query->statement != NULL) {
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
    *kept = query->statement;
  }
  query->statement = NULL;
  return query->rc;
}

int store_run(store_db *db, store_sql sql) {
  store_query query = store_ask(db, sql);
  store_next(&query);
  return store_end(&query);
}

static void put_value(store_query *query, const store_value *value) {
  switch (value->kind) {
  case STORE_INT: store_put_int(query, value->number); break;
  case STORE_TEXT: store_put_text(query, value->bytes.data); break;
  case STORE_BYTES: store_put_bytes(query, value->bytes); break;
  }
}

/* Asks with as many of the values as the statement has parameters. */
static store_query ask_with(store_db *db, store_sql sql, const store_value *values) {
  store_query query = store_ask(db, sql);
  int count = query.rc == SQLITE_OK ? sqlite3_bind_parameter_count(query.statement) : 0;
  for (int i = 0; i < count; i++) {
    put_value(&query, &values[i]);
  }
  return query;
}

int store_run_with(store_db *db, store_sql sql, const store_value *values) {
  store_query query = ask_with(db, sql, values);
  store_next(&query);
  return store_end(&query);
}

int store_ask_number(store_db *db, store_sql sql, const store_value *values, int64_t *number) {
  store_query query = ask_with(db, sql, values);
  if (store_next(&query)) {
    *number = store_get_int(&query, 0);
  }
  return store_end(&query);
}
