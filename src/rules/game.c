/* The true game (RULES.md ): what people and clocks ask of it, checked, and the
 * events that follow. Plies are worked by make.c; this file adds what is not on the board. */
#include "junqi/game.h"

#include <string.h>

static void begin(junqi_game *game, junqi_seat first) {
  memset(game, 0, sizeof *game);
  game->first = first;
  game->mover = game->proposer = JUNQI_NO_SEAT;
}

static void add(junqi_events *events, junqi_event event) {
  if (events->count < JUNQI_MAX_AUTOMATIC) events->item[events->count++] = event;
}

/* any seat going out ends the proposal. */
static void close_offer(junqi_game *game) {
  game->proposer = JUNQI_NO_SEAT;
  game->accepted = 0;
}

static void after_events(junqi_game *game, const junqi_events *events) {
  for (unsigned i = 0; i < events->count; i++)
    if (events->item[i].kind == JUNQI_EV_OUT || events->item[i].kind == JUNQI_EV_END)
      close_offer(game);
}

static junqi_code fail_seat(junqi_error *error, junqi_code code, junqi_seat where,
                            junqi_seat wanted) {
  junqi_fail(error, code);
  if (!error) return code;
  if (where < JUNQI_MAX_SEATS) error->where[0] = (char)('a' + where);
  if (wanted < JUNQI_MAX_SEATS) error->wanted[0] = (char)('a' + wanted);
  return code;
}

static void put_number(char *field, unsigned number) {
  char digits[12];
  size_t n = 0;
  do
    digits[n++] = (char)('0' + number % 10);
  while (number /= 10);
  while (n)
    *field++ = digits[--n];
  *field = '\0';
}

static junqi_code fail_number(junqi_error *error, junqi_code code, unsigned wanted,
                              unsigned found) {
  junqi_fail(error, code);
  if (!error) return code;
  put_number(error->wanted, wanted);
  put_number(error->found, found);
  return code;
}

junqi_code junqi_game_start(junqi_game *game, const junqi_rules *rules,
                            const junqi_layout layouts[], junqi_seat first, junqi_events *events,
                            junqi_error *error) {
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  if (first >= seats) return fail_seat(error, JUNQI_E_SEAT_OUT, first, JUNQI_NO_SEAT);
  for (unsigned seat = 0; seat < seats; seat++) {
    junqi_code code = junqi_layout_check(rules, &layouts[seat], (junqi_seat)seat, error);
    if (code != JUNQI_E_OK) return code;
  }
  begin(game, first);
  memcpy(game->layout, layouts, seats * sizeof *layouts);
  events->count = 0;
  junqi_position_start(&game->position, rules, game->layout, first, events);
  return junqi_fail(error, JUNQI_E_OK);
}

static junqi_code check_deal(const junqi_piece deal[60], junqi_error *error) {
  uint8_t count[2][JUNQI_TYPES] = {{0}};
  for (unsigned q = 0; q < 60; q++) {
    bool camp = junqi_layout_camp(q % JUNQI_ARM_POINTS);
    unsigned owner = junqi_owner_of(deal[q]), type = junqi_type_of(deal[q]);
    bool fine = camp ? deal[q] == JUNQI_EMPTY
                     : owner < 2 && type >= JUNQI_ENGINEER && type <= JUNQI_FLAG &&
                           ++count[owner][type] <= junqi_type_count[type];
    if (fine) continue;
    junqi_fail(error, JUNQI_E_DEAL_WRONG);
    if (error) memcpy(error->where, junqi_board_of(JUNQI_FLIP)->name[q], 4);
    return JUNQI_E_DEAL_WRONG;
  }
  return junqi_fail(error, JUNQI_E_OK);
}

junqi_code junqi_game_deal(junqi_game *game, const junqi_rules *rules, const junqi_piece deal[60],
                           junqi_seat first, junqi_events *events, junqi_error *error) {
  if (first >= 2) return fail_seat(error, JUNQI_E_SEAT_OUT, first, JUNQI_NO_SEAT);
  junqi_code code = check_deal(deal, error);
  if (code != JUNQI_E_OK) return code;
  begin(game, first);
  memcpy(game->deal, deal, sizeof game->deal);
  events->count = 0;
  junqi_position_deal(&game->position, rules, game->deal, first, events);
  return JUNQI_E_OK;
}

junqi_code junqi_game_play(junqi_game *game, junqi_seat seat, junqi_move move, junqi_events *events,
                           junqi_error *error) {
  junqi_code code = junqi_explain(&game->position, seat, move, error);
  if (code != JUNQI_E_OK) return code;
  junqi_event ply = {.kind = JUNQI_EV_PLY, .seat = seat, .move = move};
  if (move.from == move.to) ply.piece = game->position.at[move.from] | JUNQI_PUBLIC;
  events->count = 0;
  add(events, ply);
  events->item[0].outcome = (uint8_t)junqi_make(&game->position, move, NULL, events);
  game->mover = seat;
  if (seat == game->proposer) close_offer(game);
  after_events(game, events);
  return JUNQI_E_OK;
}

static junqi_code may_resign(const junqi_game *game, uint32_t seconds, junqi_error *error) {
  const junqi_rules *rules = game->position.rules;
  unsigned plies = junqi_opt(rules, JUNQI_OPT_RESIGN_PLY),
           wait = junqi_opt(rules, JUNQI_OPT_RESIGN_SECONDS);
  if (!junqi_opt(rules, JUNQI_OPT_RESIGN)) return junqi_fail(error, JUNQI_E_RESIGN_OFF);
  if (game->position.ply < plies)
    return fail_number(error, JUNQI_E_RESIGN_PLY, plies, game->position.ply);
  if (seconds < wait) return fail_number(error, JUNQI_E_RESIGN_SECONDS, wait, seconds);
  return JUNQI_E_OK;
}

static junqi_code may_offer(const junqi_game *game, junqi_seat seat, junqi_error *error) {
  if (game->proposer != JUNQI_NO_SEAT) return junqi_fail(error, JUNQI_E_OFFER_OPEN);
  if (game->offers[seat] >= JUNQI_MAX_OFFERS) return junqi_fail(error, JUNQI_E_OFFER_LIMIT);
  return JUNQI_E_OK;
}

static junqi_code may_answer(const junqi_game *game, junqi_event_kind kind, junqi_seat seat,
                             junqi_error *error) {
  if (game->proposer == JUNQI_NO_SEAT) return junqi_fail(error, JUNQI_E_OFFER_NONE);
  if (game->proposer == seat) return junqi_fail(error, JUNQI_E_OFFER_OWN);
  if (kind == JUNQI_EV_ACCEPT && game->accepted >> seat & 1)
    return junqi_fail(error, JUNQI_E_OFFER_TWICE);
  return JUNQI_E_OK;
}

static junqi_code may_happen(const junqi_game *game, junqi_event_kind kind, junqi_seat seat,
                             uint32_t seconds, junqi_error *error) {
  const junqi_position *p = &game->position;
  if (p->state != JUNQI_RUNNING) return junqi_fail(error, JUNQI_E_GAME_OVER);
  if (seat >= junqi_seats((junqi_variant)p->rules->variant) || junqi_is_out(p, seat))
    return fail_seat(error, JUNQI_E_SEAT_OUT, seat, JUNQI_NO_SEAT);
  switch (kind) {
  case JUNQI_EV_TIMEOUT:
  case JUNQI_EV_ILLEGAL:
  case JUNQI_EV_TIME:
    return seat == p->turn ? JUNQI_E_OK : fail_seat(error, JUNQI_E_NOT_YOUR_TURN, seat, p->turn);
  case JUNQI_EV_RESIGN: return may_resign(game, seconds, error);
  case JUNQI_EV_ESCAPE: return JUNQI_E_OK;
  case JUNQI_EV_OFFER: return may_offer(game, seat, error);
  case JUNQI_EV_ACCEPT:
  case JUNQI_EV_REFUSE: return may_answer(game, kind, seat, error);
  default: return junqi_fail(error, JUNQI_E_EVENT_UNFIT);
  }
}

/* When all other seats still in have accepted, the game is drawn. */
static void accept(junqi_game *game, junqi_seat seat, junqi_events *events) {
  junqi_position *p = &game->position;
  unsigned in = ((1u << junqi_seats((junqi_variant)p->rules->variant)) - 1) & ~(unsigned)p->out_set;
  game->accepted |= (uint8_t)(1u << seat);
  if ((in & ~(unsigned)game->accepted & ~(1u << game->proposer)) == 0)
    junqi_end_draw(p, JUNQI_BY_AGREED, events);
}

static junqi_reason reason_of(junqi_event_kind kind) {
  switch (kind) {
  case JUNQI_EV_RESIGN: return JUNQI_BY_RESIGN;
  case JUNQI_EV_ESCAPE: return JUNQI_BY_ESCAPE;
  case JUNQI_EV_ILLEGAL: return JUNQI_BY_ILLEGAL;
  default: return JUNQI_BY_TIME;
  }
}

junqi_code junqi_game_event(junqi_game *game, junqi_event_kind kind, junqi_seat seat,
                            uint32_t seconds, junqi_events *events, junqi_error *error) {
  junqi_code code = may_happen(game, kind, seat, seconds, error);
  if (code != JUNQI_E_OK) return code;
  events->count = 0;
  add(events, (junqi_event){.kind = (uint8_t)kind, .seat = seat});
  switch (kind) {
  case JUNQI_EV_TIMEOUT: junqi_forfeit(&game->position, events); break;
  case JUNQI_EV_OFFER:
    game->proposer = seat;
    game->offers[seat]++;
    break;
  case JUNQI_EV_ACCEPT: accept(game, seat, events); break;
  case JUNQI_EV_REFUSE: close_offer(game); break;
  default: junqi_put_out(&game->position, seat, reason_of(kind), events); break;
  }
  after_events(game, events);
  return junqi_fail(error, JUNQI_E_OK);
}

junqi_code junqi_game_stop(junqi_game *game, junqi_reason reason, junqi_events *events,
                           junqi_error *error) {
  if (game->position.state != JUNQI_RUNNING) return junqi_fail(error, JUNQI_E_GAME_OVER);
  events->count = 0;
  junqi_end_draw(&game->position, reason, events);
  after_events(game, events);
  return junqi_fail(error, JUNQI_E_OK);
}

/* What stands on a point, as `viewer` may see it while the game runs. */
static junqi_piece seen(const junqi_position *p, junqi_seat viewer, junqi_piece piece) {
  unsigned owner = junqi_owner_of(piece);
  if (!piece || piece & JUNQI_PUBLIC) return piece;
  if (p->rules->variant == JUNQI_FLIP) return JUNQI_FACE_DOWN;
  return junqi_view_sees(p->rules, viewer, owner) ? piece : junqi_piece_of(owner, JUNQI_UNKNOWN);
}

/* Pieces that left the board: all that the owner had less those that stand. */
static void count_lost(const junqi_position *p, junqi_view *v) {
  bool flip = p->rules->variant == JUNQI_FLIP;
  for (unsigned owner = 0; owner < junqi_seats((junqi_variant)p->rules->variant); owner++) {
    v->lost[owner] = JUNQI_ARM_PIECES;
    if (flip) memcpy(v->gone[owner], junqi_type_count, JUNQI_TYPES);
  }
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++) {
    if (!p->at[q]) continue;
    v->lost[junqi_owner_of(p->at[q])]--;
    if (flip) v->gone[junqi_owner_of(p->at[q])][junqi_type_of(p->at[q])]--;
  }
}

void junqi_game_view(const junqi_game *game, junqi_seat viewer, junqi_view *v) {
  const junqi_position *p = &game->position;
  junqi_view_open(v, viewer, p);
  v->mover = game->mover;
  count_lost(p, v);
  if (p->state != JUNQI_RUNNING) return;
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    v->at[q] = seen(p, viewer, p->at[q]);
}
