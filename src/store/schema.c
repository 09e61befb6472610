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
    /* 2: people, their games, scores and ratings. A guest has no name; a deleted account is a row
     * with nothing but its times. `played` is `games` by account, `standings` is `changes` summed
     * up and `listed` on leaderboards when the account has a name. */
    "CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '',"
    "  name_key TEXT UNIQUE, password TEXT NOT NULL DEFAULT '', role INTEGER NOT NULL DEFAULT 0,"
    "  created INTEGER NOT NULL, registered INTEGER NOT NULL DEFAULT 0,"
    "  deleted INTEGER NOT NULL DEFAULT 0, muted_until INTEGER NOT NULL DEFAULT 0,"
    "  banned_until INTEGER NOT NULL DEFAULT 0, ban_reason TEXT NOT NULL DEFAULT '') STRICT;"
    "CREATE INDEX accounts_registered ON accounts (id) WHERE name_key IS NOT NULL;"
    "CREATE TABLE names (no INTEGER PRIMARY KEY, account INTEGER NOT NULL, name TEXT NOT NULL,"
    "  until INTEGER NOT NULL) STRICT;"
    "CREATE INDEX names_account ON names (account);"
    "CREATE TABLE sessions (hash BLOB PRIMARY KEY, account INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, seen INTEGER NOT NULL, expires INTEGER NOT NULL,"
    "  device TEXT NOT NULL, address TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_account ON sessions (account, seen);"
    "CREATE INDEX sessions_expires ON sessions (expires);"
    "CREATE TABLE tokens (hash BLOB PRIMARY KEY, account INTEGER NOT NULL, label TEXT NOT NULL,"
    "  created INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0,"
    "  revoked INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tokens_account ON tokens (account, created);"
    "CREATE TABLE marks (no INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL,"
    "  kind INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL, time INTEGER NOT NULL,"
    "  UNIQUE (table_id, kind, low, high)) STRICT;"
    "CREATE INDEX marks_low ON marks (low);"
    "CREATE INDEX marks_high ON marks (high);"
    "CREATE TABLE games (table_no INTEGER PRIMARY KEY, ended INTEGER NOT NULL,"
    "  started INTEGER NOT NULL, variant INTEGER NOT NULL, reason INTEGER NOT NULL,"
    "  scored INTEGER NOT NULL, plies INTEGER NOT NULL, options TEXT NOT NULL) STRICT;"
    "CREATE TABLE seats (table_no INTEGER NOT NULL, seat INTEGER NOT NULL,"
    "  account INTEGER NOT NULL, level TEXT NOT NULL, outcome INTEGER NOT NULL,"
    "  escaped INTEGER NOT NULL, PRIMARY KEY (table_no, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE played (account INTEGER NOT NULL, ended INTEGER NOT NULL,"
    "  table_no INTEGER NOT NULL, variant INTEGER NOT NULL, outcome INTEGER NOT NULL,"
    "  PRIMARY KEY (account, ended, table_no)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE standings (account INTEGER NOT NULL, variant INTEGER NOT NULL,"
    "  score INTEGER NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL,"
    "  lost INTEGER NOT NULL, escapes INTEGER NOT NULL, rating REAL NOT NULL,"
    "  deviation REAL NOT NULL, volatility REAL NOT NULL, rated INTEGER NOT NULL,"
    "  rated_games INTEGER NOT NULL, listed INTEGER NOT NULL, PRIMARY KEY (account, variant)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX standings_score ON standings (variant, score, account)"
    "  WHERE listed = 1 AND won + drawn + lost > 0;"
    "CREATE INDEX standings_rating ON standings (variant, rating, account)"
    "  WHERE listed = 1 AND rated_games > 0;"
    "CREATE TABLE changes (account INTEGER NOT NULL, no INTEGER NOT NULL,"
    "  variant INTEGER NOT NULL, clause INTEGER NOT NULL, points INTEGER NOT NULL,"
    "  before INTEGER NOT NULL, time INTEGER NOT NULL, table_no INTEGER NOT NULL,"
    "  PRIMARY KEY (account, no)) STRICT, WITHOUT ROWID;",
    /* 3: a former name stays its owner's for a while, so it is looked for like a name. Those given
     * up before this step are free: their keys are not known here. */
    ("ALTER TABLE names ADD COLUMN name_key TEXT NOT NULL DEFAULT '';"
     "CREATE INDEX names_name_key ON names (name_key, until);"),
    /* 4: which games others may find; of earlier ones it is not known. */
    "ALTER TABLE games ADD COLUMN public INTEGER NOT NULL DEFAULT 0;",
};

enum { STEP_COUNT = sizeof steps / sizeof steps[0] };

static junqi_store_status fail(sqlite3 *sqlite, int rc, junqi_store_error *error) {
  junqi_store_status status = JUNQI_STORE_FAILED;
  if ((rc & 0xff) == SQLITE_BUSY) {
    status = JUNQI_STORE_LOCKED;
  } else if ((rc & 0xff) == SQLITE_NOTADB) {
    status = JUNQI_STORE_FOREIGN;
  } else if ((rc & 0xff) == SQLITE_CORRUPT) {
    status = JUNQI_STORE_DAMAGED;
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
junqi_store_status store_inspect(sqlite3 *sqlite, int *version, junqi_store_error *error) {
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
  junqi_store_status status = store_inspect(sqlite, &version, error);
  for (int step = version; status == JUNQI_STORE_OK && step < STEP_COUNT; step++) {
    int rc = take_step(sqlite, step);
    if (rc != SQLITE_OK) {
      status = fail(sqlite, rc, error);
    }
  }
  return status;
}
