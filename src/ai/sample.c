/* See sample.h. A set-up is of some kind: where one mine stands tells where the flag does. So first
 * a kind is drawn, as likely as what is known makes it, and then a world of that kind. Worlds are
 * the steps of a walk: two pieces of a seat offer each other their types, and take them as the
 * weights say (Metropolis). Each world differs a little from the one before, and in the long run
 * each comes up as often as it is likely. A first world is found by matching, so that there always
 * is one. */
#include "sample.h"

#include <string.h>

enum {
  PRIOR_LAYOUTS = 256,
  WARM_UP = 400, /* offers before the first world of a seat */
  OFFERS = 60,   /* between one world and the next */
  FAITH = 200,   /* how much likelier a kind of set-up makes the types that it has */
  CERTAIN = 206, /* the most that the habits of all make a type likely */
  STEPS = 64,    /* of a power of two in a logarithm */
};

/* --- How likely ------------------------------------------------------------------------------- */

void ai_prior(const junqi_rules *rules, uint8_t prior[JUNQI_ARM_POINTS][JUNQI_TYPES]) {
  uint16_t count[JUNQI_ARM_POINTS][JUNQI_TYPES] = {{0}};
  for (unsigned n = 0; n < PRIOR_LAYOUTS; n++) {
    junqi_layout layout = junqi_ai_layout(rules, n);
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      count[i][layout.at[i]]++;
  }
  /* Nothing legal is impossible, however rare. */
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    for (unsigned type = 0; type < JUNQI_TYPES; type++)
      prior[i][type] = (uint8_t)(6 + count[i][type] * 200 / PRIOR_LAYOUTS);
}

/* What a piece did, as a factor in 1/16 for each type: who goes ahead and attacks is more often
 * strong (or a bomb), who stays behind all game more often a mine. */
static unsigned manner(const junqi_player *player, unsigned slot, unsigned type) {
  unsigned factor = 16, attacks = player->attacks[slot];
  if (attacks && type >= JUNQI_REGIMENT && type <= JUNQI_MARSHAL) factor += 8;
  if (attacks && type == JUNQI_ENGINEER) factor -= 6;
  if (!player->know.moved[slot] && type <= JUNQI_BOMB) {
    unsigned waited = player->know.view.ply / 2;
    factor = factor * 60 / (60 + (waited > 120 ? 120 : waited));
  }
  return factor ? factor : 1;
}

/* Times e to the power of manner / 8, at least 1. */
static unsigned after_manner(unsigned weight, int manner) {
  static const uint8_t eighths[] = {255, 225, 199, 175, 155, 136, 120, 106};
  for (; manner <= -8; manner += 8)
    weight = weight * 94 / 256;
  if (manner < 0) weight = weight * eighths[-manner] / 255;
  return weight < 1 ? 1 : weight;
}

static void judge_habits(ai_belief *b, unsigned slot) {
  for (unsigned set = b->know->may[slot]; set; set &= set - 1) {
    unsigned type = (unsigned)__builtin_ctz(set), factor = 64 * manner(b->player, slot, type);
    b->habit[slot][type] = (uint16_t)after_manner(factor, b->player->manner[slot][type]);
  }
}

/* --- Kinds of set-up -------------------------------------------------------------------------- */

/* The type that a kind has on a spot; the last kind, the stranger's, has none. */
static unsigned usual(const ai_belief *b, unsigned kind, unsigned spot) {
  if (kind + 1 == b->kinds) return JUNQI_NONE;
  return ai_layout(b->know->view.rules, kind / 2)->at[kind % 2 ? ai_mirrored(spot) : spot];
}

/* How likely a piece is of a type: where such pieces stand, in this kind and in all, and how it
 * behaved. */
static uint32_t likely(const ai_belief *b, unsigned slot, unsigned type, unsigned usual_type) {
  unsigned spot = b->know->home[slot] % JUNQI_ARM_POINTS;
  uint32_t weight = b->player->prior[spot][type];
  if (usual_type == type) weight += FAITH;
  if (usual_type != JUNQI_NONE) weight = weight * CERTAIN / (CERTAIN + FAITH);
  return (weight ? weight : 1) * b->habit[slot][type];
}

static int32_t logarithm(uint32_t x) {
  int32_t whole = 31 - __builtin_clz(x);
  return whole * STEPS + (int32_t)((uint64_t)x * STEPS >> whole) - STEPS;
}

/* How well a kind agrees with what is known of a seat, as a logarithm. Each piece is taken by
 * itself, as if the others told nothing of it; weigh_kinds trusts it the less for that. */
static int32_t plausible(const ai_belief *b, unsigned seat, unsigned kind) {
  int32_t sum = 0;
  for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++) {
    uint32_t all = 0;
    unsigned type = usual(b, kind, b->know->home[s] % JUNQI_ARM_POINTS);
    for (unsigned set = b->know->may[s]; set; set &= set - 1)
      all += likely(b, s, (unsigned)__builtin_ctz(set), type);
    sum += logarithm(all ? all : 1);
  }
  return sum;
}

static void weigh_kinds(ai_belief *b, unsigned seat) {
  int32_t worth[AI_KINDS], best = INT32_MIN;
  uint32_t sum = 0;
  for (unsigned k = 0; k < b->kinds; k++) {
    worth[k] = plausible(b, seat, k);
    if (worth[k] > best) best = worth[k];
  }
  for (unsigned k = 0; k < b->kinds; k++) {
    uint32_t less = (uint32_t)(best - worth[k]) * 3 / 4, /* trusted so far */
        whole = less / STEPS;
    if (whole < 16) sum += (2 * STEPS - less % STEPS) << 9 >> whole;
    b->share[seat][k] = sum;
  }
}

static void weigh(ai_belief *b, unsigned seat, unsigned kind) {
  b->kind[seat] = (uint8_t)kind;
  for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++) {
    unsigned type = usual(b, kind, b->know->home[s] % JUNQI_ARM_POINTS);
    for (unsigned set = b->know->may[s]; set; set &= set - 1) {
      unsigned of = (unsigned)__builtin_ctz(set);
      uint32_t weight = likely(b, s, of, type) / 16;
      b->weight[s][of] = (uint16_t)(weight < 1 ? 1 : weight > UINT16_MAX ? UINT16_MAX : weight);
    }
  }
}

/* --- A first world ---------------------------------------------------------------------------- */

typedef struct matching {
  const uint16_t *may;
  uint8_t *type;
  uint8_t left[JUNQI_TYPES];
  bool tried[JUNQI_TYPES];
} matching;

/* Gives the piece a type, others changing theirs along a chain where that is needed. */
static bool match(matching *m, unsigned piece) {
  for (unsigned set = m->may[piece]; set; set &= set - 1) {
    unsigned type = (unsigned)__builtin_ctz(set);
    if (m->tried[type]) continue;
    m->tried[type] = true;
    bool room = m->left[type] > 0;
    if (room) m->left[type]--;
    for (unsigned other = 0; !room && other < JUNQI_ARM_PIECES; other++)
      room = m->type[other] == type && match(m, other);
    if (!room) continue;
    m->type[piece] = (uint8_t)type;
    return true;
  }
  return false;
}

static void match_seat(ai_belief *b, unsigned seat) {
  unsigned first = seat * JUNQI_ARM_PIECES;
  matching m = {.may = &b->know->may[first], .type = &b->type[first]};
  memcpy(m.left, junqi_type_count, sizeof m.left);
  for (unsigned piece = 0; piece < JUNQI_ARM_PIECES; piece++) {
    memset(m.tried, 0, sizeof m.tried);
    if (!match(&m, piece)) m.type[piece] = (uint8_t)__builtin_ctz(m.may[piece]);
  }
}

/* --- The walk --------------------------------------------------------------------------------- */

static void offer(ai_belief *b, unsigned first, uint64_t chance) {
  unsigned i = first + (unsigned)((chance & 0xFFFF) * JUNQI_ARM_PIECES >> 16);
  unsigned j = first + (unsigned)((chance >> 16 & 0xFFFF) * JUNQI_ARM_PIECES >> 16);
  unsigned ti = b->type[i], tj = b->type[j];
  uint64_t now = (uint64_t)b->weight[i][ti] * b->weight[j][tj];
  uint64_t then = (uint64_t)b->weight[i][tj] * b->weight[j][ti];
  if (ti == tj || (then < now && then << 32 <= now * (chance >> 32))) return;
  b->type[i] = (uint8_t)tj;
  b->type[j] = (uint8_t)ti;
}

static bool hidden(const ai_belief *b, unsigned seat) {
  for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++)
    if (b->know->may[s] & (b->know->may[s] - 1)) return true;
  return false;
}

static unsigned seats_of(const ai_belief *b) {
  unsigned variant = b->know->view.rules->variant;
  return variant == JUNQI_FLIP ? 0 : junqi_seats((junqi_variant)variant);
}

static void walk(ai_belief *b, unsigned seat, unsigned offers, junqi_random *random) {
  for (unsigned n = 0; n < offers; n++)
    offer(b, seat * JUNQI_ARM_PIECES, junqi_random_next(random));
}

void ai_belief_start(ai_belief *b, const junqi_player *player, const junqi_knowledge *know,
                     junqi_random *random) {
  memset(b, 0, sizeof *b);
  b->player = player;
  b->know = know;
  b->kinds = 1;
  if (seats_of(b) && !player->stranger) b->kinds += 2 * ai_known_layouts();
  for (unsigned seat = 0; seat < seats_of(b); seat++) {
    for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++)
      judge_habits(b, s);
    match_seat(b, seat);
    weigh_kinds(b, seat);
    b->kind[seat] = AI_KINDS;
    b->next[seat] = (uint32_t)junqi_random_next(random);
  }
  ai_belief_draw(b, random);
}

/* Kinds take turns by their shares: steps of the golden section meet all parts of a whole. */
void ai_belief_draw(ai_belief *b, junqi_random *random) {
  for (unsigned seat = 0; seat < seats_of(b); seat++) {
    unsigned kind = 0;
    if (!hidden(b, seat)) continue;
    uint64_t at = (uint64_t)b->next[seat] * b->share[seat][b->kinds - 1] >> 32;
    while (b->share[seat][kind] <= at)
      kind++;
    bool same = kind == b->kind[seat];
    if (!same) weigh(b, seat, kind);
    walk(b, seat, same ? 4 * OFFERS : WARM_UP, random);
    b->next[seat] += 0x9E3779B9u;
  }
}

void ai_belief_shares(ai_belief *b, unsigned seat, unsigned draws, junqi_random *random,
                      uint16_t share[JUNQI_ARM_PIECES][JUNQI_TYPES]) {
  unsigned first = seat * JUNQI_ARM_PIECES, drawn = 0;
  uint64_t all = b->share[seat][b->kinds - 1];
  memset(share, 0, JUNQI_ARM_PIECES * sizeof *share);
  for (unsigned kind = 0; kind < b->kinds; kind++) {
    unsigned until = (unsigned)((b->share[seat][kind] * (uint64_t)draws + all / 2) / all);
    if (drawn >= until) continue;
    weigh(b, seat, kind);
    walk(b, seat, WARM_UP, random);
    for (; drawn < until; drawn++) {
      walk(b, seat, OFFERS, random);
      for (unsigned i = 0; i < JUNQI_ARM_PIECES; i++)
        share[i][b->type[first + i]]++;
    }
  }
}

/* --- Positions -------------------------------------------------------------------------------- */

/* Flip chess: the pieces that are neither face up nor gone, shuffled over the face-down points. */
static void shuffle_down(const junqi_view *view, junqi_random *random, junqi_piece guess[]) {
  junqi_position any;
  junqi_point at[60];
  unsigned n = 0;
  junqi_view_world(view, NULL, &any);
  for (unsigned q = 0; q < 60; q++)
    if (view->at[q] == JUNQI_FACE_DOWN) at[n++] = (junqi_point)q;
  for (unsigned i = 0; i < n; i++) {
    unsigned j = junqi_random_below(random, i + 1);
    guess[at[i]] = guess[at[j]];
    guess[at[j]] = any.at[at[i]];
  }
}

void ai_belief_world(const ai_belief *b, junqi_random *random, junqi_position *world) {
  junqi_piece guess[JUNQI_MAX_POINTS] = {0};
  const junqi_knowledge *know = b->know;
  if (know->view.rules->variant == JUNQI_FLIP) shuffle_down(&know->view, random, guess);
  for (unsigned s = 0; s < seats_of(b) * JUNQI_ARM_PIECES; s++)
    if (know->where[s] != JUNQI_NO_POINT)
      guess[know->where[s]] = junqi_piece_of(s / JUNQI_ARM_PIECES, (junqi_type)b->type[s]);
  junqi_view_world(&know->view, guess, world);
}
