/* Plain fixed-depth alpha-beta: material, a little for standing near the enemy's flag, attacks
 * first. On purpose no more than that. It is frozen: the player in the ai room has its own. */
#include "yardsearch.h"

#include <string.h>

enum { WON = 1000000, FAR = 60 };

const int16_t yard_worth[JUNQI_TYPES] = {
    [JUNQI_ENGINEER] = 150, [JUNQI_PLATOON] = 70,  [JUNQI_COMPANY] = 100,  [JUNQI_BATTALION] = 150,
    [JUNQI_REGIMENT] = 220, [JUNQI_BRIGADE] = 320, [JUNQI_DIVISION] = 450, [JUNQI_GENERAL] = 650,
    [JUNQI_MARSHAL] = 900,  [JUNQI_BOMB] = 320,    [JUNQI_MINE] = 150,     [JUNQI_FLAG] = 3000,
};

void yard_steps(const junqi_board *board, junqi_point goal, uint8_t steps[JUNQI_MAX_POINTS]) {
  junqi_point queue[JUNQI_MAX_POINTS];
  unsigned head = 0, tail = 0;
  memset(steps, FAR, JUNQI_MAX_POINTS);
  if (goal == JUNQI_NO_POINT) return;
  steps[goal] = 0;
  queue[tail++] = goal;
  while (head < tail) {
    junqi_point at = queue[head++];
    for (const junqi_point *q = board->edge[at]; *q != JUNQI_NO_POINT; q++) {
      if (steps[*q] != FAR) continue;
      steps[*q] = (uint8_t)(steps[at] + 1);
      queue[tail++] = *q;
    }
  }
}

void yard_search_world(yard_search *s, const junqi_position *world) {
  const junqi_board *board = junqi_board_of((junqi_variant)world->rules->variant);
  for (unsigned owner = 0; owner < JUNQI_MAX_SEATS; owner++) {
    junqi_point flag = JUNQI_NO_POINT;
    for (unsigned q = 0; q < board->points; q++)
      if (world->at[q] && junqi_type_of(world->at[q]) == JUNQI_FLAG &&
          junqi_owner_of(world->at[q]) == owner)
        flag = (junqi_point)q;
    yard_steps(board, flag, s->near[owner]);
  }
}

bool yard_search_over(const yard_search *s) {
  return s->nodes >= s->budget || (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed));
}

static bool friendly(const yard_search *s, const junqi_position *p, junqi_seat seat) {
  unsigned owner = junqi_owner_played(p, seat);
  return owner != JUNQI_NO_SEAT && junqi_friends(p->rules, owner, s->owner);
}

/* Sooner is better when won, later when lost. */
static int32_t decided(const yard_search *s, const junqi_position *p, int32_t depth) {
  if (p->state == JUNQI_DRAW || !p->winners) return 0;
  junqi_seat winner = (junqi_seat)__builtin_ctz(p->winners);
  return friendly(s, p, winner) ? WON + depth : -WON - depth;
}

static int32_t worth(const yard_search *s, const junqi_position *p) {
  junqi_variant variant = (junqi_variant)p->rules->variant;
  unsigned points = junqi_board_of(variant)->points, owners = junqi_seats(variant);
  int32_t sum = 0;
  for (unsigned q = 0; q < points; q++) {
    if (!p->at[q]) continue;
    unsigned holder = junqi_owner_of(p->at[q]), near = FAR;
    junqi_type type = junqi_type_of(p->at[q]);
    int32_t value = yard_worth[type];
    bool walks = type <= JUNQI_BOMB && (variant != JUNQI_FLIP || p->at[q] & JUNQI_PUBLIC);
    for (unsigned other = 0; walks && other < owners; other++)
      if (!junqi_friends(p->rules, holder, other) && s->near[other][q] < near)
        near = s->near[other][q];
    if (near < 16) value += 2 * (16 - (int32_t)near);
    sum += junqi_friends(p->rules, holder, s->owner) ? value : -value;
  }
  return sum;
}

/* Attacks to the front, the dearest target first. */
static void order(const junqi_position *p, junqi_move list[], unsigned count) {
  unsigned front = 0;
  for (unsigned i = 0; i < count; i++) {
    junqi_move move = list[i];
    if (move.from == move.to || !p->at[move.to]) continue;
    unsigned at = front++;
    list[i] = list[at];
    int32_t value = yard_worth[junqi_type_of(p->at[move.to])];
    for (; at > 0 && yard_worth[junqi_type_of(p->at[list[at - 1].to])] < value; at--)
      list[at] = list[at - 1];
    list[at] = move;
  }
}

static int32_t search(yard_search *s, junqi_position *p, unsigned depth, int32_t alpha,
                      int32_t beta) {
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_undo undo;
  s->nodes++;
  if (p->state != JUNQI_RUNNING) return decided(s, p, (int32_t)depth);
  if (depth == 0 || yard_search_over(s)) return worth(s, p);
  bool ours = friendly(s, p, p->turn);
  unsigned count = junqi_moves(p, list);
  order(p, list, count);
  for (unsigned i = 0; i < count && alpha < beta; i++) {
    junqi_make(p, list[i], &undo, NULL);
    int32_t value = search(s, p, depth - 1, alpha, beta);
    junqi_unmake(p, list[i], &undo);
    if (ours && value > alpha) alpha = value;
    if (!ours && value < beta) beta = value;
  }
  return ours ? alpha : beta;
}

int32_t yard_search_move(yard_search *s, junqi_position *world, junqi_move move, unsigned depth) {
  junqi_undo undo;
  junqi_make(world, move, &undo, NULL);
  int32_t value = search(s, world, depth - 1, -2 * WON, 2 * WON);
  junqi_unmake(world, move, &undo);
  return value;
}

/* Whose turn the position says is overruled: `ours`, or each enemy as if it were on turn. */
static int32_t reply(yard_search *s, junqi_position *p, bool ours, unsigned depth, int32_t alpha,
                     int32_t beta) {
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_undo undo;
  junqi_seat turn = p->turn;
  unsigned tried = 0;
  s->nodes++;
  if (p->state != JUNQI_RUNNING) return decided(s, p, (int32_t)depth);
  if (junqi_is_out(p, (junqi_seat)s->owner)) return -WON - (int32_t)depth;
  if (depth == 0 || yard_search_over(s)) return worth(s, p);
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)p->rules->variant); seat++) {
    if (ours ? seat != s->owner : friendly(s, p, (junqi_seat)seat)) continue;
    p->turn = (junqi_seat)seat;
    unsigned count = junqi_is_out(p, p->turn) ? 0 : junqi_moves(p, list);
    order(p, list, count);
    tried += count;
    for (unsigned i = 0; i < count && alpha < beta; i++) {
      junqi_make(p, list[i], &undo, NULL);
      int32_t value = reply(s, p, !ours, depth - 1, alpha, beta);
      junqi_unmake(p, list[i], &undo);
      if (ours && value > alpha) alpha = value;
      if (!ours && value < beta) beta = value;
    }
  }
  p->turn = turn;
  return !tried ? worth(s, p) : ours ? alpha : beta;
}

int32_t yard_reply_move(yard_search *s, junqi_position *world, junqi_move move, unsigned depth) {
  junqi_undo undo;
  junqi_make(world, move, &undo, NULL);
  int32_t value = reply(s, world, false, depth - 1, -2 * WON, 2 * WON);
  junqi_unmake(world, move, &undo);
  return value;
}
