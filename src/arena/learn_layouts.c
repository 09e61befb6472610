/* Learns set-ups of the two-seat game by play, and writes src/ai/learned.c: a program of its own,
 * called by script/learn-layouts. Set-ups compete in many quick games between players who know
 * nobody's set-ups but how the pieces of all stand on the average; the better half stays and has
 * children that differ a little. The same arguments give the same file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "junqi/ai.h"
#include "junqi/game.h"

enum {
  KEPT = 24,        /* set-ups that stay, and go into the file */
  ALL = 2 * KEPT,   /* with their children */
  ROUNDS = 6,       /* of pairs a generation, each pair two games */
  LAST_ROUNDS = 24, /* among those that stay in the end */
  UNSURE = 24,      /* games that count as drawn before any was played */
  UNLIKE = 6,       /* points on which set-ups that stay differ at least */
  NODES = 800,      /* positions a ply */
  MOST_PLIES = 400  /* then it is a draw */
};

typedef struct candidate {
  junqi_layout layout;
  uint32_t points, games; /* points are half wins */
} candidate;

typedef struct school {
  junqi_rules rules;
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

static void tell(junqi_player player[2], const junqi_events *events) {
  for (unsigned seat = 0; seat < 2; seat++)
    for (unsigned i = 0; i < events->count; i++)
      junqi_player_apply(&player[seat], &events->item[i]);
}

/* Half wins of the seat that moves first. */
static unsigned play(school *s, const junqi_layout *first, const junqi_layout *second) {
  static junqi_player player[2];
  static junqi_events events;
  junqi_layout layouts[JUNQI_MAX_SEATS] = {*first, *second};
  junqi_budget budget = {.nodes = NODES, .memory = s->memory, .slots = NODES};
  junqi_game game;
  junqi_game_start(&game, &s->rules, layouts, 0, &events, NULL);
  for (unsigned seat = 0; seat < 2; seat++) {
    const junqi_layout *seen[JUNQI_MAX_SEATS] = {0};
    seen[seat] = &layouts[seat];
    junqi_player_start(&player[seat], &s->rules, (junqi_seat)seat, seen, 0, JUNQI_AI_LEVELS,
                       junqi_random_next(&s->random));
    player[seat].stranger = true;
    memcpy(player[seat].prior, s->prior, sizeof s->prior);
  }
  tell(player, &events);
  while (game.position.state == JUNQI_RUNNING && game.position.ply < MOST_PLIES) {
    junqi_seat turn = game.position.turn;
    junqi_move move = junqi_player_choose(&player[turn], &budget).move;
    if (junqi_game_play(&game, turn, move, &events, NULL) != JUNQI_E_OK) break;
    tell(player, &events);
  }
  s->played++;
  return game.position.state != JUNQI_WIN ? 1 : game.position.winners & 1 ? 2 : 0;
}

static void meet(school *s, candidate *a, candidate *b) {
  unsigned points = play(s, &a->layout, &b->layout) + 2 - play(s, &b->layout, &a->layout);
  a->points += points;
  b->points += 4 - points;
  a->games += 2;
  b->games += 2;
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
    for (unsigned i = 0; i + 1 < s->count; i += 2)
      meet(s, &s->all[order[i]], &s->all[order[i + 1]]);
  }
}

/* --- Who stays -------------------------------------------------------------------------------- */

static double strength(const candidate *c) {
  return (c->points / 2.0 + UNSURE / 2.0) / (c->games + UNSURE);
}

static int stronger_first(const void *a, const void *b) {
  double x = strength(a), y = strength(b);
  return x < y ? 1 : x > y ? -1 : 0;
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
  qsort(s->all, s->count, sizeof *s->all, stronger_first);
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
  printf(
      "/* Set-ups of the two-seat game that won most in games against each other, the best first. "
      "Written\n * by `script/learn-layouts %u %u` (%u games; src/arena/learn_layouts.c): "
      "data, not to be\n * edited. */\n#include \"learned.h\"\n\n/* clang-format off */\n"
      "const junqi_layout ai_learned[AI_LEARNED] = {\n",
      generations, seed, (unsigned)s->played);
  for (unsigned n = 0; n < KEPT; n++) {
    const candidate *c = &s->all[n];
    printf("    /* %.1f of %u */\n", c->points / 2.0, (unsigned)c->games);
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
  unsigned generations = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 32,
           seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
  s.rules = junqi_rules_default(JUNQI_DARK);
  s.random.state = seed;
  s.memory = calloc(NODES, sizeof *s.memory);
  if (!s.memory) return 1;
  begin(&s);
  for (unsigned g = 0; g < generations; g++) {
    breed(&s);
    hold_rounds(&s, ROUNDS);
    select_best(&s);
    fprintf(stderr, "generation %u of %u: %u games, best %.3f\n", g + 1, generations,
            (unsigned)s.played, strength(&s.all[0]));
  }
  for (unsigned i = 0; i < s.count; i++)
    s.all[i].points = s.all[i].games = 0;
  hold_rounds(&s, LAST_ROUNDS);
  qsort(s.all, s.count, sizeof *s.all, stronger_first);
  write_file(&s, generations, seed);
  free(s.memory);
  return 0;
}
