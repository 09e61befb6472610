/* See door.h. */
#include "door.h"

#include "bot_line.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static size_t row_of(const unsigned char place[16]) {
  uint64_t sum = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < 16; i++)
    sum = (sum ^ place[i]) * 1099511628211u;
  return (sum >> 32) % DOOR_ROWS;
}

door_socket *door_enter(door *d, struct junqi_net_socket *socket, const visitor *who) {
  door_socket *one = server_new(sizeof *one);
  one->socket = socket;
  one->known = who->known;
  one->kind = who->kind;
  one->hash = who->hash;
  one->account = who->known ? who->account.id : 0;
  memcpy(one->place, who->place, sizeof one->place);
  one->after = d->first;
  if (d->first) d->first->before = one;
  d->first = one;
  door_socket **row = &d->row[row_of(one->place)];
  one->next_in_row = *row;
  one->link_in_row = row;
  if (*row) (*row)->link_in_row = &one->next_in_row;
  *row = one;
  d->count++;
  return one;
}

void door_leave(door *d, door_socket *one) {
  *one->link_in_row = one->next_in_row;
  if (one->next_in_row) one->next_in_row->link_in_row = one->link_in_row;
  if (one->before)
    one->before->after = one->after;
  else
    d->first = one->after;
  if (one->after) one->after->before = one->before;
  d->count--;
  free(one);
}

size_t door_count(const door *d, const visitor *who) {
  size_t count = 0;
  for (const door_socket *one = d->row[row_of(who->place)]; one; one = one->next_in_row)
    count += memcmp(one->place, who->place, sizeof one->place) == 0;
  return count;
}

void door_close(door_socket *one, int code, const char *reason) {
  if (one->socket)
    junqi_net_close(one->socket, code, reason);
  else
    bot_line_cut(one->line, code);
}

void door_close_hash(door *d, const unsigned char *hash) {
  for (door_socket *one = d->first; one; one = one->after)
    if (one->known && memcmp(one->hash.bytes, hash, sizeof one->hash.bytes) == 0)
      door_close(one, 4001, "session over");
}

static bool is_spared(const door_socket *one, const unsigned char *spared) {
  return spared && memcmp(one->hash.bytes, spared, sizeof one->hash.bytes) == 0;
}

void door_close_account(door *d, uint64_t account, const unsigned char *spared) {
  for (door_socket *one = d->first; one; one = one->after)
    if (account != 0 && one->account == account && !is_spared(one, spared))
      door_close(one, 4001, "session over");
}

void door_close_sessions(door *d, uint64_t account, const unsigned char *spared) {
  for (door_socket *one = d->first; one; one = one->after)
    if (account != 0 && one->account == account && one->kind == SESSION_BROWSER &&
        !is_spared(one, spared))
      door_close(one, 4001, "session over");
}
