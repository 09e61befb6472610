/* See table.h. One entry a slot: a new one replaces the old unless the old one looked deeper into
 * another position. */
#include "table.h"

#include <string.h>

void ai_table_start(ai_table *table, junqi_ai_slot *memory, size_t slots, uint64_t wanted) {
  uint64_t size = 1;
  table->slot = slots && memory ? memory : NULL;
  if (!table->slot) return;
  while (size * 2 <= slots && size < wanted)
    size *= 2;
  table->mask = size - 1;
  memset(memory, 0, (size_t)size * sizeof *memory);
}

static ai_entry unpack(uint64_t word) {
  return (ai_entry){.value = (int16_t)(word & 0xFFFF),
                    .depth = (int8_t)(word >> 16 & 0xFF),
                    .bound = (uint8_t)(word >> 24 & 0xFF),
                    .move = {(junqi_point)(word >> 32 & 0xFF), (junqi_point)(word >> 40 & 0xFF)}};
}

bool ai_table_find(const ai_table *table, uint64_t key, ai_entry *entry) {
  if (!table->slot) return false;
  const junqi_ai_slot *slot = &table->slot[key & table->mask];
  if (slot->key != key || !slot->word) return false;
  *entry = unpack(slot->word);
  return true;
}

void ai_table_keep(ai_table *table, uint64_t key, ai_entry e) {
  if (!table->slot) return;
  junqi_ai_slot *slot = &table->slot[key & table->mask];
  if (slot->word && slot->key != key && unpack(slot->word).depth > e.depth + 3) return;
  slot->key = key;
  slot->word = (uint64_t)(uint16_t)e.value | (uint64_t)(uint8_t)e.depth << 16 |
               (uint64_t)e.bound << 24 | (uint64_t)e.move.from << 32 | (uint64_t)e.move.to << 40;
}
