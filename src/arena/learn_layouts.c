/* Learns set-ups by play, and writes src/ai/learned_VARIANT.c: a program of its own, called by
 * script/learn-layouts. Set-ups compete in many quick games between players who know nobody's
 * set-ups but how the pieces of all stand on the average; the better half stays and has children
 * that differ a little. The same arguments give the same file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "junqi/ai.h"
#include "junqi/game.h"

enum {
  KEPT = 24,        /* set-ups that stay, and go into the file */
  ALL = 2 * KEPT,   /* with their children; whole tables of two, three and four */
  LAST_ROUNDS = 24, /* among those that stay in the end */
  UNSURE = 24,      /* games that count as drawn before any was played */
  UNLIKE = 6,       /* points on which set-ups that stay differ at least */
  WIN = 6           /* points, which a draw divides among the sides */
};

/* What a game is like. */
static const struct {
  uint8_t turns;  /* games of one table, everybody moving up a seat: each side begins once */
  uint8_t rounds; /* of tables a generation */
  uint8_t sides;
  uint16_t nodes; /* positions a ply */
  uint16_t plies; /* then it is a draw */
} terms[JUNQI_VARIANTS] = {
    [JUNQI_DARK] = {2, 6, 2, 800, 400},
    [JUNQI_FOUR] = {2, 12, 2, 1500, 600},
    [JUNQI_THREE] = {3, 6, 3, 1500, 900},
};

typedef struct candidate {
  junqi_layout layout;
  uint32_t points, games;
} candidate;

typedef struct school {
  junqi_rules rules;
  junqi_variant variant;
  unsigned seats;
  junqi_random random;
  candidate all[ALL];
  unsigned count;
  uint32_t played;
  uint8_t prior[JUNQI_ARM_POINTS][JUNQI_TYPES];
  junqi_ai_slot *memory;
} school;

static unsigned mirrored(unsigned index) {
  return index + 4 - 2 * (index % 5);
}

/* --- Games ------------------------------------------------------------------------------------ */

/* How the pieces of all stand on the average, mirrored or not. */
static void count_habits(school *s) {
  uint32_t count[JUNQI_ARM_POINTS][JUNQI_TYPES] = {{0}};
  for (unsigned n = 0; n < s->count; n++)
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
      count[i][s->all[n].layout.at[i]]++;
      count[mirrored(i)][s->all[n].layout.at[i]]++;
    }
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    for (unsigned type = 0; type < JUNQI_TYPES; type++)
      s->prior[i][type] = (uint8_t)(6 + count[i][type] * 100 / s->count);
}

static void tell(junqi_player player[], unsigned seats, const junqi_events *events) {
  for (unsigned seat = 0; seat < seats; seat++)
    for (unsigned i = 0; i < events->count; i++)
      junqi_player_apply(&player[seat], &events->item[i]);
}

static void seat_players(school *s, const junqi_game *game, junqi_player player[]) {
  for (unsigned seat = 0; seat < s->seats; seat++) {
    const junqi_layout *seen[JUNQI_MAX_SEATS] = {0};
    seen[seat] = &game->layout[seat];
    junqi_player_start(&player[seat], &s->rules, (junqi_seat)seat, seen, 0, JUNQI_AI_LEVELS,
                       junqi_random_next(&s->random));
    player[seat].stranger = true;
    memcpy(player[seat].prior, s->prior, sizeof s->prior);
  }
}

/* Seat a moves first. The bit set of the winners, none for a draw. */
static unsigned play(school *s, const junqi_layout layouts[]) {
  static junqi_player player[JUNQI_MAX_SEATS];
  static junqi_events events;
  uint16_t nodes = terms[s->variant].nodes;
  junqi_budget budget = {.nodes = nodes, .memory = s->memory, .slots = nodes};
  junqi_game game;
  junqi_game_start(&game, &s->rules, layouts, 0, &events, NULL);
  seat_players(s, &game, player);
  tell(player, s->seats, &events);
  while (game.position.state == JUNQI_RUNNING && game.position.ply < terms[s->variant].plies) {
    junqi_seat turn = game.position.turn;
    junqi_move move = junqi_player_choose(&player[turn], &budget).move;
    if (junqi_game_play(&game, turn, move, &events, NULL) != JUNQI_E_OK) break;
    tell(player, s->seats, &events);
  }
  s->played++;
  return game.position.state == JUNQI_WIN ? game.position.winners : 0;
}

/* The games of one table: `at` names who begins at each seat. */
static void meet(school *s, const unsigned at[]) {
  for (unsigned turn = 0; turn < terms[s->variant].turns; turn++) {
    junqi_layout layouts[JUNQI_MAX_SEATS] = {0};
    for (unsigned seat = 0; seat < s->seats; seat++)
      layouts[seat] = s->all[at[(seat + turn) % s->seats]].layout;
    unsigned winners = play(s, layouts);
    for (unsigned seat = 0; seat < s->seats; seat++) {
      candidate *c = &s->all[at[(seat + turn) % s->seats]];
      c->points += winners == 0 ? WIN / terms[s->variant].sides : winners >> seat & 1 ? WIN : 0;
      c->games++;
    }
  }
}

static void hold_rounds(school *s, unsigned rounds) {
  count_habits(s);
  for (unsigned round = 0; round < rounds; round++) {
    unsigned order[ALL];
    for (unsigned i = 0; i < s->count; i++) {
      unsigned j = junqi_random_below(&s->random, i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    for (unsigned i = 0; i + s->seats <= s->count; i += s->seats)
      meet(s, &order[i]);
  }
}

/* --- Who stays -------------------------------------------------------------------------------- */

static double strength(const candidate *c, unsigned sides) {
  return (c->points / (double)WIN + UNSURE / (double)sides) / (c->games + UNSURE);
}

/* Equal ones keep their order. */
static void strongest_first(school *s) {
  unsigned sides = terms[s->variant].sides;
  for (unsigned i = 1; i < s->count; i++)
    for (unsigned j = i; j > 0 && strength(&s->all[j], sides) > strength(&s->all[j - 1], sides);
         j--) {
      candidate swap = s->all[j];
      s->all[j] = s->all[j - 1];
      s->all[j - 1] = swap;
    }
}

/* On how many points two set-ups differ, as they are or mirrored. */
static unsigned unlikeness(const junqi_layout *a, const junqi_layout *b) {
  unsigned plain = 0, turned = 0;
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    plain += a->at[i] != b->at[i];
    turned += a->at[i] != b->at[mirrored(i)];
  }
  return plain < turned ? plain : turned;
}

/* The better half, as far as they differ; others fill up what is left. */
static void select_best(school *s) {
  candidate kept[ALL], rest[ALL];
  unsigned stay = 0, others = 0;
  strongest_first(s);
  for (unsigned i = 0; i < s->count; i++) {
    bool unlike = stay < KEPT;
    for (unsigned j = 0; unlike && j < stay; j++)
      unlike = unlikeness(&s->all[i].layout, &kept[j].layout) >= UNLIKE;
    if (unlike)
      kept[stay++] = s->all[i];
    else
      rest[others++] = s->all[i];
  }
  for (unsigned i = 0; stay < KEPT; i++)
    kept[stay++] = rest[i];
  memcpy(s->all, kept, KEPT * sizeof *kept);
  s->count = KEPT;
}

/* --- Children --------------------------------------------------------------------------------- */

static bool swap_two(school *s, junqi_layout *layout) {
  unsigned a = junqi_random_below(&s->random, JUNQI_ARM_POINTS),
           b = junqi_random_below(&s->random, JUNQI_ARM_POINTS);
  junqi_layout changed = *layout;
  changed.at[a] = layout->at[b];
  changed.at[b] = layout->at[a];
  if (layout->at[a] == layout->at[b] ||
      junqi_layout_check(&s->rules, &changed, 0, NULL) != JUNQI_E_OK)
    return false;
  *layout = changed;
  return true;
}

/* A parent's set-up with some pairs of pieces swapped; now and then with another's front. */
static junqi_layout child_of(school *s, const junqi_layout *parent) {
  junqi_layout child = *parent;
  if (junqi_random_below(&s->random, 4) == 0) {
    const junqi_layout *other = &s->all[junqi_random_below(&s->random, KEPT)].layout;
    memset(&child, 0, sizeof child);
    memcpy(&child.at[15], &parent->at[15], 15);
    junqi_layout front = *other;
    uint8_t left[JUNQI_TYPES];
    memcpy(left, junqi_type_count, sizeof left);
    for (unsigned i = 15; i < JUNQI_ARM_POINTS; i++)
      left[child.at[i]]--;
    for (unsigned i = 0; i < 15; i++)
      if (front.at[i] && left[front.at[i]]) {
        child.at[i] = front.at[i];
        left[front.at[i]]--;
      }
    child = junqi_layout_complete(&s->rules, &child, &s->random);
  }
  for (unsigned swaps = 1 + junqi_random_below(&s->random, 3); swaps;)
    swaps -= swap_two(s, &child);
  return child;
}

static void breed(school *s) {
  for (unsigned i = 0; s->count < ALL; i++)
    s->all[s->count++] = (candidate){.layout = child_of(s, &s->all[i % KEPT].layout)};
}

/* The ready set-ups, and others made of them. */
static void begin(school *s) {
  unsigned ready = junqi_ready_count();
  s->count = 0;
  for (unsigned i = 0; i < KEPT; i++) {
    candidate *c = &s->all[s->count++];
    *c = (candidate){.layout = junqi_ready(i % ready)->layout};
    for (unsigned swaps = i < ready ? 0 : 4; swaps;)
      swaps -= swap_two(s, &c->layout);
  }
}

/* --- The file --------------------------------------------------------------------------------- */

static void write_file(const school *s, unsigned generations, unsigned seed) {
  const char *variant = junqi_variant_name(s->variant);
  printf(
      "/* Set-ups of `%s` that won most in games against each other, the best first. Written by\n"
      " * `script/learn-layouts %s %u %u` (%u games; src/arena/learn_layouts.c): data, not to be\n"
      " * edited. */\n#include \"learned.h\"\n\n/* clang-format off */\n"
      "const junqi_layout ai_learned_%s[AI_LEARNED] = {\n",
      variant, variant, generations, seed, (unsigned)s->played, variant);
  for (unsigned n = 0; n < KEPT; n++) {
    const candidate *c = &s->all[n];
    printf("    /* %.1f of %u */\n", c->points / (double)WIN, (unsigned)c->games);
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      printf("%s%2u%s",
             i == 0  ? "    {{"
             : i % 5 ? " "
                     : "      ",
             c->layout.at[i],
             i + 1 == JUNQI_ARM_POINTS ? "}},\n"
             : i % 5 == 4              ? ",\n"
                                       : ",");
  }
  printf("};\n");
}

int main(int argc, char **argv) {
  static school s;
  const char *variant = argc > 1 ? argv[1] : "dark";
  unsigned generations = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 32,
           seed = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
  if (!junqi_variant_from_name(variant, strlen(variant), &s.variant) || !terms[s.variant].sides)
    return 2;
  s.rules = junqi_rules_default(s.variant);
  s.seats = junqi_seats(s.variant);
  s.random.state = seed;
  s.memory = calloc(terms[s.variant].nodes, sizeof *s.memory);
  if (!s.memory) return 1;
  begin(&s);
  for (unsigned g = 0; g < generations; g++) {
    breed(&s);
    hold_rounds(&s, terms[s.variant].rounds);
    select_best(&s);
    fprintf(stderr, "generation %u of %u: %u games, best %.3f\n", g + 1, generations,
            (unsigned)s.played, strength(&s.all[0], terms[s.variant].sides));
  }
  for (unsigned i = 0; i < s.count; i++)
    s.all[i].points = s.all[i].games = 0;
  hold_rounds(&s, LAST_ROUNDS);
  strongest_first(&s);
  write_file(&s, generations, seed);
  free(s.memory);
  return 0;
}
