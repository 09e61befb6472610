/* What an administrator does to people, as words of a command line: carried out on a store, whether
 * a server runs on it or not. Not here: how the words come (control.h), how what changed is made
 * known to who is connected. */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "out.h"

#include "junqi/store_people.h"

enum { ADMIN_WORDS = 4 };

/* A command under way. Zero-initialise `text`, free it with out_free(). */
typedef struct admin {
  junqi_store *store;
  int64_t now;
  const char *word[ADMIN_WORDS];
  size_t count;
  uint64_t account; /* whose affair it is; 0: nobody's alone */
  bool writes;      /* admin_end() is to be called with the completion */
  bool ended;       /* and then the sessions and tokens of the account are over */
  out text;         /* what is to be told; may be empty */
} admin;

/* Carries a command out: the words are
 *   list [AFTER]   show NAME   mute NAME DURATION   unmute NAME   ban NAME DURATION REASON
 *   unban NAME   role NAME admin|player   marks [NAME]   rename NAME NEW   delete NAME
 *   password NAME HASH
 * NAME is a person's, or # and a number. `tag` is for the write, if there is one: then `writes` is
 * set and the words must live until admin_end(). Otherwise all is in `text`, or in *error. */
junqi_code admin_begin(admin *a, uint64_t tag, junqi_error *error);

/* The write is done. */
junqi_code admin_end(admin *a, junqi_store_status status, junqi_error *error);

#endif
