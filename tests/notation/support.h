/* What the tests of the notation room share: random rules and games, readable expectations of
 * faults. */
#ifndef TESTS_NOTATION_SUPPORT_H
#define TESTS_NOTATION_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "junqi/game.h"
#include "junqi/notation.h"

/* The default rules of a variant with some options changed at random. */
junqi_rules support_rules(junqi_random *random, junqi_variant variant);

/* Starts a game with random layouts or a random deal; *rules must outlive it. */
void support_start(junqi_game *game, const junqi_rules *rules, junqi_random *random,
                   junqi_events *events);

/* Plays a random legal ply, attacks preferred; false when the game is over. events as of
 * junqi_game_play. */
bool support_ply(junqi_game *game, junqi_random *random, junqi_events *events);

/* Fails the test unless the error has this code, offset and message (English). */
void support_fault(const junqi_error *error, junqi_code code, int offset, const char *part);

/* A whole file of ../shared/<name>, or null when it is not there. The caller frees it. */
char *support_shared(const char *name, size_t *length);

#endif
