/* See faulty_vfs.h. Everything not said here is passed on to the real VFS. */
#include "faulty_vfs.h"

#include "helpers.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* SQLite hands no context to the methods of a file, so the disk is this file's one variable. */
static faulty_disk *disk;

typedef struct faulty_file {
  sqlite3_file base;
  const char *path; /* SQLite keeps it as long as the file is open; NULL: a nameless one */
  sqlite3_file *real;
} faulty_file;

static sqlite3_file *real_of(sqlite3_file *file) {
  return ((faulty_file *)file)->real;
}

static sqlite3_vfs *real_vfs(sqlite3_vfs *vfs) {
  return vfs->pAppData;
}

static bool fails(void) {
  disk->operations++;
  bool now = disk->fail_at > 0 && (disk->for_good ? disk->operations >= disk->fail_at
                                                  : disk->operations == disk->fail_at);
  disk->failed = disk->failed || now;
  return now;
}

static int file_close(sqlite3_file *file) {
  return real_of(file)->pMethods->xClose(real_of(file));
}

static int file_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at) {
  return real_of(file)->pMethods->xRead(real_of(file), to, size, at);
}

/* A write that fails leaves its first half behind. */
static int file_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at) {
  bool failing = fails();
  int rc = real_of(file)->pMethods->xWrite(real_of(file), from, failing ? size / 2 : size, at);
  return failing ? SQLITE_IOERR_WRITE : rc;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return fails() ? SQLITE_IOERR_TRUNCATE : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

/* The real sync is left out: the tests end the disk, never the machine, and it is slow. */
static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  if (fails()) {
    return SQLITE_IOERR_FSYNC;
  }
  const char *path = ((faulty_file *)file)->path;
  if (disk->keep_durable && path != NULL) {
    char durable[SCRATCH_MAX];
    snprintf(durable, sizeof durable, "%s.durable", path);
    scratch_copy(path, durable);
  }
  return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_reserved(sqlite3_file *file, int *result) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector(sqlite3_file *file) {
  return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_traits(sqlite3_file *file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend,
                        void volatile **memory) {
  if (fails()) {
    return SQLITE_IOERR_SHMMAP;
  }
  return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int file_shm_unmap(sqlite3_file *file, int remove) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                    int *out_flags) {
  faulty_file *faulty = (faulty_file *)file;
  faulty->base.pMethods = NULL;
  if (fails()) {
    return SQLITE_CANTOPEN;
  }
  faulty->path = name;
  faulty->real = (sqlite3_file *)(faulty + 1);
  int rc = real_vfs(vfs)->xOpen(real_vfs(vfs), name, faulty->real, flags, out_flags);
  if (rc == SQLITE_OK) {
    faulty->base.pMethods = &methods;
  }
  return rc;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  if (fails()) {
    return SQLITE_IOERR_DELETE;
  }
  char durable[SCRATCH_MAX];
  snprintf(durable, sizeof durable, "%s.durable", name);
  unlink(durable);
  (void)sync; /* as in file_sync() */
  return real_vfs(vfs)->xDelete(real_vfs(vfs), name, 0);
}

void faulty_vfs_use(faulty_disk *which) {
  static sqlite3_vfs vfs;
  disk = which;
  if (vfs.zName == NULL) {
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    vfs = *real;
    vfs.pNext = NULL;
    vfs.zName = "faulty";
    vfs.pAppData = real;
    vfs.szOsFile = (int)sizeof(faulty_file) + real->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    sqlite3_vfs_register(&vfs, 0);
  }
}
