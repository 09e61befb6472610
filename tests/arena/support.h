/* Matches in a test: run one, and read back what it wrote. */
#ifndef ARENA_SUPPORT_H
#define ARENA_SUPPORT_H

#include "junqi/arena.h"
#include "junqi/record.h"

typedef struct played {
  char *text;
  size_t length;
  junqi_record record;
  junqi_game game;
} played;

/* A new empty directory; the caller removes it with drop_directory. */
void make_directory(char path[64]);
void drop_directory(const char *path);

/* A match of the variant with all else at the defaults, a fault in it failing the test. */
junqi_match match_of(junqi_variant variant, junqi_entrant sides[2], const char *a, const char *b,
                     uint32_t games);
junqi_standing run_match(const junqi_match *match);

/* Reads `DIRECTORY/00001-1.jg` for unit 1, game 1, and replays it. */
void read_game(const char *directory, unsigned unit, unsigned game, played *out);
void free_game(played *game);

#endif
