/* What people and computer players ask of a table: found right or refused with the reason, before
 * anything changes. Here, who may ask what and when, and what is asked in a running game; the rules
 * themselves answer for plies, draw proposals and resigning. */
#include "state.h"

#include <stdio.h>
#include <string.h>

typedef junqi_table_event event;

junqi_code table_fail_seat(junqi_error *error, junqi_code code, junqi_seat seat) {
  junqi_fail(error, code);
  if (!error || seat >= JUNQI_MAX_SEATS) return code;
  error->where[0] = error->wanted[0] = (char)('a' + seat);
  return code;
}

static junqi_code fail_unknown_seat(const junqi_table *t, junqi_error *error, junqi_seat seat) {
  junqi_fail(error, JUNQI_E_TABLE_SEAT_UNKNOWN);
  if (!error) return JUNQI_E_TABLE_SEAT_UNKNOWN;
  if (seat < 26) error->found[0] = (char)('a' + seat);
  snprintf(error->wanted, sizeof error->wanted, "a-%c", 'a' + (int)table_seats(t) - 1);
  return JUNQI_E_TABLE_SEAT_UNKNOWN;
}

bool table_is_owner(const junqi_table *t, junqi_person person) {
  return t->owner != JUNQI_NO_SEAT && person != JUNQI_NOBODY && t->seat[t->owner].person == person;
}

bool table_holds(const junqi_table *t, const junqi_table_input *in) {
  const table_seat *seat = &t->seat[in->seat];
  if (seat->who == JUNQI_FREE) return false;
  return seat->who == JUNQI_COMPUTER ? in->person == JUNQI_NOBODY : in->person == seat->person;
}

/* The oldest event that the sender must have been told for this input to mean what it means now. */
static uint32_t must_have_seen(const junqi_table *t, uint8_t kind) {
  switch (kind) {
  case JUNQI_DO_PLY:
  case JUNQI_DO_SKIP: return t->turn_seq;
  case JUNQI_DO_ACCEPT:
  case JUNQI_DO_REFUSE: return t->game.proposer == JUNQI_NO_SEAT ? 0 : t->offer_seq;
  default: return 0;
  }
}

static uint8_t line_of(uint8_t kind) {
  switch (kind) {
  case JUNQI_DO_PLY: return JUNQI_EV_PLY;
  case JUNQI_DO_SKIP: return JUNQI_EV_TIMEOUT;
  case JUNQI_DO_RESIGN: return JUNQI_EV_RESIGN;
  case JUNQI_DO_OFFER: return JUNQI_EV_OFFER;
  case JUNQI_DO_ACCEPT: return JUNQI_EV_ACCEPT;
  default: return JUNQI_EV_REFUSE;
  }
}

/* Where the rules end no game by itself, two who go to and fro for ever must not fill the store,
 * nor make all others wait while it is told to somebody. */
static junqi_code fail_plies(junqi_error *error) {
  junqi_fail(error, JUNQI_E_TABLE_PLIES);
  if (error) snprintf(error->wanted, sizeof error->wanted, "%d", JUNQI_TABLE_PLIES);
  return JUNQI_E_TABLE_PLIES;
}

static junqi_code play(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                       junqi_error *error) {
  uint32_t least = must_have_seen(t, in->kind);
  if (t->seat[in->seat].substitute && in->person != JUNQI_NOBODY)
    return junqi_fail(error, JUNQI_E_TABLE_SUBSTITUTED);
  if (least && (in->seen < least || in->seen > t->seq)) {
    junqi_fail(error, JUNQI_E_TABLE_STALE);
    if (error) {
      snprintf(error->found, sizeof error->found, "%lu", (unsigned long)in->seen);
      snprintf(error->wanted, sizeof error->wanted, "%lu", (unsigned long)t->seq);
    }
    return JUNQI_E_TABLE_STALE;
  }
  if (in->kind == JUNQI_DO_PLY && t->game.position.ply >= JUNQI_TABLE_PLIES)
    return fail_plies(error);
  event e = {.kind = JUNQI_TABLE_LINE, .line = {.kind = line_of(in->kind), .seat = in->seat}};
  if (in->kind == JUNQI_DO_PLY) e.line.move = in->move;
  return table_emit(t, e, events, error);
}

/* who is out may leave freely. */
static junqi_code escape(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                         junqi_error *error) {
  event gone = {.kind = JUNQI_TABLE_SEAT, .seat = in->seat};
  if (!junqi_is_out(&t->game.position, in->seat))
    gone = (event){.kind = JUNQI_TABLE_LINE, .line = {.kind = JUNQI_EV_ESCAPE, .seat = in->seat}};
  return table_emit(t, gone, events, error);
}

static junqi_code hand_over(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  const table_seat *seat = &t->seat[in->seat];
  event e = {.kind = JUNQI_TABLE_HANDOVER, .seat = in->seat};
  e.level = t->settings.value[JUNQI_SET_SUBSTITUTES];
  if (seat->who != JUNQI_HUMAN || e.level == 0)
    return junqi_fail(error, JUNQI_E_TABLE_NO_SUBSTITUTES);
  if (seat->substitute) return JUNQI_E_OK; /* asked twice */
  if (junqi_is_out(&t->game.position, in->seat))
    return table_fail_seat(error, JUNQI_E_SEAT_OUT, in->seat);
  if (seat->handovers < JUNQI_TABLE_HANDOVERS) return table_emit(t, e, events, error);
  junqi_fail(error, JUNQI_E_TABLE_HANDOVERS);
  if (error) snprintf(error->found, sizeof error->found, "%u", seat->handovers);
  return JUNQI_E_TABLE_HANDOVERS;
}

static junqi_code take_back(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  if (!t->seat[in->seat].substitute) return junqi_fail(error, JUNQI_E_TABLE_NOT_SUBSTITUTED);
  table_say(t, JUNQI_TABLE_RETURN, in->seat, events);
  return JUNQI_E_OK;
}

static junqi_code game_input(junqi_table *t, const junqi_table_input *in,
                             junqi_table_events *events, junqi_error *error) {
  switch (in->kind) {
  case JUNQI_DO_LEAVE: return escape(t, in, events, error);
  case JUNQI_DO_HANDOVER: return hand_over(t, in, events, error);
  case JUNQI_DO_RETURN: return take_back(t, in, events, error);
  default: return play(t, in, events, error);
  }
}

/* With no grace left there is no cut to wait for. */
junqi_code table_connection(junqi_table *t, const junqi_table_input *in,
                            junqi_table_events *events) {
  const table_seat *seat = &t->seat[in->seat];
  bool cut = in->kind == JUNQI_DO_DISCONNECTED;
  if (seat->who != JUNQI_HUMAN || seat->cut == cut) return JUNQI_E_OK;
  if (cut && seat->absent >= table_absence_all(t))
    table_grace_over(t, in->seat, events);
  else
    table_say(t, cut ? JUNQI_TABLE_CUT : JUNQI_TABLE_BACK, in->seat, events);
  return JUNQI_E_OK;
}

/* In which part of a table's life something may be asked. */
enum { WAITING = 1, PLAYING = 2, ENDED = 4 };

static unsigned when(uint8_t kind) {
  if (kind == JUNQI_DO_LEAVE || kind >= JUNQI_DO_CONNECTED) return WAITING | PLAYING | ENDED;
  if (kind == JUNQI_DO_REMATCH) return ENDED;
  return kind < JUNQI_DO_PLY ? WAITING : PLAYING;
}

static junqi_code timely(const junqi_table *t, uint8_t kind, junqi_error *error) {
  unsigned at = when(kind);
  if (t->state == JUNQI_TABLE_WAITING && !(at & WAITING))
    return junqi_fail(error, at & PLAYING ? JUNQI_E_TABLE_NOT_STARTED : JUNQI_E_TABLE_NOT_ENDED);
  if (t->state == JUNQI_TABLE_PLAYING && !(at & PLAYING))
    return junqi_fail(error, at & WAITING ? JUNQI_E_TABLE_STARTED : JUNQI_E_TABLE_NOT_ENDED);
  return JUNQI_E_OK;
}

/* The caller acts for computer players and, in what they may do, for substitutes. */
static bool may_act(const junqi_table *t, const junqi_table_input *in) {
  bool substitute = in->person == JUNQI_NOBODY && t->seat[in->seat].substitute &&
                    in->kind >= JUNQI_DO_PLY && in->kind <= JUNQI_DO_REFUSE &&
                    in->kind != JUNQI_DO_RESIGN;
  return table_holds(t, in) || substitute;
}

/* Inputs that are not for a seat of the sender's; waiting.c looks at who sends them. */
static bool for_any_seat(const junqi_table *t, uint8_t kind) {
  return kind == JUNQI_DO_SIT || kind == JUNQI_DO_OPTIONS || kind == JUNQI_DO_KICK ||
         kind == JUNQI_DO_OWNER || kind == JUNQI_DO_SETTINGS ||
         (kind == JUNQI_DO_LEAVE && t->state == JUNQI_TABLE_WAITING);
}

junqi_code table_input(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                       junqi_error *error) {
  bool ended = t->state == JUNQI_TABLE_FINISHED;
  if (in->kind >= JUNQI_TABLE_INPUTS) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (in->kind == JUNQI_DO_TICK) return JUNQI_E_OK;
  if (t->state == JUNQI_TABLE_NEW) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (t->state == JUNQI_TABLE_CLOSED) return junqi_fail(error, JUNQI_E_TABLE_OVER);
  if (ended && !(when(in->kind) & ENDED)) return junqi_fail(error, JUNQI_E_GAME_OVER);
  if (in->seat >= table_seats(t)) return fail_unknown_seat(t, error, in->seat);
  if (ended) return table_end_input(t, in, events, error);
  if (!for_any_seat(t, in->kind) && !may_act(t, in))
    return table_fail_seat(error, JUNQI_E_TABLE_NOT_YOUR_SEAT, in->seat);
  junqi_code code = timely(t, in->kind, error);
  if (code != JUNQI_E_OK) return code;
  if (in->kind >= JUNQI_DO_CONNECTED) return table_connection(t, in, events);
  if (t->state == JUNQI_TABLE_WAITING) return table_wait_input(t, in, events, error);
  return game_input(t, in, events, error);
}
