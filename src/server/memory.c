/* See memory.h. */
#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void stop(void) {
  fputs("junqi: out of memory; start the server again, no game is lost\n"
        "junqi: 内存不足；请重新启动服务器，对局不会丢失\n",
        stderr);
  abort();
}

void *server_new(size_t size) {
  void *block = calloc(1, size ? size : 1);
  if (!block) stop();
  return block;
}

void *server_grow(void *block, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return block;
  size_t larger = *capacity + *capacity / 2;
  if (larger < count) larger = count;
  if (larger < 8) larger = 8;
  if (larger > SIZE_MAX / size) stop();
  block = realloc(block, larger * size);
  if (!block) stop();
  *capacity = larger;
  return block;
}

char *server_copy(const char *text, size_t length) {
  char *copy = server_new(length + 1);
  memcpy(copy, text, length);
  return copy;
}
