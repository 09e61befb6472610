/* Alpha-beta over a world in which everything is known: friends of the seeker raise the value, all
 * others lower it. Past the depth only attacks are followed, so that no exchange is judged in the
 * middle. */
#include "worlds_search.h"

enum { EXCHANGES = 4, ORDER = 256 };

bool ai_search_over(const ai_search *s) {
  return s->nodes >= s->budget || (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed));
}

static bool friendly_turn(const ai_search *s, const junqi_position *p) {
  unsigned owner = junqi_owner_played(p, p->turn);
  return owner != JUNQI_NO_SEAT && junqi_friends(p->rules, owner, s->owner);
}

/* A decided game: a win early is better than late, a loss late better than early. */
static int32_t final_value(const ai_search *s, const junqi_position *p, unsigned far) {
  if (p->state == JUNQI_DRAW) return 0;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    if (!(p->winners >> seat & 1)) continue;
    unsigned owner = junqi_owner_played(p, (junqi_seat)seat);
    bool won = owner != JUNQI_NO_SEAT && junqi_friends(p->rules, owner, s->owner);
    return won ? AI_WIN - (int32_t)far : (int32_t)far - AI_WIN;
  }
  return 0;
}

/* What an attack promises, for ordering: valuable targets first, cheap attackers first. */
static int32_t promise(const junqi_position *p, junqi_move move) {
  junqi_type target = junqi_type_of(p->at[move.to]), mover = junqi_type_of(p->at[move.from]);
  if (move.from == move.to || target == JUNQI_NONE) return 0;
  return 4000 + ai_worth[target] * 4 - ai_worth[mover];
}

/* Brings the most promising of the rest of the list to place `at`. */
static void next_best(junqi_move list[], int32_t score[], unsigned at, unsigned count) {
  unsigned best = at;
  for (unsigned i = at + 1; i < count; i++)
    if (score[i] > score[best]) best = i;
  junqi_move move = list[at];
  int32_t value = score[at];
  list[at] = list[best];
  score[at] = score[best];
  list[best] = move;
  score[best] = value;
}

/* Plies worth following here: all, or the attacks; flips never (their outcome is chance, not a
 * plan). */
static unsigned interesting(const junqi_position *p, bool all, junqi_move out[ORDER],
                            int32_t score[ORDER]) {
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned count = junqi_moves(p, list), n = 0;
  for (unsigned i = 0; i < count && n < ORDER; i++) {
    int32_t value = promise(p, list[i]);
    if (list[i].from == list[i].to || (!all && value == 0)) continue;
    out[n] = list[i];
    score[n++] = value;
  }
  return n;
}

static int32_t search(ai_search *s, junqi_position *p, int depth, unsigned far, int32_t alpha,
                      int32_t beta) {
  junqi_move list[ORDER];
  int32_t score[ORDER];
  junqi_undo undo;
  s->nodes++;
  if (p->state != JUNQI_RUNNING) return final_value(s, p, far);
  bool friendly = friendly_turn(s, p), quiet = depth <= 0;
  int32_t best = friendly ? -AI_WIN : AI_WIN;
  if (quiet) {
    best = ai_evaluate(p, &s->map, s->owner);
    if (depth <= -EXCHANGES || ai_search_over(s)) return best;
    if (friendly ? best >= beta : best <= alpha) return best;
  }
  if (friendly && best > alpha) alpha = best;
  if (!friendly && best < beta) beta = best;
  unsigned count = interesting(p, !quiet, list, score);
  if (count == 0) return ai_evaluate(p, &s->map, s->owner);
  for (unsigned i = 0; i < count && alpha < beta; i++) {
    next_best(list, score, i, count);
    junqi_make(p, list[i], &undo, NULL);
    int32_t value = search(s, p, depth - 1, far + 1, alpha, beta);
    junqi_unmake(p, list[i], &undo);
    if (friendly ? value > best : value < best) best = value;
    if (friendly && best > alpha) alpha = best;
    if (!friendly && best < beta) beta = best;
  }
  return best;
}

int32_t ai_search_move(ai_search *s, junqi_position *world, junqi_move move, unsigned depth) {
  junqi_undo undo;
  junqi_make(world, move, &undo, NULL);
  int32_t value = search(s, world, (int)depth, 1, -AI_WIN, AI_WIN);
  junqi_unmake(world, move, &undo);
  return value;
}
