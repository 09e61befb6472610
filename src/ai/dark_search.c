/* See dark_search.h. */
#include "dark_search.h"

#include <string.h>

#include "order.h"

enum {
  EXCHANGES = 6,
  SPREAD = 1500,
  THREATS = 12,
  LEAST_SHARE = 12,
  SORTED = 12,    /* choices that are looked at in order; for what comes later it hardly pays */
  STEP_GAIN = 90, /* what a single step is thought to bring at most */
};

static int32_t search(dark_search *s, const dark_node *n, int depth, unsigned far, int32_t alpha,
                      int32_t beta, bool may_pass);
static int32_t settle(dark_search *s, const dark_node *n, int depth, unsigned far, int32_t alpha,
                      int32_t beta);

static int32_t clamp(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

/* --- Fights ----------------------------------------------------------------------------------- */

/* What an attack brings on the average, by material alone. */
static int32_t gain_by(const dark_search *s, const dark_node *n, junqi_move move,
                       const dark_odds *odds, unsigned o) {
  const dark_ground *g = s->ground;
  int32_t gain = 0;
  if (o == JUNQI_FLAG_TAKEN) return DARK_WIN;
  if (o == JUNQI_WON || o == JUNQI_BOTH) gain += dark_worth(g, n->at[move.to], odds->defender[o]);
  if (o == JUNQI_LOST || o == JUNQI_BOTH)
    gain -= dark_worth(g, n->at[move.from], odds->attacker[o]);
  return gain;
}

static int32_t gain_of(const dark_search *s, const dark_node *n, junqi_move move,
                       const dark_odds *odds) {
  bool knows = n->turn != s->ground->viewer;
  int32_t sum = 0;
  if (odds->sure) return gain_by(s, n, move, odds, odds->sure);
  for (unsigned o = JUNQI_WON; o < JUNQI_OUTCOMES; o++) {
    if (!odds->share[o]) continue;
    int32_t gain = gain_by(s, n, move, odds, o);
    if (gain < 0 && knows) gain = 0;
    sum += gain * odds->share[o];
  }
  return sum / DARK_SURE;
}

static int32_t deeper(dark_search *s, const dark_node *next, int depth, unsigned far, int32_t alpha,
                      int32_t beta) {
  return depth > 0 ? -search(s, next, depth, far, -beta, -alpha, true)
                   : -settle(s, next, depth, far, -beta, -alpha);
}

/* Unlikely outcomes are looked at less deep. */
static int depth_for(int depth, unsigned share) {
  return share >= 512 || depth <= 0 ? depth
         : share >= 160             ? depth - 1
         : depth - 2 > 0            ? depth - 2
                                    : 0;
}

/* The worth of an attack whose outcome the mover does not know: the mean over its outcomes. Windows
 * are narrowed as far as the rest can still make up for (Star1), with worths taken to lie within
 * SPREAD of `stand`. */
static int32_t attack(dark_search *s, const dark_node *n, junqi_move move, const dark_odds *odds,
                      int depth, unsigned far, int32_t alpha, int32_t beta, int32_t stand) {
  if (odds->sure == JUNQI_FLAG_TAKEN) return DARK_WIN - (int32_t)far;
  if (odds->sure) {
    dark_node next;
    dark_fight(s->ground, n, move, odds, (junqi_outcome)odds->sure, &next);
    return deeper(s, &next, depth, far + 1, alpha, beta);
  }
  int32_t low = clamp(stand - SPREAD, -DARK_WIN, DARK_WIN),
          high = clamp(stand + SPREAD, -DARK_WIN, DARK_WIN);
  int32_t flag = odds->share[JUNQI_FLAG_TAKEN], rest = DARK_SURE - flag;
  int32_t sum = flag * (DARK_WIN - (int32_t)far);
  for (unsigned o = JUNQI_WON; o < JUNQI_FLAG_TAKEN; o++) {
    dark_node next;
    int32_t share = odds->share[o], value;
    if (!share) continue;
    dark_fight(s->ground, n, move, odds, (junqi_outcome)o, &next);
    rest -= share;
    int32_t least = (alpha * DARK_SURE - sum - rest * high) / share - 1,
            most = (beta * DARK_SURE - sum - rest * low) / share + 1;
    int32_t a = clamp(least, low, high - 1), b = clamp(most, a + 1, high);
    value = clamp(deeper(s, &next, depth_for(depth, (unsigned)share), far + 1, a, b), low, high);
    if (value <= a && a > low) return alpha;
    if (value >= b && b < high) return beta;
    sum += share * value;
  }
  return (sum + rest * stand) / DARK_SURE;
}

/* --- Threats ---------------------------------------------------------------------------------- */

/* What the seat that knows its pieces could do by attacks that are good for some of the types its
 * pieces may be: worths with the shares of their being possible, the best first. */
typedef struct threats {
  unsigned count;
  int32_t value[THREATS];
  int32_t share[THREATS];
} threats;

static void add_threat(threats *t, int32_t value, int32_t share) {
  unsigned at = t->count < THREATS ? t->count++ : THREATS - 1;
  for (; at > 0 && t->value[at - 1] < value; at--) {
    t->value[at] = t->value[at - 1];
    t->share[at] = t->share[at - 1];
  }
  t->value[at] = value;
  t->share[at] = share;
}

/* The mean of the best that is possible, each with its share independent of the others, where there
 * is always something worth `sure`. */
static int32_t best_of(const threats *t, int32_t sure) {
  int64_t sum = 0, left = DARK_SURE;
  for (unsigned i = 0; i < t->count && t->value[i] > sure; i++) {
    sum += left * t->share[i] / DARK_SURE * t->value[i];
    left -= left * t->share[i] / DARK_SURE;
  }
  return (int32_t)((sum + left * sure) / DARK_SURE);
}

/* The least `sure` for which best_of may reach `goal`. */
static int32_t needed(const threats *t, int32_t goal) {
  int64_t sum = 0, left = DARK_SURE;
  for (unsigned i = 0; i < t->count; i++) {
    sum += left * t->share[i] / DARK_SURE * t->value[i];
    left -= left * t->share[i] / DARK_SURE;
  }
  if (left < 16) return -DARK_WIN;
  return clamp((int32_t)((goal * (int64_t)DARK_SURE - sum) / left), -DARK_WIN, goal);
}

/* The good outcomes of an attack by a piece whose mover knows what it is. */
static void threaten(dark_search *s, const dark_node *n, junqi_move move, const dark_odds *odds,
                     int depth, unsigned far, int32_t beta, int32_t sure, threats *t) {
  int32_t flag = odds->share[JUNQI_FLAG_TAKEN];
  if (flag) add_threat(t, DARK_WIN - (int32_t)far, flag);
  for (unsigned o = JUNQI_WON; o <= JUNQI_BOTH; o++) {
    dark_node next;
    int32_t share = odds->share[o];
    if (share < LEAST_SHARE || o == JUNQI_LOST) continue;
    int32_t most = (beta - sure) * DARK_SURE / share + sure + 1;
    dark_fight(s->ground, n, move, odds, (junqi_outcome)o, &next);
    int32_t value = deeper(s, &next, depth_for(depth, (unsigned)share), far + 1, sure,
                           clamp(most, sure + 1, DARK_WIN));
    if (value > sure) add_threat(t, value, share);
  }
}

/* --- Order ------------------------------------------------------------------------------------ */

static unsigned list_choices(const dark_search *s, const dark_node *n, unsigned far, bool steps,
                             junqi_move first, ai_choice out[DARK_MOVES]) {
  junqi_move list[DARK_MOVES];
  dark_odds odds;
  unsigned attacks, count = dark_moves(s->ground, n, steps, list, &attacks);
  for (unsigned i = 0; i < count; i++) {
    int32_t order;
    if (ai_same(list[i], first)) {
      order = 1 << 28;
    } else if (i < attacks) {
      dark_odds_of(s->ground, n, list[i], &odds);
      order = gain_of(s, n, list[i], &odds);
      order = order >= 0 ? (1 << 20) + order : order;
    } else if (ai_same(list[i], s->killer[far][0])) {
      order = 1 << 19;
    } else if (ai_same(list[i], s->killer[far][1])) {
      order = (1 << 19) - 1;
    } else {
      const int16_t *place = s->ground->place[n->at[list[i].from]];
      order = s->history[n->at[list[i].from]][list[i].to] + place[list[i].to] - place[list[i].from];
    }
    out[i] = (ai_choice){.move = list[i], .attack = i < attacks, .order = order};
  }
  return count;
}

static void praise(dark_search *s, const dark_node *n, junqi_move move, unsigned far, int depth) {
  uint16_t *history = &s->history[n->at[move.from]][move.to];
  if (!ai_same(s->killer[far][0], move)) {
    s->killer[far][1] = s->killer[far][0];
    s->killer[far][0] = move;
  }
  *history = (uint16_t)(*history + depth * depth);
  if (*history < 16000) return;
  for (unsigned i = 0; i < DARK_PIECES; i++)
    for (unsigned p = 0; p < DARK_POINTS; p++)
      s->history[i][p] /= 2;
}

/* Positions are alike when their quiet limit is about as near. */
static uint64_t key_of(uint64_t key, unsigned quiet) {
  return key + ((uint64_t)(quiet / 8) << 56);
}

/* --- Search ----------------------------------------------------------------------------------- */

static int32_t at_limit(const dark_search *s, unsigned far) {
  return s->ground->limit_loses ? (int32_t)far - DARK_WIN : 0;
}

static bool is_at_limit(const dark_search *s, const dark_node *n) {
  return s->ground->limit && n->quiet >= s->ground->limit;
}

/* Attacks that promise something, until nothing does. */
static int32_t settle(dark_search *s, const dark_node *n, int depth, unsigned far, int32_t alpha,
                      int32_t beta) {
  junqi_move list[DARK_MOVES];
  ai_choice choices[DARK_MOVES];
  dark_odds odds;
  threats threat;
  threat.count = 0;
  bool knows = n->turn != s->ground->viewer;
  unsigned attacks, count = 0;
  int32_t best = dark_evaluate(s->ground, n), stand = best;
  if (!ai_spend(&s->budget)) return best;
  if (is_at_limit(s, n)) return at_limit(s, far);
  if (best >= beta || depth <= -EXCHANGES) return best;
  if (best > alpha) alpha = best;
  dark_moves(s->ground, n, false, list, &attacks);
  for (unsigned i = 0; i < attacks; i++) {
    dark_odds_of(s->ground, n, list[i], &odds);
    int32_t gain = gain_of(s, n, list[i], &odds);
    bool sure = odds.sure;
    if (!sure && depth < 0) continue; /* one gamble is enough */
    if (!sure && knows && dark_was_left(n, list[i])) continue;
    if (gain > 0 && (knows || stand + gain + 100 > alpha))
      choices[count++] = (ai_choice){.move = list[i], .attack = sure, .order = gain};
  }
  for (unsigned i = 0; i < count; i++) {
    ai_choice c = ai_next_choice(choices, i, count);
    dark_odds_of(s->ground, n, c.move, &odds);
    if (knows && !c.attack) {
      threaten(s, n, c.move, &odds, 2 - EXCHANGES, far, beta, best, &threat);
    } else {
      int32_t value = attack(s, n, c.move, &odds, c.attack ? depth - 1 : 2 - EXCHANGES, far, alpha,
                             beta, stand);
      if (value > best) best = value;
    }
    int32_t reached = best_of(&threat, best);
    if (reached > alpha) alpha = reached;
    if (alpha >= beta) break;
  }
  return best_of(&threat, best);
}

/* A step after which the other seat does well enough by what stands is not made at all. */
static bool is_refuted(dark_search *s, const dark_node *n, junqi_move move, int32_t alpha,
                       int32_t *value) {
  const dark_ground *g = s->ground;
  unsigned slot = n->at[move.from];
  int32_t more = g->place[slot][move.to] - g->place[slot][move.from];
  unsigned quiet = n->quiet + 1u;
  if (g->limit && quiet >= g->limit) return false;
  *value = -dark_worth_of(g, n->score + (n->turn ? -more : more), n->turn ^ 1u, quiet);
  return *value <= alpha && ai_spend(&s->budget);
}

/* The worth of one ply at an inner node, quiet ones late in the list first with less depth. */
static int32_t try_choice(dark_search *s, const dark_node *n, const ai_choice *c, unsigned index,
                          int depth, unsigned far, int32_t alpha, int32_t beta, int32_t stand) {
  dark_odds odds;
  dark_node next;
  if (c->attack) {
    dark_odds_of(s->ground, n, c->move, &odds);
    return attack(s, n, c->move, &odds, depth - 1, far, alpha, beta, stand);
  }
  int32_t value;
  if (depth == 1 && is_refuted(s, n, c->move, alpha, &value)) return value;
  if (depth > 1)
    ai_table_fetch(&s->table, key_of(dark_key_after(s->ground, n, c->move), n->quiet + 1u));
  dark_step(s->ground, n, c->move, &next);
  int less = depth < 3 || index < 4 ? 0 : index < 14 ? 1 : 2;
  if (index == 0) return deeper(s, &next, depth - 1, far + 1, alpha, beta);
  value = deeper(s, &next, depth - 1 - less, far + 1, alpha, alpha + 1);
  if (value > alpha && less) value = deeper(s, &next, depth - 1, far + 1, alpha, alpha + 1);
  if (value > alpha && value < beta) value = deeper(s, &next, depth - 1, far + 1, alpha, beta);
  return value;
}

/* Would doing nothing be good enough? Then doing something is. */
static bool passing_wins(dark_search *s, const dark_node *n, int depth, unsigned far,
                         int32_t beta) {
  dark_node next;
  dark_copy(&next, n);
  dark_pass(&next);
  next.quiet++;
  int32_t value = depth > 3 ? -search(s, &next, depth - 3, far + 1, -beta, 1 - beta, false)
                            : -settle(s, &next, 0, far + 1, -beta, 1 - beta);
  return value >= beta;
}

static void remember(dark_search *s, uint64_t key, int32_t value, int depth, int32_t alpha,
                     int32_t beta, junqi_move move) {
  uint8_t bound = value >= beta ? AI_AT_LEAST : value > alpha ? AI_EXACT : AI_AT_MOST;
  ai_table_keep(&s->table, key, (ai_entry){(int16_t)value, (int8_t)depth, bound, move});
}

static bool is_known(dark_search *s, uint64_t key, int depth, int32_t alpha, int32_t beta,
                     ai_entry *known) {
  *known = (ai_entry){.move = {JUNQI_NO_POINT, JUNQI_NO_POINT}};
  if (!ai_table_find(&s->table, key, known) || known->depth < depth) return false;
  return known->bound == AI_EXACT || (known->bound == AI_AT_LEAST && known->value >= beta) ||
         (known->bound == AI_AT_MOST && known->value <= alpha);
}

/* Takes the unsure attacks of a seat that knows its pieces out of the list, as threats. */
static unsigned take_threats(dark_search *s, dark_node *n, ai_choice list[], unsigned count,
                             int depth, unsigned far, int32_t beta, int32_t stand, threats *t) {
  junqi_move left[DARK_MOVES];
  unsigned kept = 0, leaves = 0;
  for (unsigned i = 0; i < count; i++) {
    dark_odds odds;
    bool unsure = list[i].attack;
    if (unsure) {
      dark_odds_of(s->ground, n, list[i].move, &odds);
      unsure = !odds.sure;
    }
    if (!unsure)
      list[kept++] = list[i];
    else if (!dark_was_left(n, list[i].move) && best_of(t, stand) < beta)
      threaten(s, n, list[i].move, &odds, depth - 1, far, beta, stand, t);
    if (unsure) left[leaves++] = list[i].move;
  }
  while (leaves)
    dark_leave(n, left[--leaves]);
  return kept;
}

/* Takes the steps out of the rest of the list, from `from` on. */
static unsigned only_attacks(ai_choice list[], unsigned from, unsigned count) {
  unsigned kept = from;
  for (unsigned i = from; i < count; i++)
    if (list[i].attack) list[kept++] = list[i];
  return kept;
}

static int32_t search(dark_search *s, const dark_node *n, int depth, unsigned far, int32_t alpha,
                      int32_t beta, bool may_pass) {
  ai_choice list[DARK_MOVES];
  dark_node after;
  ai_entry known;
  threats threat;
  threat.count = 0;
  int32_t stand = dark_evaluate(s->ground, n), best = -DARK_WIN, low = alpha, high = beta;
  junqi_move best_move = {JUNQI_NO_POINT, JUNQI_NO_POINT};
  uint64_t key = key_of(n->key, n->quiet);
  if (!ai_spend(&s->budget) || far >= DARK_DEEPEST) return stand;
  if (is_at_limit(s, n)) return at_limit(s, far);
  if (is_known(s, key, depth, alpha, beta, &known)) return known.value;
  if (may_pass && depth >= 2 && stand >= beta && beta - alpha == 1 &&
      passing_wins(s, n, depth, far, beta))
    return beta;
  bool steps = depth > 1 || stand + STEP_GAIN > alpha;
  unsigned count = list_choices(s, n, far, steps, known.move, list);
  if (count && !steps) best = stand + STEP_GAIN;
  if (count == 0 && !steps) count = list_choices(s, n, far, true, known.move, list);
  if (count == 0) return (int32_t)far - DARK_WIN; /* stuck */
  if (n->turn != s->ground->viewer) {
    dark_copy(&after, n);
    n = &after;
    count = take_threats(s, &after, list, count, depth, far, beta, stand, &threat);
    if (s->budget.over || best_of(&threat, stand) >= beta) return beta;
    if (count == 0) best = stand;
    low = needed(&threat, alpha);
    high = threat.count ? needed(&threat, beta) : beta;
    if (high <= low) high = low + 1;
  }
  for (unsigned i = 0; i < count; i++) {
    ai_choice c = i < SORTED ? ai_next_choice(list, i, count) : list[i];
    if (!c.attack && depth == 1 && i > 0 && stand + STEP_GAIN <= low) {
      count = only_attacks(list, i, count);
      if (best < stand + STEP_GAIN) best = stand + STEP_GAIN;
      if (i == count) break;
      c = ai_next_choice(list, i, count);
    }
    int32_t value = try_choice(s, n, &c, i, depth, far, low, high, stand);
    if (s->budget.over) return best > stand ? best : stand;
    if (value > best) {
      best = value;
      best_move = c.move;
    }
    if (value > low) low = value;
    if (low < high) continue;
    if (!c.attack) praise(s, n, c.move, far, depth);
    break;
  }
  best = best_of(&threat, best);
  remember(s, key, best, depth, alpha, beta, best_move);
  return best;
}

int32_t dark_search_move(dark_search *s, const dark_node *n, junqi_move move, int depth,
                         int32_t alpha, int32_t beta) {
  dark_odds odds;
  dark_node next;
  if (n->at[move.to] == DARK_NOBODY) {
    dark_step(s->ground, n, move, &next);
    return deeper(s, &next, depth, 1, alpha, beta);
  }
  dark_odds_of(s->ground, n, move, &odds);
  return attack(s, n, move, &odds, depth, 0, alpha, beta, dark_evaluate(s->ground, n));
}
