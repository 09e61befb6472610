/* A disk that tests can break: a SQLite VFS named "faulty" over the real one. It counts the
 * operations that change or make durable what is on disk, and fails those it is told to. It also
 * keeps, beside each file, what of it would survive a power cut: its content at the last sync. */
#ifndef STORE_FAULTY_VFS_H
#define STORE_FAULTY_VFS_H

#include <stdbool.h>

typedef struct faulty_disk {
  long operations; /* done so far: writes, syncs, truncations, openings, removals, shared memory */
  long fail_at;    /* the operation, from 1, that fails; 0: none */
  bool for_good;   /* and all after it as well, as when the power is gone */
  bool failed;     /* it came to that */
  bool keep_durable; /* maintain FILE.durable at every sync */
} faulty_disk;

/* Registers the VFS, once; `disk` directs it from then on. One thread at a time. */
void faulty_vfs_use(faulty_disk *disk);

#endif
