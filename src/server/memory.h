/* Memory for the server. When there is none left the process stops at once: everything that anybody
 * was told is in the store, and the next start goes on from there. */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

#include <stddef.h>

/* `size` zeroed bytes; never NULL. */
void *server_new(size_t size);

/* Room for `count` items of `size` bytes in a block that has room for *capacity: it grows by half
 * when that is too little. `block` may be NULL. */
void *server_grow(void *block, size_t *capacity, size_t count, size_t size);

/* A copy that ends in a NUL; never NULL. */
char *server_copy(const char *text, size_t length);

#endif
