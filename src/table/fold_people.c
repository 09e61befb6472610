/* Folding what people do with their seats: taken and left, cut and back, handed to a substitute and
 * taken back, and the wish to play again. */
#include "state.h"

#include <string.h>

/* Who is sent away goes to the front of a short list. */
static void note_kicked(junqi_table *t, junqi_person person) {
  if (person == JUNQI_NOBODY) return;
  memmove(t->kicked + 1, t->kicked, sizeof t->kicked - sizeof *t->kicked);
  t->kicked[0] = person;
}

static bool seat_may_change(const junqi_table *t, const junqi_table_event *e) {
  bool human = e->who == JUNQI_HUMAN;
  if (e->who > JUNQI_COMPUTER || human != (e->person != JUNQI_NOBODY)) return false;
  if ((e->who != JUNQI_FREE) == (t->seat[e->seat].who != JUNQI_FREE)) return false;
  if (e->who != JUNQI_FREE && e->why != JUNQI_WHY_OWN) return false;
  if (t->state == JUNQI_TABLE_WAITING) return true;
  if (t->state == JUNQI_TABLE_PLAYING)
    return e->who == JUNQI_FREE && junqi_is_out(&t->game.position, e->seat);
  return e->who == JUNQI_FREE && t->seat[e->seat].who == JUNQI_HUMAN;
}

/* A seat changes hands: what its former holder did there is forgotten. */
static bool fold_seat(junqi_table *t, const junqi_table_event *e) {
  if (!seat_may_change(t, e)) return false;
  if (e->why == JUNQI_WHY_KICKED) note_kicked(t, t->seat[e->seat].person);
  t->seat[e->seat] = (table_seat){.who = e->who, .level = e->level, .person = e->person};
  if (e->who == JUNQI_COMPUTER) t->seat[e->seat].asked_at = e->seq;
  if (t->state != JUNQI_TABLE_WAITING) return true;
  if (e->seat == t->owner) t->owner = JUNQI_NO_SEAT;
  t->layout[e->seat] = (junqi_layout){{0}};
  t->setup = t->countdown = false;
  return true;
}

static void charge(const junqi_table *t, table_seat *seat, uint64_t cost) {
  uint64_t all = table_absence_all(t);
  seat->absent = all - seat->absent < cost || seat->absent > all ? all : seat->absent + cost;
}

static bool fold_cut(junqi_table *t, const junqi_table_event *e) {
  table_seat *seat = &t->seat[e->seat];
  if (seat->who != JUNQI_HUMAN || seat->cut) return false;
  seat->cut = true;
  seat->restart = e->why == JUNQI_WHY_RESTART;
  seat->cut_at = e->at;
  return true;
}

/* An absence costs the time it took, the least where a substitute acted, nothing after a restart.
 */
static bool fold_back(junqi_table *t, const junqi_table_event *e) {
  table_seat *seat = &t->seat[e->seat];
  uint64_t least = table_absence_least(t), took = e->at - seat->cut_at;
  if (seat->who != JUNQI_HUMAN || !seat->cut) return false;
  if (!seat->restart) charge(t, seat, seat->substitute || took < least ? least : took);
  seat->cut = seat->restart = false;
  seat->cut_at = e->at;
  return true;
}

static bool fold_handover(junqi_table *t, const junqi_table_event *e) {
  table_seat *seat = &t->seat[e->seat];
  if (!table_may_hand_over(t, e->seat) || e->level != t->settings.value[JUNQI_SET_SUBSTITUTES])
    return false;
  if (seat->cut && !seat->restart) charge(t, seat, e->at - seat->cut_at);
  seat->substitute = e->level;
  seat->handovers++;
  t->computer = true;
  return true;
}

/* Whoever takes the seat back without being connected has a grace from now on. */
static bool fold_return(junqi_table *t, const junqi_table_event *e) {
  table_seat *seat = &t->seat[e->seat];
  if (!seat->substitute) return false;
  seat->substitute = 0;
  seat->restart = false;
  seat->cut_at = e->at;
  return true;
}

static bool may_wish(const junqi_table *t) {
  return t->revealed && !t->rematch && table_set(t, JUNQI_SET_REMATCH);
}

static bool fold_wish(junqi_table *t, const junqi_table_event *e) {
  table_seat *seat = &t->seat[e->seat];
  if (!may_wish(t) || seat->who != JUNQI_HUMAN || seat->wishes) return false;
  seat->wishes = true;
  return true;
}

static bool fold_rematch(junqi_table *t, const junqi_table_event *e) {
  if (!may_wish(t) || !t->seat[e->seat].wishes) return false;
  t->rematch = true;
  t->owner = e->seat;
  return true;
}

bool table_fold_people(junqi_table *t, const junqi_table_event *e) {
  switch (e->kind) {
  case JUNQI_TABLE_SEAT: return fold_seat(t, e);
  case JUNQI_TABLE_CUT: return fold_cut(t, e);
  case JUNQI_TABLE_BACK: return fold_back(t, e);
  case JUNQI_TABLE_HANDOVER: return fold_handover(t, e);
  case JUNQI_TABLE_RETURN: return fold_return(t, e);
  case JUNQI_TABLE_WISH: return fold_wish(t, e);
  case JUNQI_TABLE_REMATCH: return fold_rematch(t, e);
  default: return false;
  }
}
