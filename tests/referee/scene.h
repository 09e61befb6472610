/*
 * Small positions for tests, written point by point, and what plies and events make of them. Shared
 * by the tests of the second referee; it judges nothing itself.
 */
#ifndef SCENE_H
#define SCENE_H

#include "slow.h"

typedef struct scene {
  slow_game game;
} scene;

/* `pieces` such as "a62:aF b13:bM!"; `tail` is what F-4 writes after the board. The position is
 * read as a text, so the reader's checks hold; automatic lines at its start are not yet worked out.
 */
scene scene_of(const char *variant, const char *pieces, const char *tail);

/* Does plies and events separated by "; " and compares all lines written, separated likewise. An
 * empty `moves` takes the position up. */
void scene_does(scene *s, const char *moves, const char *lines);

/* The same from a fresh scene. */
void scene_course(const char *variant, const char *pieces, const char *tail, const char *moves,
                  const char *lines);

void scene_refuses(const scene *s, const char *move);                 /* and changes nothing */
void scene_has(const scene *s, const char *point, const char *piece); /* "a9!", or "." */
void scene_tail(const scene *s, const char *tail); /* everything after the board */

/* Are exactly those of the listed targets (points separated by blanks) legal from `from`? */
void scene_legal(const scene *s, const char *from, const char *targets);
void scene_illegal(const scene *s, const char *from, const char *targets);

#endif
