/*
 * Token buckets and the table of connections per address. It counts; what happens to one who
 * asks too much is decided where the count is asked.
 */
#include "limits.h"

#include <stdlib.h>

struct net_bucket net_bucket_full(uint32_t burst, uint64_t now) {
  return (struct net_bucket){.level = (uint64_t)burst * 1000, .filled_at = now};
}

bool net_bucket_take(struct net_bucket *bucket, uint32_t per_second, uint32_t burst, uint64_t now) {
  uint64_t full = (uint64_t)burst * 1000;
  bucket->level += (now - bucket->filled_at) * per_second;
  bucket->filled_at = now;
  if (bucket->level > full) bucket->level = full;
  if (bucket->level < 1000) return false;
  bucket->level -= 1000;
  return true;
}

struct net_address_entry {
  struct net_address_entry *next;
  uint64_t address;
  size_t count;
};

/* The link that points to the entry of `address`, or to the NULL at the end of its chain.
 * Chains are no longer than the connections are many, so an unkeyed hash does no harm. */
static struct net_address_entry **address_link(struct net_addresses *addresses, uint64_t address) {
  uint64_t hash = address * 0x9e3779b97f4a7c15U;
  struct net_address_entry **link = &addresses->slots[hash >> 54];
  while (*link && (*link)->address != address)
    link = &(*link)->next;
  return link;
}

bool net_addresses_enter(struct net_addresses *addresses, uint64_t address, size_t max) {
  struct net_address_entry **link = address_link(addresses, address);
  if (!*link) {
    *link = calloc(1, sizeof **link);
    if (!*link) return false;
    (*link)->address = address;
  }
  if (max && (*link)->count >= max) return false;
  (*link)->count++;
  return true;
}

void net_addresses_leave(struct net_addresses *addresses, uint64_t address) {
  struct net_address_entry **link = address_link(addresses, address);
  struct net_address_entry *entry = *link;
  if (--entry->count) return;
  *link = entry->next;
  free(entry);
}
