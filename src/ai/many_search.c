/* See many_search.h. All values are the searching seat's: friends raise them, all others lower
 * them. Past the depth only attacks are followed, so that no exchange is judged in the middle. */
#include "many_search.h"

#include <string.h>

#include "order.h"

enum { EXCHANGES = 5, ORDER = 192, LATE = 6, DRAWN = -160, HASTE = 380, IMPATIENCE = 600 };

/* A position and what each seat has in it. */
typedef struct node {
  junqi_position *p;
  int32_t sum[JUNQI_MAX_SEATS];
} node;

static bool friendly(const many_search *s, const junqi_position *p, unsigned seat) {
  return junqi_friends(p->rules, seat, s->seat);
}

/* --- Plies ------------------------------------------------------------------------------------ */

static void make(const many_search *s, node *n, junqi_move move, junqi_undo *undo) {
  const many_table *t = &s->table;
  junqi_piece mover = n->p->at[move.from], target = n->p->at[move.to];
  uint8_t outs = n->p->outs;
  junqi_make(n->p, move, undo, NULL);
  if (n->p->outs != outs) {
    many_sum(t, n->p, n->sum);
    return;
  }
  unsigned own = junqi_owner_of(mover), other = junqi_owner_of(target);
  n->sum[own] -= t->at[own][junqi_type_of(mover)][move.from];
  if (target) n->sum[other] -= t->at[other][junqi_type_of(target)][move.to];
  for (unsigned i = 0; i < 2; i++) {
    junqi_point q = i ? move.to : move.from; /* a bounce leaves both where they were */
    junqi_piece piece = n->p->at[q];
    if (piece)
      n->sum[junqi_owner_of(piece)] += t->at[junqi_owner_of(piece)][junqi_type_of(piece)][q];
  }
}

/* --- Values ----------------------------------------------------------------------------------- */

static int32_t over(const many_search *s, const junqi_position *p, unsigned far) {
  if (p->state == JUNQI_DRAW) return DRAWN;
  bool won = false;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (p->winners >> seat & 1 && friendly(s, p, seat)) won = true;
  return won ? MANY_WIN - (int32_t)far : (int32_t)far - MANY_WIN;
}

/* Of three, whoever strikes first does it for the one who looks on; so all would wait until nothing
 * comes of the game. What waiting costs grows towards the quiet limit. */
static int32_t waiting(const many_search *s, const junqi_position *p) {
  int64_t quiet = p->quiet, limit = s->limit;
  return limit ? (int32_t)(IMPATIENCE * quiet * quiet / (limit * limit)) : 0;
}

static int32_t judged(const many_search *s, const node *n) {
  return many_worth(n->p->rules, n->sum, s->seat) - waiting(s, n->p);
}

/* --- Order ------------------------------------------------------------------------------------ */

/* What an attack brings at once. */
static int32_t exchange(const many_search *s, const junqi_position *p, junqi_move m) {
  junqi_piece mover = p->at[m.from], target = p->at[m.to];
  unsigned a = junqi_type_of(mover), d = junqi_type_of(target);
  int32_t own = s->table.at[junqi_owner_of(mover)][a][m.from],
          gain = s->table.at[junqi_owner_of(target)][d][m.to];
  if (a == JUNQI_BOMB || d == JUNQI_BOMB || a == d) return gain - own;
  if (d == JUNQI_FLAG) return gain * 3;
  if (d == JUNQI_MINE) return a == JUNQI_ENGINEER ? gain : -own;
  return a > d ? gain : -own;
}

static unsigned list_seat(const many_search *s, const junqi_position *p, bool attacks_only,
                          unsigned far, ai_choice out[ORDER], unsigned count) {
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned moves = attacks_only ? junqi_attacks(p, list) : junqi_moves(p, list);
  for (unsigned i = 0; i < moves && count < ORDER; i++) {
    junqi_move m = list[i];
    int32_t order;
    if (p->at[m.to]) {
      order = exchange(s, p, m);
      if (order < (attacks_only ? 0 : -150)) continue;
      order = (1 << 20) + order * 8 - s->table.worth[p->turn][junqi_type_of(p->at[m.from])];
    } else {
      const int16_t *at = s->table.at[p->turn][junqi_type_of(p->at[m.from])];
      order = s->history[m.from][m.to] + 4 * (at[m.to] - at[m.from]);
      if (ai_same(m, s->killer[far][0]) || ai_same(m, s->killer[far][1])) order += 1 << 18;
    }
    out[count++] = (ai_choice){.move = m, .seat = p->turn, .order = order};
  }
  return count;
}

/* Plies of the seat on turn; with best reply, of all enemies when one of them is. */
static unsigned list_choices(const many_search *s, junqi_position *p, bool attacks_only,
                             unsigned far, ai_choice out[ORDER]) {
  if (s->mode != MANY_BEST_REPLY || p->turn == s->seat)
    return list_seat(s, p, attacks_only, far, out, 0);
  junqi_seat turn = p->turn;
  unsigned count = 0;
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)p->rules->variant); seat++) {
    if (seat == s->seat || junqi_is_out(p, (junqi_seat)seat)) continue;
    p->turn = (junqi_seat)seat;
    count = list_seat(s, p, attacks_only, far, out, count);
  }
  p->turn = turn;
  return count;
}

static void praise(many_search *s, junqi_move move, unsigned far, int depth) {
  uint16_t *h = &s->history[move.from][move.to];
  if (*h < 30000) *h = (uint16_t)(*h + depth * depth);
  if (ai_same(s->killer[far][0], move)) return;
  s->killer[far][1] = s->killer[far][0];
  s->killer[far][0] = move;
}

/* --- Alpha-beta --------------------------------------------------------------------------------
 */

static int32_t search(many_search *s, const node *n, int depth, unsigned far, int32_t alpha,
                      int32_t beta);

/* Whoever can be put out now is not left for later: what the seats that a ply put out count more
 * for being out early. */
static int32_t haste(const many_search *s, const junqi_position *p, unsigned outs, unsigned far) {
  int32_t sum = 0;
  for (; outs < p->outs; outs++)
    sum += friendly(s, p, p->out[outs]) ? -HASTE : HASTE;
  return sum - sum * (int32_t)far / MANY_DEEPEST;
}

/* One ply: of best replies only one is played before the searching seat is on turn again. */
static int32_t follow(many_search *s, const node *n, ai_choice c, int depth, unsigned far,
                      int32_t alpha, int32_t beta) {
  junqi_undo undo;
  node next = *n;
  junqi_seat turn = n->p->turn;
  uint8_t outs = n->p->outs;
  n->p->turn = c.seat;
  make(s, &next, c.move, &undo);
  if (s->mode == MANY_BEST_REPLY && c.seat != s->seat && !junqi_is_out(n->p, (junqi_seat)s->seat))
    n->p->turn = (junqi_seat)s->seat;
  int32_t sooner = haste(s, n->p, outs, far);
  int32_t value = sooner + search(s, &next, depth - 1, far + 1, alpha - sooner, beta - sooner);
  junqi_unmake(n->p, c.move, &undo);
  n->p->turn = turn;
  return value;
}

/* A later ply is first asked only whether it is better than the best so far, a quiet one that comes
 * late in the order a ply less deep. */
static int32_t doubt(many_search *s, const node *n, ai_choice c, unsigned place, int depth,
                     unsigned far, int32_t alpha, int32_t beta) {
  bool ours = friendly(s, n->p, n->p->turn);
  int less = place >= LATE && depth >= 2 && !n->p->at[c.move.to] ? 1 : 0;
  int32_t value =
      follow(s, n, c, depth - less, far, ours ? alpha : beta - 1, ours ? alpha + 1 : beta);
  bool better = ours ? value > alpha : value < beta, inside = alpha < value && value < beta;
  return better && (less || inside) ? follow(s, n, c, depth, far, alpha, beta) : value;
}

static int32_t search(many_search *s, const node *n, int depth, unsigned far, int32_t alpha,
                      int32_t beta) {
  ai_choice list[ORDER];
  junqi_position *p = n->p;
  bool more = ai_spend(&s->budget), quiet = depth <= 0;
  if (p->state != JUNQI_RUNNING) return over(s, p, far);
  if (junqi_is_out(p, (junqi_seat)s->seat) && p->rules->variant == JUNQI_THREE)
    return (int32_t)far - MANY_WIN;
  bool ours = friendly(s, p, p->turn);
  int32_t best = ours ? -MANY_WIN : MANY_WIN;
  if (quiet || !more) {
    best = judged(s, n);
    if (!more || depth <= -EXCHANGES || far + 1 >= MANY_DEEPEST) return best;
    if (ours ? best >= beta : best <= alpha) return best;
    if (ours && best > alpha) alpha = best;
    if (!ours && best < beta) beta = best;
  }
  unsigned count = list_choices(s, p, quiet, far, list);
  if (count == 0) return judged(s, n);
  for (unsigned i = 0; i < count && alpha < beta; i++) {
    ai_choice c = ai_next_choice(list, i, count);
    int32_t value = i == 0 || quiet ? follow(s, n, c, depth, far, alpha, beta)
                                    : doubt(s, n, c, i, depth, far, alpha, beta);
    if (ours ? value > best : value < best) best = value;
    if (ours && best > alpha) alpha = best;
    if (!ours && best < beta) beta = best;
    if (alpha >= beta && !quiet && !p->at[c.move.to]) praise(s, c.move, far, depth);
  }
  return best;
}

/* --- The root -----------------------------------------------------------------------------------
 */

void many_search_world(many_search *s, const junqi_position *world) {
  many_table_make(&s->table, world);
  s->limit = world->rules->variant == JUNQI_THREE
                 ? (int32_t)junqi_opt(world->rules, JUNQI_OPT_QUIET_LIMIT)
                 : 0;
  memset(s->killer, JUNQI_NO_POINT, sizeof s->killer);
}

int32_t many_search_move(many_search *s, junqi_position *world, junqi_move move, unsigned depth,
                         int32_t alpha) {
  junqi_undo undo;
  node n = {.p = world};
  uint8_t outs = world->outs;
  many_sum(&s->table, world, n.sum);
  make(s, &n, move, &undo);
  int32_t sooner = haste(s, world, outs, 0);
  int32_t value = sooner + search(s, &n, (int)depth, 1, alpha - sooner, MANY_WIN);
  junqi_unmake(world, move, &undo);
  return value;
}
