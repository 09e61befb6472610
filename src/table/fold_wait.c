/* Folding what happens before the start: rules, settings, owner, layouts, readiness, clocks. */
#include "state.h"

#include <string.h>

static bool rules_fit(const junqi_rules *rules) {
  if (rules->variant >= JUNQI_VARIANTS) return false;
  junqi_rules same = junqi_rules_default((junqi_variant)rules->variant);
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    const junqi_option_info *info = junqi_option_about((junqi_option)i);
    char text[32];
    if (info->fallback[rules->variant] < 0) {
      if (rules->value[i]) return false;
      continue;
    }
    size_t length = junqi_option_text(rules, (junqi_option)i, text, sizeof text);
    if (junqi_rules_set(&same, info->name, strlen(info->name), text, length, NULL) != JUNQI_E_OK ||
        same.value[i] != rules->value[i])
      return false;
  }
  return true;
}

/* A table that has been told no settings is one of the first version, which had none. */
static bool fold_created(junqi_table *t, const junqi_table_event *e) {
  if (t->state != JUNQI_TABLE_NEW || !rules_fit(&e->rules)) return false;
  t->state = JUNQI_TABLE_WAITING;
  t->owner = JUNQI_NO_SEAT;
  t->rules = e->rules;
  t->seed = e->seed;
  t->settings.value[JUNQI_SET_WATCH] = 1;
  t->game.position.rules = &t->rules;
  t->game.proposer = JUNQI_NO_SEAT;
  return true;
}

/* Layouts stay, but computer players are asked for theirs again. */
static bool fold_options(junqi_table *t, const junqi_table_event *e) {
  if (!rules_fit(&e->rules)) return false;
  for (unsigned seat = junqi_seats((junqi_variant)e->rules.variant); seat < JUNQI_MAX_SEATS; seat++)
    if (t->seat[seat].who) return false;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    t->seat[seat].ready = false;
    if (t->seat[seat].who == JUNQI_COMPUTER) t->seat[seat].asked_at = e->seq;
  }
  t->rules = e->rules;
  t->countdown = false;
  return true;
}

static bool fold_settings(junqi_table *t, const junqi_table_event *e) {
  if (junqi_settings_check(&e->settings, NULL) != JUNQI_E_OK) return false;
  t->settings = e->settings;
  return true;
}

static bool fold_owner(junqi_table *t, const junqi_table_event *e) {
  if (t->seat[e->seat].who != JUNQI_HUMAN) return false;
  t->owner = e->seat;
  return true;
}

static bool fold_layout(junqi_table *t, const junqi_table_event *e) {
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (e->layout[e->seat].at[i] >= JUNQI_UNKNOWN) return false;
  t->layout[e->seat] = e->layout[e->seat];
  return true;
}

static bool fold_ready(junqi_table *t, const junqi_table_event *e) {
  bool ready = e->kind == JUNQI_TABLE_READY;
  if (t->seat[e->seat].who == JUNQI_FREE || t->seat[e->seat].ready == ready) return false;
  t->seat[e->seat].ready = ready;
  if (!ready) t->countdown = false;
  return true;
}

static bool fold_setup(junqi_table *t, const junqi_table_event *e) {
  if (t->setup || table_flip(t)) return false;
  t->setup = true;
  t->setup_at = e->at;
  return true;
}

static bool fold_countdown(junqi_table *t, const junqi_table_event *e) {
  if (t->countdown) return false;
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    if (!t->seat[seat].ready) return false;
  t->countdown = true;
  t->countdown_at = e->at;
  return true;
}

static bool fold_close(junqi_table *t) {
  if (t->owner != JUNQI_NO_SEAT) return false;
  t->state = JUNQI_TABLE_CLOSED;
  t->setup = t->countdown = false;
  return true;
}

bool table_fold_wait(junqi_table *t, const junqi_table_event *e) {
  switch (e->kind) {
  case JUNQI_TABLE_CREATED: return fold_created(t, e);
  case JUNQI_TABLE_OPTIONS: return fold_options(t, e);
  case JUNQI_TABLE_SETTINGS: return fold_settings(t, e);
  case JUNQI_TABLE_OWNER: return fold_owner(t, e);
  case JUNQI_TABLE_LAYOUT: return fold_layout(t, e);
  case JUNQI_TABLE_READY:
  case JUNQI_TABLE_UNREADY: return fold_ready(t, e);
  case JUNQI_TABLE_SETUP: return fold_setup(t, e);
  case JUNQI_TABLE_COUNTDOWN: return fold_countdown(t, e);
  case JUNQI_TABLE_CLOSE: return fold_close(t);
  default: return false;
  }
}
