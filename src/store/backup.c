/* Backups: copying a database while it is in use, looking whether one is whole, and putting one
 * back. Not the store itself: these open and close connections of their own. */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static junqi_store_status sqlite_error(junqi_store_error *error, const char *file, int rc) {
  int kind = rc & 0xff;
  junqi_store_status status = kind == SQLITE_NOTADB    ? JUNQI_STORE_FOREIGN
                              : kind == SQLITE_CORRUPT ? JUNQI_STORE_DAMAGED
                                                       : JUNQI_STORE_FAILED;
  return store_error_set(error, status, "%s: %s", file, sqlite3_errstr(rc));
}

static junqi_store_status open_existing(const char *file, int flags, store_db *db,
                                        junqi_store_error *error) {
  struct stat info;
  if (stat(file, &info) != 0) {
    return store_error_set(error, errno == ENOENT ? JUNQI_STORE_ABSENT : JUNQI_STORE_FAILED,
                           "%s: %s", file, strerror(errno));
  }
  int rc = store_db_open(db, file, flags, NULL);
  if (rc != SQLITE_OK) {
    return sqlite_error(error, file, rc);
  }
  int version = 0;
  junqi_store_status status = store_inspect(db->sqlite, &version, error);
  return status == JUNQI_STORE_OK && version == 0
             ? store_error_set(error, JUNQI_STORE_FOREIGN, "%s is empty", file)
             : status;
}

/* Checking ------------------------------------------------------------------------------------ */

static junqi_store_status check_whole(store_db *db, const char *file, junqi_store_error *error) {
  sqlite3_stmt *statement = NULL;
  junqi_store_status status = JUNQI_STORE_OK;
  int rc = sqlite3_prepare_v2(db->sqlite, "PRAGMA integrity_check(1)", -1, &statement, NULL);
  if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *found = (const char *)sqlite3_column_text(statement, 0);
    rc = found != NULL ? SQLITE_OK : SQLITE_NOMEM;
    if (found != NULL && strcmp(found, "ok") != 0) {
      status = store_error_set(error, JUNQI_STORE_DAMAGED, "%s: %s", file, found);
    }
  }
  sqlite3_finalize(statement);
  return rc == SQLITE_OK ? status : sqlite_error(error, file, rc);
}

/* A database of before there were accounts has none. */
static int count_rows(store_db *db, int schema, junqi_store_summary *summary) {
  static const store_sql counts[] = {STORE_SQL_COUNT_TABLES, STORE_SQL_COUNT_UNFINISHED,
                                     STORE_SQL_COUNT_EVENTS, STORE_SQL_COUNT_ACCOUNTS};
  int64_t rows[4] = {0};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < (schema >= 2 ? 4 : 3); i++) {
    rc = store_ask_number(db, counts[i], NULL, &rows[i]);
  }
  *summary = (junqi_store_summary){.schema = schema,
                                   .tables = (uint64_t)rows[0],
                                   .unfinished = (uint64_t)rows[1],
                                   .events = (uint64_t)rows[2],
                                   .accounts = (uint64_t)rows[3]};
  return rc;
}

static junqi_store_status check_open(store_db *db, const char *file, junqi_store_summary *summary,
                                     junqi_store_error *error) {
  int version = 0;
  junqi_store_status status = check_whole(db, file, error);
  if (status == JUNQI_STORE_OK) {
    status = store_inspect(db->sqlite, &version, error);
  }
  if (status == JUNQI_STORE_OK) {
    int rc = count_rows(db, version, summary);
    status = rc == SQLITE_OK ? JUNQI_STORE_OK : sqlite_error(error, file, rc);
  }
  return status;
}

static junqi_store_status check_file(const char *file, junqi_store_summary *summary,
                                     junqi_store_error *error) {
  store_db db = {0};
  junqi_store_status status = open_existing(file, SQLITE_OPEN_READONLY, &db, error);
  if (status == JUNQI_STORE_OK) {
    status = check_open(&db, file, summary, error);
  }
  store_db_close(&db);
  return status;
}

/* Copying ------------------------------------------------------------------------------------- */

static int copy_pages(store_db *from, store_db *to) {
  sqlite3_backup *backup = sqlite3_backup_init(to->sqlite, "main", from->sqlite, "main");
  if (backup == NULL) {
    return sqlite3_extended_errcode(to->sqlite);
  }
  int rc = sqlite3_backup_step(backup, -1); /* all at once is one snapshot */
  int end = sqlite3_backup_finish(backup);
  return rc == SQLITE_DONE ? end : rc == SQLITE_OK ? SQLITE_BUSY : rc;
}

/* One file that needs no log beside it. */
static int copy_into(store_db *from, const char *file) {
  store_db to = {0};
  int rc = store_db_open(&to, file, SQLITE_OPEN_READWRITE, NULL);
  if (rc == SQLITE_OK) {
    rc = copy_pages(from, &to);
  }
  if (rc == SQLITE_OK) {
    rc = sqlite3_exec(to.sqlite, "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE", NULL,
                      NULL, NULL);
  }
  store_db_close(&to);
  return rc;
}

static bool sync_file(const char *file) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  bool synced = fd >= 0 && fsync(fd) == 0;
  if (fd >= 0) {
    close(fd);
  }
  return synced;
}

/* Into `part`, new and for its owner only: there are password hashes in it. */
static junqi_store_status make_part(store_db *from, const char *part, junqi_store_error *error) {
  unlink(part); /* what a killed backup left */
  int fd = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) {
    return store_error_set(error, JUNQI_STORE_FAILED, "%s: %s", part, strerror(errno));
  }
  close(fd);
  int rc = copy_into(from, part);
  junqi_store_summary summary;
  junqi_store_status status =
      rc == SQLITE_OK ? check_file(part, &summary, error) : sqlite_error(error, part, rc);
  if (status == JUNQI_STORE_OK && !sync_file(part)) {
    status = store_error_set(error, JUNQI_STORE_FAILED, "%s: %s", part, strerror(errno));
  }
  return status;
}

/* A link, unlike a rename, never replaces what has come to be there meanwhile. */
static junqi_store_status name_part(const char *part, const char *file, junqi_store_error *error) {
  if (link(part, file) != 0) {
    return store_error_set(error, errno == EEXIST ? JUNQI_STORE_IN_WAY : JUNQI_STORE_FAILED,
                           "%s: %s", file, strerror(errno));
  }
  return JUNQI_STORE_OK;
}

static junqi_store_status copy_database(store_db *from, const char *file,
                                        junqi_store_error *error) {
  char part[PATH_MAX];
  struct stat info;
  if (lstat(file, &info) == 0) {
    return store_error_set(error, JUNQI_STORE_IN_WAY, "%s is there already", file);
  }
  snprintf(part, sizeof part, "%s.part", file);
  junqi_store_status status = make_part(from, part, error);
  if (status == JUNQI_STORE_OK) {
    status = name_part(part, file, error);
  }
  unlink(part);
  if (status == JUNQI_STORE_OK) {
    store_sync_parent(file);
  }
  return status;
}

/* The public ones ----------------------------------------------------------------------------- */

/* Room is left for what is appended to names. */
static bool path_valid(const char *path) {
  return store_text_fits(path, PATH_MAX - 32);
}

static junqi_store_error *start(junqi_store_error *error, junqi_store_error *ignored) {
  error = error != NULL ? error : ignored;
  *error = (junqi_store_error){.status = JUNQI_STORE_OK};
  return error;
}

static junqi_store_status copy_from(const char *from, int flags, const char *to,
                                    junqi_store_error *error) {
  store_db db = {0};
  junqi_store_status status = open_existing(from, flags, &db, error);
  if (status == JUNQI_STORE_OK) {
    status = copy_database(&db, to, error);
  }
  store_db_close(&db);
  return status;
}

junqi_store_status junqi_store_backup(const char *directory, const char *file,
                                      junqi_store_error *error) {
  char path[PATH_MAX];
  junqi_store_error ignored;
  error = start(error, &ignored);
  if (!path_valid(directory) || !path_valid(file)) {
    return store_error_set(error, JUNQI_STORE_INVALID, "no directory or file is named");
  }
  snprintf(path, sizeof path, "%.*s/junqi.db", PATH_MAX - 20, directory);
  /* Not read-only: a log left by a kill can be read only by who may also replay it. */
  return copy_from(path, SQLITE_OPEN_READWRITE, file, error);
}

junqi_store_status junqi_store_check(const char *file, junqi_store_summary *summary,
                                     junqi_store_error *error) {
  junqi_store_error ignored;
  junqi_store_summary unread;
  error = start(error, &ignored);
  if (!path_valid(file)) {
    return store_error_set(error, JUNQI_STORE_INVALID, "no file is named");
  }
  return check_file(file, summary != NULL ? summary : &unread, error);
}

/* A stale log beside a restored database would be replayed into it. */
static junqi_store_status check_room(const char *directory, junqi_store_error *error) {
  static const char *const names[] = {"junqi.db", "junqi.db-wal", "junqi.db-shm",
                                      "junqi.db-journal"};
  char path[PATH_MAX];
  struct stat info;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 32, directory, names[i]);
    if (lstat(path, &info) == 0) {
      return store_error_set(error, JUNQI_STORE_IN_WAY, "%s is there already", path);
    }
  }
  return JUNQI_STORE_OK;
}

junqi_store_status junqi_store_restore(const char *file, const char *directory,
                                       junqi_store_error *error) {
  char path[PATH_MAX];
  junqi_store_error ignored;
  junqi_store_summary summary;
  int lock_fd = -1;
  error = start(error, &ignored);
  if (!path_valid(file) || !path_valid(directory)) {
    return store_error_set(error, JUNQI_STORE_INVALID, "no file or directory is named");
  }
  junqi_store_status status = check_file(file, &summary, error);
  if (status == JUNQI_STORE_OK) {
    status = store_make_directory(directory, error);
  }
  if (status == JUNQI_STORE_OK) {
    status = store_claim(directory, &lock_fd, error);
  }
  if (status == JUNQI_STORE_OK) {
    status = check_room(directory, error);
  }
  if (status == JUNQI_STORE_OK) {
    snprintf(path, sizeof path, "%.*s/junqi.db", PATH_MAX - 20, directory);
    status = copy_from(file, SQLITE_OPEN_READONLY, path, error);
  }
  if (lock_fd >= 0) {
    close(lock_fd);
  }
  return status;
}
