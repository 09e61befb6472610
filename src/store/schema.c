/* The schema and its history: a numbered list of steps, of which a database has done the first
 * PRAGMA user_version. A step, once released, is never changed; a new one is appended. */
#include "internal.h"

#include <string.h>

/* "JUNQ" in the file's header tells our databases from anybody else's. */
enum { APPLICATION_ID = 0x4a554e51 };

static const char *const steps[] = {
    /* 1: tables in progress and finished ones share a row format; `no` orders by creation. Events
     * lie by table, so that a replay or a restart reads neighbouring pages. `owners` collects who
     * is to see a table once it is finished; `finished` is that list, in the order of its pages. */
    "PRAGMA application_id = 0x4a554e51;"
    "CREATE TABLE tables (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    "  created INTEGER NOT NULL, finished INTEGER, header BLOB NOT NULL) STRICT;"
    "CREATE INDEX tables_unfinished ON tables (no) WHERE finished IS NULL;"
    "CREATE TABLE events (table_no INTEGER NOT NULL, seq INTEGER NOT NULL,"
    "  time INTEGER NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL,"
    "  PRIMARY KEY (table_no, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE owners (table_no INTEGER NOT NULL, owner TEXT NOT NULL,"
    "  PRIMARY KEY (table_no, owner)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE finished (owner TEXT NOT NULL, finished INTEGER NOT NULL,"
    "  table_no INTEGER NOT NULL, PRIMARY KEY (owner, finished, table_no)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE layouts (owner TEXT NOT NULL, name TEXT NOT NULL, saved INTEGER NOT NULL,"
    "  text BLOB NOT NULL, PRIMARY KEY (owner, name)) STRICT, WITHOUT ROWID;",
};

enum { STEP_COUNT = sizeof steps / sizeof steps[0] };

static junqi_store_status fail(sqlite3 *sqlite, int rc, junqi_store_error *error) {
  junqi_store_status status = JUNQI_STORE_FAILED;
  if ((rc & 0xff) == SQLITE_BUSY) {
    status = JUNQI_STORE_LOCKED;
  } else if ((rc & 0xff) == SQLITE_NOTADB) {
    status = JUNQI_STORE_FOREIGN;
  }
  return store_error_set(error, status, "%s: %s", sqlite3_db_filename(sqlite, "main"),
                         sqlite3_errmsg(sqlite));
}

static int read_int(sqlite3 *sqlite, const char *sql, int *value) {
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL);
  if (rc == SQLITE_OK) {
    rc = sqlite3_step(statement);
  }
  if (rc == SQLITE_ROW) {
    *value = sqlite3_column_int(statement, 0);
    rc = SQLITE_OK;
  }
  sqlite3_finalize(statement);
  return rc;
}

/* Looks without writing: is this database ours, new, or to be left alone? */
static junqi_store_status inspect(sqlite3 *sqlite, int *version, junqi_store_error *error) {
  int application = 0;
  int objects = 0;
  int rc = read_int(sqlite, "PRAGMA application_id", &application);
  if (rc == SQLITE_OK) {
    rc = read_int(sqlite, "PRAGMA user_version", version);
  }
  if (rc == SQLITE_OK) {
    rc = read_int(sqlite, "SELECT count(*) FROM sqlite_schema", &objects);
  }
  if (rc != SQLITE_OK) {
    return fail(sqlite, rc, error);
  }
  bool is_new = application == 0 && *version == 0 && objects == 0;
  const char *file = sqlite3_db_filename(sqlite, "main");
  if (!is_new && (application != APPLICATION_ID || *version < 1)) {
    return store_error_set(error, JUNQI_STORE_FOREIGN, "%s is not a database of junqi", file);
  }
  if (*version > STEP_COUNT) {
    return store_error_set(error, JUNQI_STORE_FUTURE,
                           "%s has schema %d; this program knows schemas up to %d", file, *version,
                           (int)STEP_COUNT);
  }
  return JUNQI_STORE_OK;
}

/* One step and its number are one transaction: a crash between steps continues at the next. */
static int take_step(sqlite3 *sqlite, int step) {
  int rc = sqlite3_exec(sqlite, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  if (rc == SQLITE_OK) {
    rc = sqlite3_exec(sqlite, steps[step], NULL, NULL, NULL);
  }
  if (rc == SQLITE_OK) {
    char number[48];
    sqlite3_snprintf(sizeof number, number, "PRAGMA user_version = %d", step + 1);
    rc = sqlite3_exec(sqlite, number, NULL, NULL, NULL);
  }
  return rc == SQLITE_OK ? sqlite3_exec(sqlite, "COMMIT", NULL, NULL, NULL) : rc;
}

junqi_store_status store_migrate(sqlite3 *sqlite, junqi_store_error *error) {
  int version = 0;
  junqi_store_status status = inspect(sqlite, &version, error);
  for (int step = version; status == JUNQI_STORE_OK && step < STEP_COUNT; step++) {
    int rc = take_step(sqlite, step);
    if (rc != SQLITE_OK) {
      status = fail(sqlite, rc, error);
    }
  }
  return status;
}
