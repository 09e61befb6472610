/* Figures of the hub: how many tables, how many games, how long the store takes. See hub.h. */
#include "hall.h"

static const uint64_t bounds[HUB_LATENCIES] = {1,   2,   5,    10,   20,        50,
                                               100, 200, 1000, 5000, UINT64_MAX};

uint64_t hub_latency_bound(size_t index) {
  return bounds[index];
}

void hub_census_written(hub *h, const hub_write *write) {
  if (write->since == 0) return;
  uint64_t took = h->world.now(h->world.context) - write->since;
  size_t i = 0;
  while (took > bounds[i])
    i++;
  h->figures.latency[i]++;
  h->figures.latency_sum += took;
  if (write->ends) h->figures.games++;
}

static void count_table(void *context, hub_table *t) {
  hub_figures *figures = context;
  switch (junqi_table_state_of(t->table)) {
  case JUNQI_TABLE_NEW:
  case JUNQI_TABLE_WAITING: figures->waiting++; break;
  case JUNQI_TABLE_PLAYING: figures->playing++; break;
  case JUNQI_TABLE_FINISHED:
  case JUNQI_TABLE_CLOSED: figures->finished++; break;
  }
}

hub_figures hub_figures_of(hub *h) {
  hub_figures figures = h->figures;
  hub_table_each(h, count_table, &figures);
  return figures;
}
