/* Counting what strangers may use: a rate and connections per address. Private to net. */
#ifndef NET_LIMITS_H
#define NET_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Token bucket in thousandths of a token, so that it fills evenly in whole milliseconds. */
struct net_bucket {
  uint64_t level;
  uint64_t filled_at; /* ms */
};

struct net_bucket net_bucket_full(uint32_t burst, uint64_t now);
/* Take one token; false when there is none. */
bool net_bucket_take(struct net_bucket *bucket, uint32_t per_second, uint32_t burst, uint64_t now);

struct net_address_entry;

/* How many connections each address holds. */
struct net_addresses {
  struct net_address_entry *slots[1024];
};

/* Count one more for `address` unless it has `max` already (0: no limit) or memory ran out. */
bool net_addresses_enter(struct net_addresses *addresses, uint64_t address, size_t max);
void net_addresses_leave(struct net_addresses *addresses, uint64_t address);

#endif
