/* Private to the ai room: what a level may think, and what all variants' players share. */
#ifndef AI_LEVEL_H
#define AI_LEVEL_H

#include "junqi/ai.h"

typedef struct ai_level {
  uint32_t nodes; /* positions, when the caller leaves it to the level */
  uint8_t depth;  /* plies looked ahead at most */
  uint8_t worlds; /* imagined, where worlds are */
  uint16_t blur;  /* 1/100: by how much it misjudges a ply at most */
  uint8_t lapses; /* of 100 plies, those on which it does not think at all */
} ai_level;

/* What walking back or doing the same again costs: it brings a game no further, the less the longer
 * nothing has happened. */
int32_t ai_weariness(const junqi_player *player, junqi_move move);

/* The plies that junqi_player_rate was asked about; none: all are looked at. */
typedef struct ai_asked {
  junqi_rated *list;
  unsigned count;
} ai_asked;

/* Is this ply to be looked at? */
bool ai_is_asked(const ai_asked *asked, junqi_move move);
/* Its score, once the search is over. */
void ai_answer(const ai_asked *asked, junqi_move move, int32_t score);

/* The players behind junqi_player_choose and junqi_player_rate; `know` is at rest, its viewer on
 * turn with a legal ply.
 */
junqi_thought dark_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget, const ai_asked *asked);
junqi_thought flip_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget, const ai_asked *asked);
junqi_thought four_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget, const ai_asked *asked);
junqi_thought three_choose(const junqi_player *player, const junqi_knowledge *know,
                           const ai_level *level, const junqi_budget *budget,
                           const ai_asked *asked);

/* What a position is worth to the viewer, without search. */
int32_t dark_judge(const junqi_player *player, const junqi_knowledge *know);
int32_t flip_judge(const junqi_player *player, const junqi_knowledge *know);
int32_t many_judge(const junqi_player *player, const junqi_knowledge *know);

#endif
