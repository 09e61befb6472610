/* A player knows what it was shown and no more: hidden pieces dealt anew behind the same events
 * change neither move nor score nor nodes. The one that cheats shows that the test would notice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "belief.h"
#include "player.h"
#include "yardstick.h"

enum { MOST_PLIES = 400, REDEALS = 400 };

/* A game as it went: what started it, and all plies. */
typedef struct script {
  junqi_rules rules;
  junqi_layout layout[JUNQI_MAX_SEATS];
  junqi_piece deal[60];
  junqi_move ply[MOST_PLIES];
  unsigned plies;
} script;

static junqi_events events, mirrored;

static void start(const script *s, junqi_game *game, junqi_events *out) {
  junqi_code code = s->rules.variant == JUNQI_FLIP
                        ? junqi_game_deal(game, &s->rules, s->deal, 0, out, NULL)
                        : junqi_game_start(game, &s->rules, s->layout, 0, out, NULL);
  assert_int_equal(code, JUNQI_E_OK);
}

/* Random plies until `plies` are played or the game is over. */
static void make_script(script *s, junqi_variant variant, unsigned plies, uint64_t seed) {
  junqi_random random = {seed};
  junqi_game game;
  memset(s, 0, sizeof *s);
  s->rules = junqi_rules_default(variant);
  if (variant == JUNQI_FOUR && seed % 2) s->rules.value[JUNQI_OPT_PARTNER] = 1;
  junqi_random_deal(&random, s->deal);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    s->layout[seat] = junqi_ai_layout(&s->rules, junqi_random_next(&random));
  start(s, &game, &events);
  while (s->plies < plies && junqi_random_move(&game.position, &random, &s->ply[s->plies])) {
    junqi_seat turn = game.position.turn;
    junqi_game_play(&game, turn, s->ply[s->plies++], &events, NULL);
  }
}

static bool same_events(const junqi_events *a, const junqi_events *b) {
  return a->count == b->count && memcmp(a->item, b->item, a->count * sizeof *a->item) == 0;
}

/* Do both go the same way for all to see? */
static bool looks_alike(const script *one, const script *two) {
  junqi_game a, b;
  start(one, &a, &events);
  start(two, &b, &mirrored);
  bool alike = same_events(&events, &mirrored);
  for (unsigned i = 0; alike && i < one->plies; i++) {
    junqi_game_play(&a, a.position.turn, one->ply[i], &events, NULL);
    alike = junqi_game_play(&b, b.position.turn, one->ply[i], &mirrored, NULL) == JUNQI_E_OK &&
            same_events(&events, &mirrored);
  }
  return alike;
}

/* Another deal behind what `know` has seen; not every one the belief allows went the same way. */
static bool deal_anew(const script *s, const junqi_knowledge *know, junqi_random *random,
                      script *out) {
  arena_belief belief;
  assert_true(arena_belief_start(&belief, know));
  for (unsigned n = 0; n < REDEALS; n++) {
    *out = *s;
    arena_belief_draw(&belief, random, NULL);
    for (unsigned q = 0; s->rules.variant == JUNQI_FLIP && q < 60; q++)
      if (know->view.at[q] == JUNQI_FACE_DOWN)
        out->deal[q] = belief.down[q] & (junqi_piece)~JUNQI_PUBLIC;
    for (unsigned slot = 0; s->rules.variant != JUNQI_FLIP &&
                            slot < junqi_seats((junqi_variant)s->rules.variant) * JUNQI_ARM_PIECES;
         slot++)
      out->layout[know->home[slot] / JUNQI_ARM_POINTS].at[know->home[slot] % JUNQI_ARM_POINTS] =
          belief.type[slot];
    if (memcmp(out->layout, s->layout, sizeof s->layout) == 0 &&
        memcmp(out->deal, s->deal, sizeof s->deal) == 0)
      continue;
    if (looks_alike(s, out)) return true;
  }
  return false;
}

typedef struct seated {
  junqi_game game;
  junqi_entrant entrant;
  junqi_match match;
  arena_player player;
} seated;

/* The player for the seat that is on turn at the end of the script, fed as the arena feeds it. */
static void seat_player(const script *s, const char *who, junqi_seat seat, seated *out) {
  out->match = junqi_match_default();
  out->match.rules = s->rules;
  assert_int_equal(junqi_entrant_read(who, &out->entrant, NULL), JUNQI_E_OK);
  arena_player_open(&out->player, &out->match, &out->entrant, NULL, seat, 0, 99);
  start(s, &out->game, &events);
  arena_player_begin(&out->player, s->layout);
  arena_player_tell(&out->player, &events);
  for (unsigned i = 0; i < s->plies; i++) {
    junqi_game_play(&out->game, out->game.position.turn, s->ply[i], &events, NULL);
    arena_player_tell(&out->player, &events);
  }
}

static yard_choice choose(seated *s) {
  junqi_random random = {5};
  yard_limit limit = {.depth = s->entrant.depth, .worlds = s->entrant.worlds, .nodes = 3000};
  junqi_knowledge know = s->player.know;
  if (s->entrant.brain == JUNQI_BRAIN_JUNQI) {
    const junqi_budget budget = {.nodes = 3000};
    junqi_thought t = junqi_player_choose(&s->player.junqi, &budget);
    return (yard_choice){t.move, t.score, t.nodes};
  }
  junqi_knowledge_rest(&know);
  switch (s->entrant.brain) {
  case JUNQI_BRAIN_PIMC: return yard_pimc(&know, &limit, &random);
  case JUNQI_BRAIN_BRS: return yard_brs(&know, &limit, &random);
  case JUNQI_BRAIN_EXPECT:
    if (know.view.rules->variant != JUNQI_FLIP) return (yard_choice){.score = 0};
    return yard_expectimax(&know, &limit, &random);
  case JUNQI_BRAIN_GREEDY: return yard_greedy(&know, &random);
  case JUNQI_BRAIN_CHEAT: return yard_cheat(&s->game, &limit, &random);
  default: return yard_random(&know, &random);
  }
}

/* Does it choose alike in both? */
static bool chooses_alike(const char *who, junqi_seat seat, const script *one, const script *two) {
  static seated a, b;
  seat_player(one, who, seat, &a);
  seat_player(two, who, seat, &b);
  yard_choice x = choose(&a), y = choose(&b);
  return x.move.from == y.move.from && x.move.to == y.move.to && x.score == y.score &&
         x.nodes == y.nodes;
}

/* Deals anew in many positions of a variant; returns how often the cheat noticed. */
static unsigned compare(junqi_variant variant) {
  static const char *const honest[] = {
      "junqi:level=1", "junqi:level=2", "junqi:level=3",      "pimc:depth=2,worlds=3",
      "greedy",        "random",        "expectimax:depth=2", "brs:depth=2,worlds=3"};
  static seated viewer;
  static script one, two;
  junqi_random random = {variant};
  unsigned compared = 0, noticed = 0;
  for (uint64_t seed = 0; seed < 12; seed++) {
    make_script(&one, variant, 10 + 9 * (unsigned)seed, seed);
    junqi_game game;
    start(&one, &game, &events);
    for (unsigned i = 0; i < one.plies; i++)
      junqi_game_play(&game, game.position.turn, one.ply[i], &events, NULL);
    junqi_seat seat = game.position.turn;
    if (game.position.state != JUNQI_RUNNING) continue;
    seat_player(&one, "random", seat, &viewer);
    junqi_knowledge_rest(&viewer.player.know);
    if (!deal_anew(&one, &viewer.player.know, &random, &two)) continue;
    compared++;
    for (unsigned i = 0; i < sizeof honest / sizeof *honest; i++)
      if (!chooses_alike(honest[i], seat, &one, &two))
        fail_msg("%s %s, seed %d", junqi_variant_name(variant), honest[i], (int)seed);
    noticed += !chooses_alike("cheat:depth=2", seat, &one, &two);
  }
  assert_true(compared >= 6);
  return noticed;
}

static void same_view_same_choice(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    assert_true(compare((junqi_variant)variant) > 0);
}

/* The yardsticks' belief never loses the truth, and draws what the knowledge allows. */
static void belief_agrees(void **state) {
  static script s;
  static seated viewer;
  junqi_random random = {3};
  (void)state;
  for (uint64_t seed = 0; seed < 40; seed++) {
    arena_belief belief;
    make_script(&s, seed % 2 ? JUNQI_DARK : JUNQI_FOUR, 20 * (unsigned)(seed / 2), seed);
    seat_player(&s, "random", (junqi_seat)(seed % 2), &viewer);
    junqi_knowledge *know = &viewer.player.know;
    junqi_knowledge_rest(know);
    assert_true(arena_belief_start(&belief, know));
    for (unsigned n = 0; n < 20; n++) {
      uint8_t count[JUNQI_MAX_SEATS][JUNQI_TYPES] = {{0}};
      unsigned slots = junqi_seats((junqi_variant)s.rules.variant) * JUNQI_ARM_PIECES;
      arena_belief_draw(&belief, &random, NULL);
      for (unsigned slot = 0; slot < slots; slot++) {
        assert_true(know->may[slot] >> belief.type[slot] & 1);
        count[slot / JUNQI_ARM_PIECES][belief.type[slot]]++;
      }
      for (unsigned seat = 0; seat < slots / JUNQI_ARM_PIECES; seat++)
        assert_memory_equal(count[seat], junqi_type_count, JUNQI_TYPES);
    }
  }
}

/* Evenly: at the start each of the two headquarters holds the flag half the time. */
static void belief_is_even(void **state) {
  static script s;
  static seated viewer;
  junqi_random random = {3};
  arena_belief belief;
  unsigned left = 0;
  const unsigned draws = 2000;
  (void)state;
  make_script(&s, JUNQI_DARK, 0, 1);
  seat_player(&s, "random", 0, &viewer);
  assert_true(arena_belief_start(&belief, &viewer.player.know));
  for (unsigned n = 0; n < draws; n++) {
    junqi_position world;
    arena_belief_draw(&belief, &random, &world);
    left += junqi_type_of(world.at[junqi_arm_point(1, 6, 2)]) == JUNQI_FLAG;
  }
  assert_in_range(left, draws * 45 / 100, draws * 55 / 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_view_same_choice),
      cmocka_unit_test(belief_agrees),
      cmocka_unit_test(belief_is_even),
  };
  return cmocka_run_group_tests_name("honest", tests, NULL, NULL);
}
