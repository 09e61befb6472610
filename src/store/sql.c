/* The text of every statement and the thin layer that runs them. Not the schema (schema.c) and no
 * meaning: what a row stands for is known to tables.c and layouts.c. */
#include "internal.h"

#include <string.h>

/* All statements about tables give the same columns, those that tables.c reads. */
#define TABLE_COLUMNS                                                                              \
  "t.no, t.id, t.created, t.finished IS NOT NULL, coalesce(t.finished, 0), t.header,"              \
  " (SELECT coalesce(max(seq), 0) FROM events WHERE table_no = t.no)"

static const char *const texts[STORE_SQL_STATEMENTS] = {
    [STORE_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [STORE_SQL_COMMIT] = "COMMIT",
    [STORE_SQL_ROLLBACK] = "ROLLBACK",
    [STORE_SQL_TABLE_STATE] = "SELECT no, finished IS NOT NULL,"
                              " (SELECT coalesce(max(seq), 0) FROM events WHERE table_no = no)"
                              " FROM tables WHERE id = ?",
    [STORE_SQL_ADD_TABLE] = "INSERT INTO tables (id, created, header) VALUES (?, ?, ?)",
    [STORE_SQL_SET_HEADER] = "UPDATE tables SET header = ? WHERE no = ?",
    [STORE_SQL_ADD_EVENT] =
        "INSERT INTO events (table_no, seq, time, kind, body) VALUES (?, ?, ?, ?, ?)",
    [STORE_SQL_ADD_OWNER] = "INSERT OR IGNORE INTO owners (table_no, owner) VALUES (?, ?)",
    [STORE_SQL_FINISH_TABLE] = "UPDATE tables SET finished = ? WHERE no = ?",
    [STORE_SQL_LIST_FINISHED] = "INSERT INTO finished (owner, finished, table_no)"
                                " SELECT owner, ?, table_no FROM owners WHERE table_no = ?",
    [STORE_SQL_UNFINISHED_TABLES] =
        "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.finished IS NULL ORDER BY t.no",
    [STORE_SQL_ONE_TABLE] = "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.id = ?",
    [STORE_SQL_FINISHED_FIRST_PAGE] =
        "SELECT " TABLE_COLUMNS " FROM finished f JOIN tables t ON t.no = f.table_no"
        " WHERE f.owner = ?1 ORDER BY f.finished DESC, f.table_no DESC LIMIT ?2",
    [STORE_SQL_FINISHED_NEXT_PAGE] =
        "SELECT " TABLE_COLUMNS " FROM finished f JOIN tables t ON t.no = f.table_no"
        " WHERE f.owner = ?1 AND (f.finished, f.table_no) <"
        " (?3, (SELECT no FROM tables WHERE id = ?4))"
        " ORDER BY f.finished DESC, f.table_no DESC LIMIT ?2",
    [STORE_SQL_EVENTS_AFTER] = "SELECT seq, time, kind, body FROM events"
                               " WHERE table_no = ? AND seq > ? ORDER BY seq",
    [STORE_SQL_COUNT_OTHER_LAYOUTS] = "SELECT count(*) FROM layouts WHERE owner = ? AND name <> ?",
    [STORE_SQL_PUT_LAYOUT] =
        "INSERT OR REPLACE INTO layouts (owner, name, saved, text) VALUES (?, ?, ?, ?)",
    [STORE_SQL_DELETE_LAYOUT] = "DELETE FROM layouts WHERE owner = ? AND name = ?",
    [STORE_SQL_GET_LAYOUT] = "SELECT name, saved, text FROM layouts WHERE owner = ? AND name = ?",
    [STORE_SQL_EACH_LAYOUT] = "SELECT name, saved, text FROM layouts WHERE owner = ? ORDER BY name",
};

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

store_query store_ask(store_db *db, store_sql sql) {
  store_query query = {.db = db, .statement = db->kept[sql], .rc = SQLITE_OK};
  if (query.statement == NULL) {
    unsigned flags = db->keeps_statements ? SQLITE_PREPARE_PERSISTENT : 0;
    query.rc = sqlite3_prepare_v3(db->sqlite, texts[sql], -1, flags, &query.statement, NULL);
    if (query.rc == SQLITE_OK && db->keeps_statements) {
      db->kept[sql] = query.statement;
    }
  }
  return query;
}

void store_put_int(store_query *query, int64_t value) {
  query->parameter++;
  if (query->rc == SQLITE_OK) {
    query->rc = sqlite3_bind_int64(query->statement, query->parameter, value);
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

int store_end(store_query *query) {
  if (!query->db->keeps_statements) {
    sqlite3_finalize(query->statement);
  } else if (query->statement != NULL) {
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
  }
  query->statement = NULL;
  return query->rc;
}

int store_run(store_db *db, store_sql sql) {
  store_query query = store_ask(db, sql);
  store_next(&query);
  return store_end(&query);
}
