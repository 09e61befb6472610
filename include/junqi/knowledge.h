/* What follows for certain from a view's public facts and one's own pieces (RULES.md ): per
 * piece the set of types that it can still be. It never excludes the truth; it is exact where that
 * is cheap. It is fed with the same public events as a view, and like it never sees the true game.
 */
#ifndef JUNQI_KNOWLEDGE_H
#define JUNQI_KNOWLEDGE_H

#include "junqi/view.h"

enum {
  JUNQI_SLOTS = JUNQI_MAX_SEATS * JUNQI_ARM_PIECES, /* one for each piece of the game */
  JUNQI_NO_SLOT = 255,
  JUNQI_ANY_TYPE = 0x1FFE /* bits 1..12, by junqi_type */
};

/* Piece i of seat s is slot s * 25 + i, from set-up until after its removal. `flip` has no private
 * pieces: there only `view` is kept. */
typedef struct junqi_knowledge {
  junqi_view view;
  uint8_t slot[JUNQI_MAX_POINTS]; /* of the piece on a point, or JUNQI_NO_SLOT */
  junqi_point where[JUNQI_SLOTS]; /* JUNQI_NO_POINT once removed */
  junqi_point home[JUNQI_SLOTS];  /* where it was set up */
  uint16_t may[JUNQI_SLOTS];      /* bit set of types */
  bool moved[JUNQI_SLOTS];
  uint8_t
      fallen[2]; /* attacker and defender that the last ply removed, until its silence is judged */
  junqi_point survivor; /* what the attacker fell to alone, or JUNQI_NO_POINT */
} junqi_knowledge;

/* From the same arguments as junqi_view_start. */
void junqi_knowledge_start(junqi_knowledge *knowledge, const junqi_rules *rules, junqi_seat viewer,
                           const junqi_layout *const layouts[], junqi_seat first);

/* Folds one public event, as junqi_view_apply does, with its errors; nothing changes on an error.
 * What a ply proves by what it does not show is concluded by the next event that is no SHOW, or by
 * junqi_knowledge_rest. */
junqi_code junqi_knowledge_apply(junqi_knowledge *knowledge, const junqi_event *event);

/* Says that no SHOW of the last ply is to come: call before reading, once all events so far are
 * folded. */
void junqi_knowledge_rest(junqi_knowledge *knowledge);

/* The types that the piece on `point` can still be; 0 for an empty point, JUNQI_ANY_TYPE for a
 * face-down one. */
uint16_t junqi_may_be(const junqi_knowledge *knowledge, junqi_point point);

#endif
