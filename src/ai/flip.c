/* The player of flip chess: expectimax. Deeper and deeper alpha-beta over the moves, captures
 * followed to their end; a flip at the root is a chance node over all kinds that are still face
 * down, cut by Star1. Further down a flip is taken for what it mostly is, a ply that leaves the
 * fight as it stands: a pass. */
#include <string.h>

#include "budget.h"
#include "flip_worth.h"
#include "level.h"
#include "order.h"
#include "table.h"

enum {
  WON = 30000,
  DECIDED = 29000, /* scores beyond are wins and losses, told in plies */
  BOUND = 2 * WON,
  MOST_PLIES = 40,
  ORDER = 160,
  KINDS = 64,
  SCALES = 128, /* a power of two */
  SWING = 1500, /* a flip changes the worth by no more: what Star1 cuts with */
  DRAWN = -83   /* to the player that searches: it plays for a win */
};

/* Scales that were made once, under the key of the pieces that they are of. */
typedef struct known_scales {
  uint64_t living;
  flip_scales scales;
} known_scales;

typedef struct search {
  flip_map map;
  ai_budget budget;
  ai_table table;
  uint64_t salt;
  unsigned colour; /* who searches */
  int32_t blur;
  uint64_t point_key[60][2 * KINDS], kind_key[KINDS];
  uint64_t living[MOST_PLIES + 1]; /* key of the pieces that live, by ply */
  known_scales scales[SCALES];
  junqi_move killer[MOST_PLIES][2];
  int32_t history[60][60];
} search;

static const junqi_move nothing = {JUNQI_NO_POINT, JUNQI_NO_POINT};

/* --- Hash ------------------------------------------------------------------------------------- */

static void make_keys(search *s) {
  junqi_random random = {0x6A756E7169};
  for (unsigned q = 0; q < 60; q++)
    for (unsigned k = 0; k < KINDS * 2; k++)
      s->point_key[q][k] = junqi_random_next(&random);
  for (unsigned k = 0; k < KINDS; k++)
    s->kind_key[k] = junqi_random_next(&random);
}

/* Face-down pieces count by where some lie and by what they are, not by which lies where. */
static uint64_t key_of(const search *s, const junqi_position *p) {
  uint64_t key = p->turn * 0x9E3779B97F4A7C15u, kinds = 0;
  for (uint64_t set = p->bits[0][0] | p->bits[1][0]; set; set &= set - 1) {
    unsigned q = (unsigned)__builtin_ctzll(set);
    key ^= s->point_key[q][p->at[q]];
  }
  for (uint64_t set = p->bits[JUNQI_DOWN][0]; set; set &= set - 1) {
    unsigned q = (unsigned)__builtin_ctzll(set);
    key ^= s->point_key[q][0];
    kinds += s->kind_key[p->at[q] & (KINDS - 1)];
  }
  for (unsigned c = 0; c < 2; c++)
    if (p->carrier[c] != JUNQI_NO_POINT) key ^= s->kind_key[c + 13] * (p->carrier[c] + 1u);
  return key ^ kinds ^ (uint64_t)(p->quiet / 4) << 48;
}

/* --- Pieces that live ------------------------------------------------------------------------- */

static uint64_t living_key(const search *s, junqi_piece piece) {
  return piece ? s->kind_key[piece & (KINDS - 1)] : 0;
}

static void count_living(search *s, const junqi_position *p) {
  s->living[0] = 0;
  for (unsigned q = 0; q < 60; q++)
    s->living[0] += living_key(s, p->at[q]);
}

/* Plays a move and keeps count of who lives. */
static void make(search *s, junqi_position *p, junqi_move m, unsigned ply, junqi_undo *undo) {
  uint64_t before = living_key(s, p->at[m.from]) + living_key(s, p->at[m.to]);
  junqi_make(p, m, undo, NULL);
  uint64_t after = living_key(s, p->at[m.from]) + living_key(s, p->at[m.to]);
  s->living[ply + 1] = s->living[ply] + after - before;
}

static const flip_scales *scales_of(search *s, const junqi_position *p, unsigned ply) {
  known_scales *k = &s->scales[s->living[ply] >> 20 & (SCALES - 1)];
  if (k->living != s->living[ply]) {
    k->living = s->living[ply];
    flip_scales_make(&k->scales, p);
  }
  return &k->scales;
}

/* --- Values, from the point of view of the seat on turn --------------------------------------- */

static unsigned on_turn(const junqi_position *p) {
  return p->colour[p->turn];
}

/* A game that is over. Whose turn it would be no longer says who looks on: that side is at even
 * plies the searching one. */
static int32_t decided(const search *s, const junqi_position *p, unsigned ply) {
  int32_t value = DRAWN;
  if (p->state == JUNQI_WIN) {
    bool ours = junqi_owner_played(p, (junqi_seat)__builtin_ctz(p->winners)) == s->colour;
    value = ours ? WON - (int32_t)ply : (int32_t)ply - WON;
  }
  return ply & 1 ? -value : value;
}

/* A weak player misjudges every position, and the same one alike. */
static int32_t misjudged(const search *s, const junqi_position *p) {
  if (!s->blur) return 0;
  junqi_random random = {key_of(s, p) ^ s->salt};
  int32_t error = (int32_t)junqi_random_below(&random, (uint32_t)(2 * s->blur + 1)) - s->blur;
  return on_turn(p) == s->colour ? error : -error;
}

static int32_t judged(search *s, const junqi_position *p, unsigned ply) {
  return flip_worth(&s->map, scales_of(s, p, ply), p, on_turn(p)) + misjudged(s, p);
}

/* --- Order ------------------------------------------------------------------------------------ */

typedef struct choices {
  junqi_move move[ORDER];
  int32_t promise[ORDER];
  unsigned count;
} choices;

/* What an attack brings at once; negative for one that only loses its piece. */
static int32_t exchange(const junqi_position *p, const flip_scales *scales, junqi_move move) {
  junqi_piece mover = p->at[move.from], target = p->at[move.to];
  junqi_type a = junqi_type_of(mover), d = junqi_type_of(target);
  int32_t own = scales->army[junqi_owner_of(mover)].worth[a],
          gain = scales->army[junqi_owner_of(target)].worth[d];
  if (junqi_owner_of(mover) == junqi_owner_of(target)) return 500; /* `carry`: one's own flag */
  if (d == JUNQI_FLAG) return WON;
  if (a == JUNQI_BOMB || d == JUNQI_BOMB || a == d) return gain - own;
  if (d == JUNQI_MINE) return a == JUNQI_ENGINEER ? gain + 50 : -own;
  return a > d ? gain : -own;
}

static void list_choices(search *s, const junqi_position *p, bool attacks_only, junqi_move first,
                         unsigned ply, choices *c) {
  junqi_move list[JUNQI_MAX_MOVES];
  const flip_scales *scales = scales_of(s, p, ply);
  unsigned count = attacks_only ? junqi_attacks(p, list) : junqi_moves(p, list);
  c->count = 0;
  for (unsigned i = 0; i < count && c->count < ORDER; i++) {
    junqi_move m = list[i];
    int32_t promise;
    if (m.from == m.to) continue;
    if (p->at[m.to]) {
      junqi_piece mover = p->at[m.from];
      promise = exchange(p, scales, m);
      if (promise < (attacks_only ? 0 : -200)) continue;
      promise =
          1000000 + promise * 16 - scales->army[junqi_owner_of(mover)].worth[junqi_type_of(mover)];
    } else {
      promise = ai_same(m, s->killer[ply][0]) || ai_same(m, s->killer[ply][1])
                    ? 500000
                    : s->history[m.from][m.to];
    }
    c->move[c->count] = m;
    c->promise[c->count++] = ai_same(m, first) ? INT32_MAX : promise;
  }
}

static junqi_move next_best(choices *c, unsigned at) {
  unsigned best = at;
  for (unsigned i = at + 1; i < c->count; i++)
    if (c->promise[i] > c->promise[best]) best = i;
  junqi_move move = c->move[best];
  c->move[best] = c->move[at];
  c->promise[best] = c->promise[at];
  c->move[at] = move;
  return move;
}

static void remember_quiet(search *s, junqi_move move, unsigned ply, int depth) {
  int32_t *h = &s->history[move.from][move.to];
  *h += depth * depth;
  if (*h > 400000) *h /= 2;
  if (ai_same(move, s->killer[ply][0])) return;
  s->killer[ply][1] = s->killer[ply][0];
  s->killer[ply][0] = move;
}

/* --- Search ----------------------------------------------------------------------------------- */

static int32_t quiesce(search *s, junqi_position *p, unsigned ply, int32_t alpha, int32_t beta) {
  choices c;
  junqi_undo undo;
  bool more = ai_spend(&s->budget);
  if (p->state != JUNQI_RUNNING) return decided(s, p, ply);
  int32_t best = judged(s, p, ply);
  if (best >= beta || ply + 1 >= MOST_PLIES || !more) return best;
  if (best > alpha) alpha = best;
  list_choices(s, p, true, nothing, ply, &c);
  for (unsigned i = 0; i < c.count; i++) {
    junqi_move move = next_best(&c, i);
    make(s, p, move, ply, &undo);
    int32_t value = -quiesce(s, p, ply + 1, -beta, -alpha);
    junqi_unmake(p, move, &undo);
    if (value > best) best = value;
    if (value > alpha) alpha = value;
    if (alpha >= beta) break;
  }
  return best;
}

static int32_t look(search *s, junqi_position *p, int depth, unsigned ply, int32_t alpha,
                    int32_t beta);

/* Somebody flips something somewhere. */
static int32_t pass(search *s, junqi_position *p, int depth, unsigned ply, int32_t alpha,
                    int32_t beta) {
  uint16_t quiet = p->quiet;
  s->living[ply] = s->living[ply - 1];
  p->turn ^= 1;
  p->quiet = 0;
  int32_t value = -look(s, p, depth, ply, -beta, -alpha);
  p->turn ^= 1;
  p->quiet = quiet;
  return value;
}

static bool known(const ai_entry *e, int depth, int32_t alpha, int32_t beta) {
  if (e->depth < depth) return false;
  return e->bound == AI_EXACT || (e->bound == AI_AT_LEAST && e->value >= beta) ||
         (e->bound == AI_AT_MOST && e->value <= alpha);
}

static void keep(search *s, uint64_t key, int depth, int32_t value, junqi_move move, int32_t alpha,
                 int32_t beta) {
  if (s->budget.over || value > DECIDED || value < -DECIDED) return;
  uint8_t bound = value >= beta ? AI_AT_LEAST : value <= alpha ? AI_AT_MOST : AI_EXACT;
  ai_table_keep(&s->table, key, (ai_entry){(int16_t)value, (int8_t)depth, bound, move});
}

/* The moves of a node, once a pass is not good enough. */
static int32_t look_at_moves(search *s, junqi_position *p, int depth, unsigned ply, int32_t alpha,
                             int32_t beta, int32_t best, junqi_move *move) {
  choices c;
  junqi_undo undo;
  list_choices(s, p, false, *move, ply, &c);
  *move = nothing;
  if (c.count == 0 && best == -BOUND) return judged(s, p, ply);
  for (unsigned i = 0; i < c.count && alpha < beta; i++) {
    junqi_move m = next_best(&c, i);
    bool quiet = !p->at[m.to];
    int later = quiet && i > 5 && depth > 2 ? 2 : 1;
    make(s, p, m, ply, &undo);
    int32_t value;
    if (i == 0) {
      value = -look(s, p, depth - 1, ply + 1, -beta, -alpha);
    } else {
      value = -look(s, p, depth - later, ply + 1, -alpha - 1, -alpha);
      if (value > alpha && (value < beta || later > 1))
        value = -look(s, p, depth - 1, ply + 1, -beta, -alpha);
    }
    junqi_unmake(p, m, &undo);
    if (s->budget.over) break;
    if (value > best) {
      best = value;
      *move = m;
    }
    if (value > alpha) alpha = value;
    if (alpha >= beta && quiet) remember_quiet(s, m, ply, depth);
  }
  return best;
}

static int32_t look(search *s, junqi_position *p, int depth, unsigned ply, int32_t alpha,
                    int32_t beta) {
  int32_t floor = alpha, best = -BOUND;
  if (depth <= 0 || p->state != JUNQI_RUNNING || ply + 2 >= MOST_PLIES)
    return quiesce(s, p, ply, alpha, beta);
  if (!ai_spend(&s->budget)) return 0;
  uint64_t key = key_of(s, p);
  ai_entry e = {.move = nothing};
  if (ai_table_find(&s->table, key, &e) && known(&e, depth, alpha, beta)) return e.value;
  junqi_move move = e.move;
  if (p->bits[JUNQI_DOWN][0]) {
    best = pass(s, p, depth - 2, ply + 1, alpha, beta);
    if (best > alpha) alpha = best;
  }
  if (alpha < beta) best = look_at_moves(s, p, depth, ply, alpha, beta, best, &move);
  keep(s, key, depth, best, move, floor, beta);
  return best;
}

/* --- Flips ------------------------------------------------------------------------------------ */

typedef struct kinds {
  uint8_t count[KINDS], holder[KINDS]; /* how many lie face down, and where one does */
  unsigned total;
} kinds;

static void count_kinds(const junqi_position *p, kinds *k) {
  memset(k, 0, sizeof *k);
  for (uint64_t set = p->bits[JUNQI_DOWN][0]; set; set &= set - 1) {
    unsigned q = (unsigned)__builtin_ctzll(set), kind = p->at[q] & (KINDS - 1);
    k->count[kind]++;
    k->holder[kind] = (uint8_t)q;
    k->total++;
  }
}

static void swap(junqi_position *p, unsigned a, unsigned b) {
  junqi_piece piece = p->at[a];
  p->at[a] = p->at[b];
  p->at[b] = piece;
}

static int32_t held(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

/* The mean over what a flip may turn up. Star1: each kind is searched only as far as the rest could
 * still make up for it. */
static int32_t chance(search *s, junqi_position *p, junqi_move flip, int depth, int32_t alpha,
                      int32_t beta) {
  kinds k;
  junqi_undo undo;
  int32_t now = judged(s, p, 0), low = now - SWING, high = now + SWING;
  int64_t sum = 0;
  count_kinds(p, &k);
  s->living[1] = s->living[0];
  int64_t total = k.total, rest = k.total;
  for (unsigned kind = 0; kind < KINDS; kind++) {
    int64_t n = k.count[kind];
    if (!n) continue;
    rest -= n;
    int64_t needs = (alpha * total - sum - rest * high) / n,
            enough = (beta * total - sum - rest * low) / n;
    int32_t a = needs < low ? low : needs > high ? high : (int32_t)needs;
    int32_t b = enough > high ? high : enough < low ? low : (int32_t)enough;
    swap(p, flip.from, k.holder[kind]);
    junqi_make(p, flip, &undo, NULL);
    int32_t value = held(-look(s, p, depth, 1, -b - 1, -a + 1), low, high);
    junqi_unmake(p, flip, &undo);
    swap(p, flip.from, k.holder[kind]);
    if (s->budget.over) return 0;
    sum += n * value;
    if (sum + rest * high <= alpha * total) return alpha;
    if (sum + rest * low >= beta * total) return beta;
  }
  return (int32_t)(sum / total);
}

/* --- The root --------------------------------------------------------------------------------- */

enum { FLIPS_KEPT = 4, FLIPS_ALL = 2, MOST_CANDIDATES = 512 };

typedef struct root {
  ai_candidate list[MOST_CANDIDATES];
  unsigned count;
} root;

/* Own plies that only undo or repeat what was played wear out. */
static int32_t weariness(const junqi_player *player, junqi_move move) {
  int32_t cost = 0;
  unsigned remembered = player->plies < JUNQI_AI_MEMORY ? player->plies : JUNQI_AI_MEMORY;
  for (unsigned back = 1; back <= remembered; back++) {
    junqi_move own = player->own[(player->plies - back) % JUNQI_AI_MEMORY];
    if ((own.from == move.from && own.to == move.to) ||
        (own.from == move.to && own.to == move.from))
      cost += 5;
  }
  return move.from == move.to ? 0 : cost;
}

/* Exact above alpha; what is not better than alpha costs little to see. */
static int32_t judge(search *s, junqi_position *p, junqi_move move, int depth, int32_t alpha) {
  junqi_undo undo;
  if (move.from == move.to) return chance(s, p, move, depth - 3, alpha, BOUND);
  make(s, p, move, 0, &undo);
  int32_t value = alpha == -BOUND ? alpha + 1 : -look(s, p, depth - 1, 1, -alpha - 1, -alpha);
  if (value > alpha && !s->budget.over) value = -look(s, p, depth - 1, 1, -BOUND, -alpha);
  junqi_unmake(p, move, &undo);
  return value;
}

/* One depth; the deep ones look at the best flips alone. Of all plies only the best have exact
 * scores, with `each` all of them. False when it was cut short; what was found better until then
 * stands. */
static bool pass_over(search *s, junqi_position *p, root *r, int depth, bool each) {
  int32_t best = -BOUND;
  unsigned flips = 0, done = 0;
  for (; done < r->count; done++) {
    ai_candidate *c = &r->list[done];
    bool flip = c->move.from == c->move.to;
    if (flip && depth > FLIPS_ALL && ++flips > FLIPS_KEPT) {
      c->score = -BOUND;
      continue;
    }
    bool whole = each || best == -BOUND || (flip && depth <= FLIPS_ALL);
    int32_t value = judge(s, p, c->move, depth, whole ? -BOUND : best + c->cost);
    if (s->budget.over) break;
    c->score = value - c->cost;
    if (c->score > best) best = c->score;
  }
  if (done == 0) return false;
  for (unsigned i = done; i < r->count; i++)
    r->list[i].score = -BOUND; /* keeps its place behind what was judged */
  ai_best_first(r->list, r->count);
  return done == r->count;
}

static bool senseless(const junqi_position *p, const flip_scales *scales, junqi_move move) {
  return p->at[move.to] && move.from != move.to && exchange(p, scales, move) < -200;
}

static void shuffle(root *r, junqi_random *random) {
  for (unsigned i = 1; i < r->count; i++) {
    unsigned j = junqi_random_below(random, i + 1);
    ai_candidate c = r->list[i];
    r->list[i] = r->list[j];
    r->list[j] = c;
  }
}

/* All plies but those that only throw a piece away; those too when there are no others or when they
 * are asked about. */
static void list_root(const junqi_player *player, const junqi_position *p,
                      const flip_scales *scales, const ai_asked *asked, junqi_random *random,
                      root *r) {
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned count = junqi_moves(p, list);
  r->count = 0;
  for (unsigned i = 0; i < count; i++)
    if (r->count < MOST_CANDIDATES && ai_is_asked(asked, list[i]) &&
        (asked->count || !senseless(p, scales, list[i])))
      r->list[r->count++] = (ai_candidate){.move = list[i]};
  if (r->count == 0)
    for (; r->count < count && r->count < MOST_CANDIDATES; r->count++)
      r->list[r->count] = (ai_candidate){.move = list[r->count]};
  for (unsigned i = 0; i < r->count; i++)
    r->list[i].cost = weariness(player, r->list[i].move);
  shuffle(r, random);
}

junqi_thought flip_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget,
                          const ai_asked *asked) {
  junqi_random random = {player->seed ^ (uint64_t)know->view.ply * 0x9E3779B97F4A7C15u};
  search s = {
      .budget = {.limit = budget->nodes ? budget->nodes : level->nodes, .stop = budget->stop},
      .salt = junqi_random_next(&random),
      .blur = level->blur};
  root r, before;
  junqi_position p;
  junqi_thought thought = {.worlds = 1};
  junqi_view_world(&know->view, NULL, &p);
  if (p.colour[0] == JUNQI_NO_SEAT) {
    junqi_random_move(&p, &random, &thought.move);
    return thought;
  }
  s.colour = p.colour[p.turn];
  flip_map_make(&s.map);
  make_keys(&s);
  ai_table_start(&s.table, budget->memory, budget->slots, s.budget.limit);
  count_living(&s, &p);
  list_root(player, &p, scales_of(&s, &p, 0), asked, &random, &r);
  unsigned depth = junqi_random_below(&random, 100) < level->lapses ? 0 : level->depth;
  for (unsigned d = 1; d <= depth && (r.count > 1 || asked->count); d++) {
    before = r;
    if (!pass_over(&s, &p, &r, (int)d, asked->count)) {
      if (asked->count) r = before; /* plies are compared at one depth */
      break;
    }
    thought.depth = d;
    if (r.list[0].score > DECIDED || r.list[0].score < -DECIDED) break;
  }
  for (unsigned i = 0; i < r.count; i++)
    ai_answer(asked, r.list[i].move, r.list[i].score);
  thought.move = r.list[0].move;
  thought.score = r.list[0].score;
  thought.nodes = s.budget.nodes;
  return thought;
}

int32_t flip_judge(const junqi_player *player, const junqi_knowledge *know) {
  junqi_position p;
  flip_map map;
  flip_scales scales;
  junqi_view_world(&know->view, NULL, &p);
  unsigned colour = junqi_owner_played(&p, player->know.view.viewer);
  if (colour == JUNQI_NO_SEAT) return 0;
  flip_map_make(&map);
  flip_scales_make(&scales, &p);
  return flip_worth(&map, &scales, &p, colour);
}
