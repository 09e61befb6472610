/* The yardsticks, frozen: what they play for the same events, seed and budget does not change. */
#include "yardstick.h"

#include <string.h>

#include "junqi/arena.h"

#include "belief.h"
#include "yardexpect.h"
#include "yardsearch.h"

/* --- random and greedy ------------------------------------------------------------------------ */

static unsigned legal(const junqi_knowledge *know, junqi_position *world, junqi_move list[]) {
  junqi_view_world(&know->view, NULL, world);
  return junqi_moves(world, list);
}

yard_choice yard_random(const junqi_knowledge *know, junqi_random *random) {
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_position world;
  unsigned count = legal(know, &world, list);
  return (yard_choice){.move = list[junqi_random_below(random, count)]};
}

/* What an attack brings on the average over the types that both pieces can be. */
static int32_t exchange(const junqi_knowledge *know, junqi_move move) {
  int32_t sum = 0, pairs = 0;
  for (unsigned a = junqi_may_be(know, move.from); a; a &= a - 1)
    for (unsigned d = junqi_may_be(know, move.to); d; d &= d - 1, pairs++) {
      unsigned at = (unsigned)__builtin_ctz(a), dt = (unsigned)__builtin_ctz(d);
      bool bomb = at == JUNQI_BOMB || dt == JUNQI_BOMB;
      bool wins =
          !bomb && (dt == JUNQI_FLAG || (dt == JUNQI_MINE ? at == JUNQI_ENGINEER : at > dt));
      bool both = bomb || at == dt;
      if (wins || both) sum += yard_worth[dt];
      if (!wins) sum -= yard_worth[at];
    }
  return pairs ? sum / pairs : 0;
}

/* Steps to the nearest headquarters of a seat to be beaten that still holds a piece; in `flip`,
 * where nobody knows where flags lie, to the nearest enemy piece. */
static void goals(const junqi_view *view, unsigned owner, uint8_t steps[JUNQI_MAX_POINTS]) {
  const junqi_board *board = junqi_board_of((junqi_variant)view->rules->variant);
  uint8_t one[JUNQI_MAX_POINTS];
  bool flip = view->rules->variant == JUNQI_FLIP;
  memset(steps, JUNQI_NO_POINT, JUNQI_MAX_POINTS);
  for (unsigned q = 0; q < board->points; q++) {
    junqi_piece piece = view->at[q];
    if (!piece || piece == JUNQI_FACE_DOWN) continue;
    if (junqi_friends(view->rules, junqi_owner_of(piece), owner)) continue;
    if (!flip && board->kind[q] != JUNQI_HQ) continue;
    yard_steps(board, (junqi_point)q, one);
    for (unsigned r = 0; r < board->points; r++)
      if (one[r] < steps[r]) steps[r] = one[r];
  }
}

yard_choice yard_greedy(const junqi_knowledge *know, junqi_random *random) {
  const junqi_view *view = &know->view;
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_position world;
  uint8_t steps[JUNQI_MAX_POINTS];
  yard_choice best = {.score = INT32_MIN};
  unsigned count = legal(know, &world, list);
  goals(view, junqi_owner_played(&world, view->viewer), steps);
  for (unsigned i = 0; i < count; i++) {
    junqi_move move = list[i];
    int32_t value = (int32_t)junqi_random_below(random, 8);
    if (move.from == move.to)
      value += 8;
    else if (world.at[move.to] &&
             junqi_owner_of(world.at[move.to]) != junqi_owner_of(world.at[move.from]))
      value += 8 * exchange(know, move);
    else
      value += 8 * ((int32_t)steps[move.from] - steps[move.to]);
    if (value <= best.score) continue;
    best.score = value;
    best.move = move;
  }
  best.nodes = count;
  return best;
}

/* --- pimc, brs, expectimax and cheat ---------------------------------------------------------- */

typedef struct verdicts {
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned count;
  int32_t value[JUNQI_MAX_MOVES]; /* of the move in one world */
  int64_t sum[JUNQI_MAX_MOVES];   /* over the worlds judged at this depth */
} verdicts;

typedef int32_t judge_move(yard_search *search, junqi_position *world, junqi_move move,
                           unsigned depth);

/* Every move in one world; false when time was up before. */
static bool judge(judge_move *by, yard_search *s, junqi_position *world, unsigned depth,
                  verdicts *v) {
  yard_search_world(s, world);
  for (unsigned i = 0; i < v->count; i++) {
    if (yard_search_over(s)) return false;
    v->value[i] = by(s, world, v->list[i], depth);
  }
  return true;
}

static unsigned best_of(const verdicts *v) {
  unsigned best = 0;
  for (unsigned i = 1; i < v->count; i++)
    if (v->sum[i] > v->sum[best]) best = i;
  return best;
}

static void shuffle(verdicts *v, junqi_random *random) {
  for (unsigned i = 1; i < v->count; i++) {
    unsigned j = junqi_random_below(random, i + 1);
    junqi_move move = v->list[i];
    v->list[i] = v->list[j];
    v->list[j] = move;
  }
}

/* Deeper and deeper over the same worlds. A depth that the budget cuts short counts if it got
 * through half of them, and those alone. Equal moves fall to the one that the shuffle put first. */
static yard_choice deepen(judge_move *by, yard_search *s, junqi_position worlds[], unsigned count,
                          unsigned depth, verdicts *v, junqi_random *random) {
  yard_choice choice = {0};
  shuffle(v, random);
  choice.move = v->list[0];
  for (unsigned d = 1; d <= depth && !yard_search_over(s); d++) {
    unsigned judged = 0;
    memset(v->sum, 0, sizeof v->sum);
    while (judged < count && judge(by, s, &worlds[judged], d, v)) {
      for (unsigned i = 0; i < v->count; i++)
        v->sum[i] += v->value[i];
      judged++;
    }
    if (judged * 2 < count) break;
    unsigned best = best_of(v);
    choice.move = v->list[best];
    choice.score = (int32_t)(v->sum[best] / judged);
  }
  choice.nodes = s->nodes;
  return choice;
}

static yard_choice over_worlds(judge_move *by, const junqi_knowledge *know, const yard_limit *limit,
                               junqi_random *random) {
  junqi_position worlds[JUNQI_MAX_WORLDS];
  arena_belief belief;
  verdicts v;
  yard_search s = {.budget = limit->nodes ? limit->nodes : UINT64_MAX, .stop = limit->stop};
  v.count = legal(know, &worlds[0], v.list);
  s.owner = junqi_owner_played(&worlds[0], know->view.viewer);
  if (s.owner == JUNQI_NO_SEAT) return yard_random(know, random);
  arena_belief_start(&belief, know);
  for (unsigned w = 0; w < limit->worlds; w++)
    arena_belief_draw(&belief, random, &worlds[w]);
  return deepen(by, &s, worlds, limit->worlds, limit->depth, &v, random);
}

yard_choice yard_pimc(const junqi_knowledge *know, const yard_limit *limit, junqi_random *random) {
  return over_worlds(yard_search_move, know, limit, random);
}

yard_choice yard_brs(const junqi_knowledge *know, const yard_limit *limit, junqi_random *random) {
  return over_worlds(yard_reply_move, know, limit, random);
}

yard_choice yard_expectimax(const junqi_knowledge *know, const yard_limit *limit,
                            junqi_random *random) {
  junqi_position any;
  verdicts v;
  yard_search s = {.budget = limit->nodes ? limit->nodes : UINT64_MAX, .stop = limit->stop};
  v.count = legal(know, &any, v.list);
  s.owner = junqi_owner_played(&any, know->view.viewer);
  if (s.owner == JUNQI_NO_SEAT) return yard_random(know, random);
  return deepen(yard_expect_move, &s, &any, 1, limit->depth, &v, random);
}

yard_choice yard_cheat(const junqi_game *truth, const yard_limit *limit, junqi_random *random) {
  junqi_position world = truth->position;
  verdicts v;
  yard_search s = {.budget = limit->nodes ? limit->nodes : UINT64_MAX, .stop = limit->stop};
  v.count = junqi_moves(&world, v.list);
  s.owner = junqi_owner_played(&world, world.turn);
  if (s.owner == JUNQI_NO_SEAT)
    return (yard_choice){.move = v.list[junqi_random_below(random, v.count)]};
  return deepen(yard_search_move, &s, &world, 1, limit->depth, &v, random);
}
