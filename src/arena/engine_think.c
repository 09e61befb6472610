/* See engine_think.h. */
#include "engine_think.h"

#include <string.h>

#include "belief.h"

bool engine_read_line(FILE *in, char line[ENGINE_LINE]) {
  while (fgets(line, ENGINE_LINE, in)) {
    size_t length = strlen(line);
    bool whole = length && line[length - 1] == '\n';
    if (!whole && length + 1 == ENGINE_LINE) {
      int byte;
      while ((byte = getc(in)) != '\n' && byte != EOF) {
      }
      continue;
    }
    while (length && strchr("\r\n \t", line[length - 1]))
      line[--length] = '\0';
    return true;
  }
  return false;
}

/* Where a piece stands says what it cannot be: mines and flags are where they were set up. */
static uint16_t may_stand(const junqi_rules *rules, unsigned owner, junqi_point at) {
  uint16_t may = 0;
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
    if (type <= JUNQI_BOMB ||
        (at / JUNQI_ARM_POINTS == owner && !junqi_layout_camp(at % JUNQI_ARM_POINTS) &&
         junqi_layout_spot(rules, at % JUNQI_ARM_POINTS, (junqi_type)type) == JUNQI_E_OK))
      may |= (uint16_t)(1u << type);
  return may;
}

/* Slots for the pieces on the board, then for those that are gone and may have been anything. */
static void fill_slots(junqi_knowledge *k, unsigned owner) {
  const junqi_view *view = &k->view;
  unsigned slot = owner * JUNQI_ARM_PIECES, end = slot + JUNQI_ARM_PIECES;
  unsigned points = junqi_board_of((junqi_variant)view->rules->variant)->points;
  for (unsigned q = 0; q < points && slot < end; q++) {
    junqi_type type = junqi_type_of(view->at[q]);
    if (!view->at[q] || junqi_owner_of(view->at[q]) != owner) continue;
    k->slot[q] = (uint8_t)slot;
    k->where[slot] = (junqi_point)q;
    k->home[slot] =
        q / JUNQI_ARM_POINTS == owner ? (junqi_point)q : junqi_arm_point((junqi_seat)owner, 2, 1);
    k->moved[slot] = k->home[slot] != q;
    k->may[slot++] = type == JUNQI_UNKNOWN ? may_stand(view->rules, owner, (junqi_point)q)
                                           : (uint16_t)(1u << (unsigned)type);
  }
  for (; slot < end; slot++) {
    k->where[slot] = JUNQI_NO_POINT;
    k->home[slot] = junqi_arm_point((junqi_seat)owner, 1, 1);
    k->may[slot] = JUNQI_ANY_TYPE;
    k->moved[slot] = true;
  }
}

bool engine_join(junqi_player *player, const junqi_view *view, unsigned level, uint64_t seed) {
  arena_belief belief;
  junqi_knowledge *k = &player->know;
  junqi_player_start(player, view->rules, view->viewer, NULL, view->turn, level, seed);
  k->view = *view;
  if (view->rules->variant == JUNQI_FLIP) return true;
  memset(k->slot, JUNQI_NO_SLOT, sizeof k->slot);
  for (unsigned owner = 0; owner < junqi_seats((junqi_variant)view->rules->variant); owner++)
    fill_slots(k, owner);
  return arena_belief_start(&belief, k);
}

bool engine_can_choose(const junqi_player *player) {
  const junqi_view *view = &player->know.view;
  junqi_knowledge know = player->know;
  arena_belief belief;
  junqi_position world;
  if (view->state != JUNQI_RUNNING || view->turn != view->viewer) return false;
  junqi_knowledge_rest(&know);
  if (!arena_belief_start(&belief, &know)) return false;
  junqi_view_world(view, NULL, &world);
  return junqi_count_moves(&world) > 0;
}
