/* How many files the process may have open: every connection is one. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include <stdint.h>

/* Asks the system for `wanted` open files, which only a privileged process gets beyond its hard
 * limit. Returns how many there may be; never lowers it. */
uint32_t files_raise(uint32_t wanted);

#endif
