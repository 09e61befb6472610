/* Opening and closing a data directory: making it, claiming it for this process, connecting to
 * its database. Not the schema (schema.c), not what is stored. */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

junqi_code junqi_store_code(junqi_store_status status) {
  switch (status) {
  case JUNQI_STORE_OK: return JUNQI_E_OK;
  case JUNQI_STORE_INVALID: return JUNQI_E_STORE_INVALID;
  case JUNQI_STORE_ABSENT: return JUNQI_E_STORE_ABSENT;
  case JUNQI_STORE_EXISTS: return JUNQI_E_STORE_EXISTS;
  case JUNQI_STORE_ORDER: return JUNQI_E_STORE_ORDER;
  case JUNQI_STORE_BUSY: return JUNQI_E_STORE_BUSY;
  case JUNQI_STORE_LIMIT: return JUNQI_E_STORE_LIMIT;
  case JUNQI_STORE_FAILED: return JUNQI_E_STORE_FAILED;
  case JUNQI_STORE_LOCKED: return JUNQI_E_STORE_LOCKED;
  case JUNQI_STORE_FUTURE: return JUNQI_E_STORE_FUTURE;
  case JUNQI_STORE_FOREIGN: return JUNQI_E_STORE_FOREIGN;
  case JUNQI_STORE_NO_DIR: return JUNQI_E_STORE_NO_DIR;
  case JUNQI_STORE_TAKEN: return JUNQI_E_STORE_TAKEN;
  case JUNQI_STORE_DAMAGED: return JUNQI_E_STORE_DAMAGED;
  case JUNQI_STORE_IN_WAY: return JUNQI_E_STORE_IN_WAY;
  }
  return JUNQI_E_STORE_FAILED;
}

junqi_store_status store_error_set(junqi_store_error *error, junqi_store_status status,
                                   const char *format, ...) {
  va_list arguments;
  error->status = status;
  va_start(arguments, format);
  vsnprintf(error->detail, sizeof error->detail, format, arguments);
  va_end(arguments);
  return status;
}

bool store_text_fits(const char *text, size_t max) {
  return text != NULL && text[0] != '\0' && strnlen(text, max + 1) <= max;
}

bool store_text_within(const char *text, size_t max) {
  return text != NULL && strnlen(text, max + 1) <= max;
}

bool store_bytes_fit(junqi_store_bytes bytes, size_t max) {
  return bytes.size <= max && (bytes.data != NULL || bytes.size == 0);
}

/* A new directory is durable only when its parent is written out. */
void store_sync_parent(const char *path) {
  char parent[PATH_MAX];
  snprintf(parent, sizeof parent, "%s", path);
  char *slash = strrchr(parent, '/');
  if (slash == NULL) {
    strcpy(parent, ".");
  } else {
    slash[slash == parent ? 1 : 0] = '\0';
  }
  int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    fsync(fd); /* some file systems can't; nothing is acknowledged yet, so nothing is lost */
    close(fd);
  }
}

static bool make_directory(const char *path) {
  if (mkdir(path, 0700) == 0) {
    store_sync_parent(path);
    return true;
  }
  return errno == EEXIST;
}

junqi_store_status store_make_directory(const char *directory, junqi_store_error *error) {
  char path[PATH_MAX];
  if (strlen(directory) >= sizeof path - sizeof "/junqi.db-journal") {
    return store_error_set(error, JUNQI_STORE_NO_DIR, "%.80s…: the name is too long", directory);
  }
  strcpy(path, directory);
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    bool made = make_directory(path);
    *slash = '/';
    if (!made && errno != EACCES && errno != EROFS) { /* those may still exist: see below */
      break;
    }
  }
  struct stat info;
  if (!make_directory(path)) {
    return store_error_set(error, JUNQI_STORE_NO_DIR, "%s: %s", directory, strerror(errno));
  }
  if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
    return store_error_set(error, JUNQI_STORE_NO_DIR, "%s is not a directory", directory);
  }
  return JUNQI_STORE_OK;
}

/* The lock lives in its own file because SQLite's locks come and go with transactions. The kernel
 * drops it when the process ends, however it ends. */
junqi_store_status store_claim(const char *directory, int *lock_fd, junqi_store_error *error) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%.*s/junqi.lock", PATH_MAX - 20, directory);
  *lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (*lock_fd < 0) {
    return store_error_set(error, JUNQI_STORE_NO_DIR, "%s: %s", path, strerror(errno));
  }
  char pid[24] = "";
  if (flock(*lock_fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      return store_error_set(error, JUNQI_STORE_FAILED, "%s: %s", path, strerror(errno));
    }
    ssize_t length = pread(*lock_fd, pid, sizeof pid - 1, 0);
    pid[length > 0 ? length : 0] = '\0';
    return store_error_set(error, JUNQI_STORE_LOCKED, "%s is in use by process %s", directory,
                           pid[0] != '\0' ? pid : "?");
  }
  /* The number only helps whoever reads the message above; the lock itself is what counts. */
  int length = snprintf(pid, sizeof pid, "%ld", (long)getpid());
  if (ftruncate(*lock_fd, 0) != 0 || pwrite(*lock_fd, pid, (size_t)length, 0) < 0) {
    return store_error_set(error, JUNQI_STORE_FAILED, "%s: %s", path, strerror(errno));
  }
  return JUNQI_STORE_OK;
}

static int note_wal_frames(void *store, sqlite3 *sqlite, const char *database, int frames) {
  (void)sqlite;
  (void)database;
  ((junqi_store *)store)->wal_frames = frames;
  return SQLITE_OK;
}

/* WAL with FULL: a commit returns after its pages are in the log and the log is synced. Checkpoints
 * are the writer's, so that their errors are seen and no completion waits for them. */
static int configure_writer(junqi_store *store) {
  sqlite3 *sqlite = store->writer.sqlite;
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(sqlite, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
  if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *mode = (const char *)sqlite3_column_text(statement, 0);
    rc = mode != NULL && strcmp(mode, "wal") == 0 ? SQLITE_OK : SQLITE_CANTOPEN;
  }
  sqlite3_finalize(statement);
  if (rc == SQLITE_OK) {
    rc = sqlite3_exec(sqlite, "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384", NULL, NULL,
                      NULL);
  }
  if (rc == SQLITE_OK) {
    sqlite3_wal_hook(sqlite, note_wal_frames, store);
  }
  return rc;
}

/* Whether an older run left a database without a byte, nor anything in its log. One that was killed
 * in its first moment does; but it is also what is left of a database that somebody emptied. */
static bool was_emptied(const char *path) {
  char log[PATH_MAX];
  struct stat info;
  snprintf(log, sizeof log, "%.*s-wal", PATH_MAX - 8, path);
  return stat(path, &info) == 0 && info.st_size == 0 &&
         (stat(log, &info) != 0 || info.st_size == 0);
}

static junqi_store_status connect(junqi_store *store, const junqi_store_options *options,
                                  junqi_store_error *error) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%.*s/junqi.db", PATH_MAX - 20, options->directory);
  /* There are password hashes in it, and the directory may be an older one that others may enter.
   */
  bool emptied = was_emptied(path);
  int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (fd >= 0) {
    close(fd);
  }
  int rc =
      store_db_open(&store->writer, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options->vfs);
  store_db *failed = &store->writer;
  if (rc == SQLITE_OK) {
    /* First a look, then the migration: a refused database keeps even its journal mode. */
    junqi_store_status status = store_migrate(store->writer.sqlite, error);
    if (status != JUNQI_STORE_OK) {
      return status;
    }
    rc = configure_writer(store);
  }
  if (rc == SQLITE_OK) {
    failed = &store->reader;
    rc = store_db_open(&store->reader, path, SQLITE_OPEN_READONLY, options->vfs);
  }
  if (rc != SQLITE_OK) {
    return store_error_set(
        error, (rc & 0xff) == SQLITE_BUSY ? JUNQI_STORE_LOCKED : JUNQI_STORE_FAILED, "%s: %s", path,
        failed->sqlite != NULL ? sqlite3_errmsg(failed->sqlite) : sqlite3_errstr(rc));
  }
  if (emptied) {
    store_error_set(error, JUNQI_STORE_OK, "%s was empty: it begins anew / 是空文件，重新开始",
                    path);
  }
  return JUNQI_STORE_OK;
}

static void release(junqi_store *store) {
  store_db_close(&store->reader);
  store_db_close(&store->writer); /* last, for the last connection folds the log into the file */
  if (store->lock_fd >= 0) {
    close(store->lock_fd);
  }
  sqlite3_free(store);
}

static junqi_store *new_store(const junqi_store_options *options) {
  junqi_store *store = sqlite3_malloc64(sizeof *store);
  if (store != NULL) {
    *store = (junqi_store){
        .lock_fd = -1,
        .queue_limit = options->queue_limit ? options->queue_limit : JUNQI_STORE_QUEUE_DEFAULT,
        .checkpoint_pages = options->checkpoint_pages > 0 ? options->checkpoint_pages : 2000,
        .inline_writer = options->inline_writer,
        .wake = options->wake,
        .wake_context = options->wake_context,
    };
  }
  return store;
}

static junqi_store_status open_directory(junqi_store *store, const junqi_store_options *options,
                                         junqi_store_error *error) {
  junqi_store_status status = store_make_directory(options->directory, error);
  if (status == JUNQI_STORE_OK) {
    status = store_claim(options->directory, &store->lock_fd, error);
  }
  if (status == JUNQI_STORE_OK) {
    status = connect(store, options, error);
  }
  if (status == JUNQI_STORE_OK) {
    int rc = store_writer_start(store);
    if (rc != 0) {
      status = store_error_set(error, JUNQI_STORE_FAILED, "no writer thread: %s", strerror(rc));
    }
  }
  return status;
}

junqi_store_status junqi_store_open(const junqi_store_options *options, junqi_store **store,
                                    junqi_store_error *error) {
  junqi_store_error ignored;
  error = error != NULL ? error : &ignored;
  *error = (junqi_store_error){.status = JUNQI_STORE_OK};
  *store = NULL;
  if (options->directory == NULL || options->directory[0] == '\0') {
    return store_error_set(error, JUNQI_STORE_INVALID, "no data directory is named");
  }
  junqi_store *opened = new_store(options);
  if (opened == NULL) {
    return store_error_set(error, JUNQI_STORE_FAILED, "out of memory");
  }
  junqi_store_status status = open_directory(opened, options, error);
  if (status != JUNQI_STORE_OK) {
    release(opened);
    return status;
  }
  *store = opened;
  return JUNQI_STORE_OK;
}

void junqi_store_close(junqi_store *store) {
  if (store != NULL) {
    store_writer_stop(store);
    release(store);
  }
}
