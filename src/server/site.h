/* What the files of the site share: the hub on a real network, clock, store and threads. Private to
 * them; others use junqi/server.h. */
#ifndef SERVER_SITE_H
#define SERVER_SITE_H

#include "admin.h"
#include "bots.h"
#include "control.h"
#include "diary.h"
#include "door.h"
#include "hub.h"
#include "limiter.h"
#include "passwords.h"
#include "visitor.h"

#include "junqi/net.h"
#include "junqi/server.h"

struct api_work;

typedef struct site {
  const junqi_server_options *options;
  junqi_server_limits limits; /* those in force */
  struct junqi_net *net;
  struct junqi_net_timer *timer;    /* the hub's */
  struct junqi_net_timer *beat;     /* so that a stall is noticed; see arm() */
  struct junqi_net_timer *sweeping; /* removes what is left of people long gone */
  junqi_store *store;
  server_bots *bots;
  passwords *passwords;
  limiter *limiter;
  control *control; /* NULL: there is none */
  out full;         /* what is said where there is no room; see junqi_net_config */
  admin admin;      /* the command that waits for the store */
  hub *hub;
  door door;
  visitor_proxies proxies;
  visitor arriving;       /* whose WebSocket is about to open */
  struct bot_line *lines; /* of bots over plain HTTP */
  bool lines_heard;       /* something is to be done on one of them */
  struct junqi_net_timer *lines_timer;
  struct api_work *works; /* requests whose answer waits for the store or a password */
  unsigned swept;         /* slices of the accounts gone through */
  diary diary;
  uint64_t limited[JUNQI_RATES]; /* how often somebody was refused */
  uint64_t armed;                /* when the timer will ring; UINT64_MAX: not */
  bool beating;
  uint64_t away; /* for how long the process has stood still, as far as the hub has heard */
  junqi_code failure;
} site;

/* Writes that the hub did not submit have the lowest bit of their tag set: the address of an
 * api_work is even. */
#define SITE_TAG_NOTE UINT64_C(1)  /* of a write whose completion nobody waits for */
#define SITE_TAG_ADMIN UINT64_C(3) /* of the administrator's */

int64_t site_date(void); /* ms since 1970 */

/* When a session that is used now is over. */
int64_t site_session_end(const junqi_store_account *account, int64_t now);

/* Who sent the request; that a secret was used is noted in the store. */
void site_meet(site *s, const struct junqi_net_request *request, visitor *who);

/* Takes one of a place, of a key. False: too many; *error says when there will be room. Programs on
 * the own machine are not counted by place. */
bool site_allows_place(site *s, junqi_server_rate rate, const visitor *who, junqi_error *error);
bool site_allows(site *s, junqi_server_rate rate, const void *key, size_t size, junqi_error *error);

/* Takes `count` more of what site_allows() has allowed. */
void site_spend(site *s, junqi_server_rate rate, const void *key, size_t size, uint32_t count);

/* So many events of a table's past cost so many of JUNQI_RATE_RETOLD, besides the one for asking.
 */
uint32_t site_retelling(size_t events);

/* A line in the diary: see diary_note(). */
#define site_note(s, level, ...)                                                                   \
  diary_note(&(s)->diary, level, site_date(), junqi_net_now_ms(), __VA_ARGS__)

/* Something about a person has changed: name, mute, ban, end. Sockets of a person who is banned or
 * deleted are closed. */
void site_person_changed(site *s, uint64_t account);

/* Whether the account is banned now; *error says until when and why. */
bool site_is_banned(const junqi_store_account *account, int64_t now, junqi_error *error);

#endif
