/* Views (RULES.md R-6): what a viewer sees at the start, how public events change it, and worlds
 * that agree with it. It never reads the true game; game.c makes a view of that. */
#include "junqi/view.h"

#include <string.h>

#include "colours.h"
#include "sets.h"

bool junqi_view_sees(const junqi_rules *rules, junqi_seat viewer, unsigned owner) {
  if (rules->variant == JUNQI_FLIP) return false;
  if (junqi_opt(rules, JUNQI_OPT_OPEN) || viewer == owner) return true;
  return rules->variant == JUNQI_FOUR && viewer < JUNQI_MAX_SEATS &&
         junqi_opt(rules, JUNQI_OPT_PARTNER) && junqi_friends(rules, viewer, owner);
}

static bool flip(const junqi_view *v) {
  return v->rules->variant == JUNQI_FLIP;
}

void junqi_view_start(junqi_view *v, const junqi_rules *rules, junqi_seat viewer,
                      const junqi_layout *const layouts[], junqi_seat first) {
  memset(v, 0, sizeof *v);
  v->rules = rules;
  v->viewer = viewer;
  v->turn = first;
  v->mover = JUNQI_NO_SEAT;
  v->colour[0] = v->colour[1] = v->last_colour = JUNQI_NO_SEAT;
  v->carrier[0] = v->carrier[1] = JUNQI_NO_POINT;
  for (unsigned q = 0; q < junqi_seats((junqi_variant)rules->variant) * JUNQI_ARM_POINTS; q++) {
    unsigned owner = q / JUNQI_ARM_POINTS, i = q % JUNQI_ARM_POINTS;
    const junqi_layout *layout = layouts ? layouts[owner] : NULL;
    if (junqi_layout_camp(i)) continue;
    if (flip(v))
      v->at[q] = JUNQI_FACE_DOWN;
    else
      v->at[q] = junqi_piece_of(owner, layout && junqi_view_sees(rules, viewer, owner)
                                           ? (junqi_type)layout->at[i]
                                           : JUNQI_UNKNOWN);
  }
}

/* The turn order looks at nothing but who is out, so a position that says just that can be asked.
 */
static junqi_seat next_in(const junqi_view *v, junqi_seat seat) {
  junqi_position p;
  p.rules = v->rules;
  p.out_set = v->out_set;
  return junqi_next_seat(&p, seat);
}

static void remove_piece(junqi_view *v, unsigned at) {
  junqi_piece piece = v->at[at];
  unsigned owner = junqi_owner_of(piece);
  v->lost[owner]++;
  if (flip(v)) {
    v->gone[owner][junqi_type_of(piece)]++;
    v->dug[owner] += junqi_type_of(piece) == JUNQI_MINE;
    if (v->carrier[owner] == at) v->carrier[owner] = JUNQI_NO_POINT;
  }
  v->at[at] = JUNQI_EMPTY;
}

/* The fight as all saw it, flags that are carried included. */
static void apply_move(junqi_view *v, junqi_move move, junqi_outcome outcome) {
  junqi_piece mover = v->at[move.from];
  unsigned owner = junqi_owner_of(mover);
  bool attacker_dies = outcome == JUNQI_LOST || outcome == JUNQI_BOTH;
  bool target_goes = outcome == JUNQI_WON || outcome == JUNQI_BOTH || outcome == JUNQI_FLAG_TAKEN;
  bool own_flag = outcome == JUNQI_QUIET && v->at[move.to];
  bool carries = flip(v) && (v->carrier[owner] == move.from || own_flag);
  v->quiet = attacker_dies || target_goes ? 0
             : v->quiet == UINT16_MAX     ? v->quiet
                                          : (uint16_t)(v->quiet + 1);
  if (outcome == JUNQI_BOUNCED) return;
  if (target_goes || own_flag) remove_piece(v, move.to);
  if (attacker_dies) {
    remove_piece(v, move.from);
    return;
  }
  v->at[move.to] = mover;
  v->at[move.from] = JUNQI_EMPTY;
  if (carries) v->carrier[owner] = move.to;
}

static void apply_flip(junqi_view *v, junqi_seat seat, junqi_point at, junqi_piece piece) {
  v->at[at] = piece | JUNQI_PUBLIC;
  v->quiet = 0;
  rules_decide_colours(v->rules, seat, piece, v->colour, &v->last_colour);
}

/* Could the ply have happened on what is seen? Enough to keep a view sound whatever a line says. */
static bool ply_fits(const junqi_view *v, const junqi_event *event) {
  unsigned points = junqi_board_of((junqi_variant)v->rules->variant)->points;
  unsigned from = event->move.from, to = event->move.to;
  if (from >= points || to >= points || event->seat != v->turn || event->outcome >= JUNQI_OUTCOMES)
    return false;
  if (from == to) {
    junqi_type type = junqi_type_of(event->piece);
    return flip(v) && v->at[from] == JUNQI_FACE_DOWN && type >= JUNQI_ENGINEER &&
           type <= JUNQI_FLAG && junqi_owner_of(event->piece) < 2;
  }
  if (!v->at[from] || v->at[from] == JUNQI_FACE_DOWN || v->at[to] == JUNQI_FACE_DOWN) return false;
  unsigned played = flip(v) ? v->colour[event->seat] : event->seat;
  if (junqi_owner_of(v->at[from]) != played) return false;
  bool own = junqi_owner_of(v->at[to]) == played;
  bool own_flag = flip(v) && v->at[to] && own && junqi_type_of(v->at[to]) == JUNQI_FLAG;
  bool attack = event->outcome != JUNQI_QUIET;
  return attack == (v->at[to] != JUNQI_EMPTY && !own_flag) && !(attack && own);
}

static junqi_code apply_ply(junqi_view *v, const junqi_event *event) {
  if (!ply_fits(v, event)) return JUNQI_E_EVENT_UNFIT;
  if (event->move.from == event->move.to)
    apply_flip(v, event->seat, event->move.from, event->piece);
  else
    apply_move(v, event->move, (junqi_outcome)event->outcome);
  v->ply++;
  v->mover = event->seat;
  v->turn = next_in(v, event->seat);
  return JUNQI_E_OK;
}

static junqi_code apply_out(junqi_view *v, junqi_seat seat, uint8_t reason) {
  if (v->out_set >> seat & 1) return JUNQI_E_EVENT_UNFIT;
  unsigned owner = flip(v) ? v->colour[seat] : seat;
  v->out[v->outs++] = seat;
  v->out_set |= (uint8_t)(1u << seat);
  v->out_reason[seat] = reason;
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (v->at[q] && v->at[q] != JUNQI_FACE_DOWN && junqi_owner_of(v->at[q]) == owner)
      remove_piece(v, q);
  if (flip(v) && owner < 2) v->carrier[owner] = JUNQI_NO_POINT;
  if (v->out_set == (1u << junqi_seats((junqi_variant)v->rules->variant)) - 1 &&
      v->mover != JUNQI_NO_SEAT)
    v->turn = v->mover; /* nobody is left, so the mover */
  else if (v->turn == seat)
    v->turn = next_in(v, seat);
  return JUNQI_E_OK;
}

static junqi_code apply_show(junqi_view *v, const junqi_event *event) {
  unsigned at = event->move.from;
  if (at >= JUNQI_MAX_POINTS || !v->at[at] || v->at[at] == JUNQI_FACE_DOWN)
    return JUNQI_E_EVENT_UNFIT;
  if (junqi_owner_of(event->piece) != junqi_owner_of(v->at[at])) return JUNQI_E_EVENT_UNFIT;
  v->at[at] = event->piece | JUNQI_PUBLIC;
  return JUNQI_E_OK;
}

static junqi_code apply_end(junqi_view *v, const junqi_event *event) {
  v->state = event->winners ? JUNQI_WIN : JUNQI_DRAW;
  v->winners = event->winners;
  v->reason = event->reason;
  return JUNQI_E_OK;
}

junqi_code junqi_view_apply(junqi_view *v, const junqi_event *event) {
  unsigned seats = junqi_seats((junqi_variant)v->rules->variant);
  if (v->state != JUNQI_RUNNING) return JUNQI_E_GAME_OVER;
  if (event->kind != JUNQI_EV_END && event->seat >= seats) return JUNQI_E_EVENT_UNFIT;
  switch (event->kind) {
  case JUNQI_EV_PLY: return apply_ply(v, event);
  case JUNQI_EV_SHOW: return apply_show(v, event);
  case JUNQI_EV_OUT: return apply_out(v, event->seat, event->reason);
  case JUNQI_EV_END: return apply_end(v, event);
  case JUNQI_EV_TIMEOUT:
  case JUNQI_EV_SKIP:
    if (event->seat != v->turn) return JUNQI_E_EVENT_UNFIT;
    v->timeouts[event->seat]++;
    v->turn = next_in(v, event->seat);
    return JUNQI_E_OK;
  default: return event->kind < JUNQI_EVENT_KINDS ? JUNQI_E_OK : JUNQI_E_EVENT_UNFIT;
  }
}

/* Some order of the pieces that are neither seen nor gone, for the face-down points (R-7.13 needs
 * only which live). */
static void deal_missing(const junqi_view *v, junqi_position *world) {
  uint8_t missing[2][JUNQI_TYPES];
  unsigned colour = 0, type = JUNQI_ENGINEER;
  for (unsigned c = 0; c < 2; c++)
    for (unsigned t = 0; t < JUNQI_TYPES; t++)
      missing[c][t] =
          (uint8_t)(junqi_type_count[t] > v->gone[c][t] ? junqi_type_count[t] - v->gone[c][t] : 0);
  for (unsigned q = 0; q < 60; q++) {
    junqi_piece piece = v->at[q];
    if (!piece || piece == JUNQI_FACE_DOWN || junqi_owner_of(piece) > 1) continue;
    if (missing[junqi_owner_of(piece)][junqi_type_of(piece)])
      missing[junqi_owner_of(piece)][junqi_type_of(piece)]--;
  }
  for (unsigned q = 0; q < 60; q++) {
    if (v->at[q] != JUNQI_FACE_DOWN) continue;
    while (colour < 2 && !missing[colour][type])
      if (++type > JUNQI_FLAG) colour++, type = JUNQI_ENGINEER;
    if (colour > 1) return;
    world->at[q] = junqi_piece_of(colour, (junqi_type)type);
    missing[colour][type]--;
  }
}

static void guess_piece(const junqi_view *v, junqi_piece guess, junqi_piece *piece) {
  if (flip(v) && *piece == JUNQI_FACE_DOWN)
    *piece = guess & (junqi_piece)~JUNQI_PUBLIC;
  else if (junqi_type_of(*piece) == JUNQI_UNKNOWN)
    *piece = (junqi_piece)((*piece & ~15) | junqi_type_of(guess));
}

void junqi_view_open(junqi_view *v, junqi_seat viewer, const junqi_position *p) {
  memset(v, 0, sizeof *v);
  v->rules = p->rules;
  v->viewer = viewer;
  v->mover = JUNQI_NO_SEAT;
  memcpy(v->at, p->at, sizeof v->at);
  v->turn = p->turn;
  v->state = p->state;
  v->winners = p->winners;
  v->reason = p->reason;
  v->outs = p->outs;
  v->out_set = p->out_set;
  memcpy(v->out, p->out, sizeof v->out);
  memcpy(v->out_reason, p->out_reason, sizeof v->out_reason);
  memcpy(v->timeouts, p->timeouts, sizeof v->timeouts);
  memcpy(v->colour, p->colour, sizeof v->colour);
  v->last_colour = p->last_colour;
  memcpy(v->dug, p->dug, sizeof v->dug);
  memcpy(v->carrier, p->carrier, sizeof v->carrier);
  v->quiet = p->quiet;
  v->ply = p->ply;
}

void junqi_view_position(const junqi_view *v, junqi_position *p) {
  memset(p, 0, sizeof *p);
  p->rules = v->rules;
  memcpy(p->at, v->at, sizeof p->at);
  p->turn = v->turn;
  p->outs = v->outs;
  p->out_set = v->out_set;
  memcpy(p->out, v->out, sizeof p->out);
  memcpy(p->out_reason, v->out_reason, sizeof p->out_reason);
  memcpy(p->timeouts, v->timeouts, sizeof p->timeouts);
  memcpy(p->colour, v->colour, sizeof p->colour);
  p->last_colour = v->last_colour;
  memcpy(p->dug, v->dug, sizeof p->dug);
  memcpy(p->carrier, v->carrier, sizeof p->carrier);
  p->quiet = v->quiet;
  p->ply = v->ply;
}

void junqi_view_world(const junqi_view *v, const junqi_piece guess[], junqi_position *world) {
  junqi_view_position(v, world);
  if (guess)
    for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
      guess_piece(v, guess[q], &world->at[q]);
  else if (flip(v))
    deal_missing(v, world);
  junqi_position_index(world);
  if (v->state == JUNQI_RUNNING) return;
  world->state = v->state;
  world->winners = v->winners;
  world->reason = v->reason;
}
