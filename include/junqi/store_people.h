/* The store's people: accounts with their sessions and tokens, marks for the administrator, and
 * what one account may take away with it. Part of store.h: the same store, threads, completions
 * and rules for texts. Not here: hashing, what a password or token is, who may do what.
 *
 * An account is a number the caller draws at random, 1 to INT64_MAX. One without a name is a guest;
 * a guest that registers keeps all it had. What belongs to an account under an owner's key of
 * store.h, layouts and finished tables, lies under junqi_store_account_key().
 *
 * Every write is queued as in store.h: it returns OK, INVALID, BUSY or FAILED at once, and its
 * completion says OK, FAILED or what is named with it. Times are in ms; those called `until` and
 * `expires` are the first moment at which it is over, 0 for never muted, banned, deleted, revoked.
 */
#ifndef JUNQI_STORE_PEOPLE_H
#define JUNQI_STORE_PEOPLE_H

#include "junqi/store.h"

enum {
  JUNQI_STORE_KEY_SIZE = 18,      /* an account's owner key with its NUL */
  JUNQI_STORE_PERSON_MAX = 64,    /* a person's name in bytes: 2 to 16 characters */
  JUNQI_STORE_PASSWORD_MAX = 160, /* a password's hash: 1 to this many bytes, any text */
  JUNQI_STORE_REASON_MAX = 400,   /* why somebody is banned: 0 to this many bytes */
  JUNQI_STORE_HASH_SIZE = 32,     /* a hash of a session's or token's secret */
  JUNQI_STORE_DEVICE_MAX = 200,   /* a device's description: 0 to this many bytes */
  JUNQI_STORE_ADDRESS_MAX = 64,   /* a network address: 0 to this many bytes */
  JUNQI_STORE_LABEL_MAX = 64,     /* a token's label: 1 to this many bytes */
  JUNQI_STORE_SESSIONS_MAX = 32,  /* of one account; a further one ends the one seen longest ago */
  JUNQI_STORE_TOKENS_MAX = 16,    /* of one account and not revoked */
  JUNQI_STORE_NAMES_MAX = 100,    /* former names kept of one account */
  JUNQI_STORE_NAME_DAYS = 90,     /* for so long nobody else may take a former name */
  JUNQI_STORE_PAGE_MAX = 200      /* most rows a `limit` may ask for */
};

/* "g" and 16 hexadecimal digits: the owner under which an account's layouts and tables are kept. */
void junqi_store_account_key(uint64_t account, char key[JUNQI_STORE_KEY_SIZE]);

/* Accounts ----------------------------------------------------------------------------------- */

typedef enum junqi_store_role { JUNQI_STORE_PLAYER, JUNQI_STORE_ADMIN } junqi_store_role;

typedef struct junqi_store_account {
  uint64_t id;
  char name[JUNQI_STORE_PERSON_MAX + 1];       /* "": a guest, or deleted */
  char password[JUNQI_STORE_PASSWORD_MAX + 1]; /* the hash, opaque; "" as above */
  junqi_store_role role;
  int64_t created;
  int64_t registered; /* 0: a guest */
  int64_t deleted;    /* 0: alive. A deleted account keeps its number and this time, no more */
  int64_t muted_until;
  int64_t banned_until;
  char ban_reason[JUNQI_STORE_REASON_MAX + 1];
} junqi_store_account;

/* Whether a text can be a person's name, OK, or which rule it breaks: each character is valid
 * UTF-8, composed (no combining marks) and visible, NAME_CHARACTER; single spaces inside only,
 * NAME_SPACES; 2 to 16 characters, NAME_LENGTH, which tells their number. Two names that differ in
 * upper and lower case, full width, or letters that look alike (0 and O; l, I and 1; Latin, Greek
 * and Cyrillic a; 口 and ロ) are the same name to the functions below. */
junqi_code junqi_store_name_check(const char *name, junqi_error *error);

/* Whether a name would pass for the site, its staff, somebody without a name or the computer:
 * "Admin", "ＡＤＭ1Ｎ 2", "官方客服". The store lets accounts have such names; the caller decides
 * who may take one. */
bool junqi_store_name_official(const char *name);

/* Makes a guest. Completion: EXISTS when the number is in use. */
junqi_store_status junqi_store_add_guest(junqi_store *store, uint64_t account, int64_t time,
                                         uint64_t tag);

/* Gives a guest a name and password; an account that is not there is made. Completion: TAKEN (the
 * name is somebody else's, or was within JUNQI_STORE_NAME_DAYS, the account alive or not), EXISTS
 * (has registered already), ABSENT (deleted). */
junqi_store_status junqi_store_register(junqi_store *store, uint64_t account, const char *name,
                                        const char *password, int64_t time, uint64_t tag);

/* Completion of each: ABSENT when there is no such registered account. A rename keeps the former
 * name for junqi_store_each_name(); within JUNQI_STORE_NAME_DAYS its owner alone may take it again.
 * TAKEN. */
junqi_store_status junqi_store_rename(junqi_store *store, uint64_t account, const char *name,
                                      int64_t time, uint64_t tag);
junqi_store_status junqi_store_set_role(junqi_store *store, uint64_t account, junqi_store_role role,
                                        uint64_t tag);

/* With the old password goes all that it opened: every session ends but the one of the hash
 * `spared` (NULL: every one), every token is revoked, and all of it at once or nothing. Completion:
 * ABSENT when there is no such registered account. */
junqi_store_status junqi_store_set_password(junqi_store *store, uint64_t account,
                                            const char *password, const unsigned char *spared,
                                            int64_t time, uint64_t tag);

/* Completion of each: ABSENT when there is no such account, guests included. `until` 0 ends it. */
junqi_store_status junqi_store_mute(junqi_store *store, uint64_t account, int64_t until,
                                    uint64_t tag);
junqi_store_status junqi_store_ban(junqi_store *store, uint64_t account, int64_t until,
                                   const char *reason, uint64_t tag);

/* Ends an account: its name, password, former names, sessions, tokens, layouts, scores, ratings
 * and marks are gone, and it is no longer an owner of finished tables. The games it played stay,
 * with its number in the seat and no name. Nobody may take its name, nor a former one of the last
 * JUNQI_STORE_NAME_DAYS, for as long from the end of the day on at which it was given up: of such a
 * name the letters, folded as looks go, and that day are kept, and nothing that leads to the
 * account. Completion: ABSENT when there is no such account. */
junqi_store_status junqi_store_delete_account(junqi_store *store, uint64_t account, int64_t time,
                                              uint64_t tag);

/* Forgets names of deleted accounts that anybody may take by `now`: call it now and then. */
junqi_store_status junqi_store_free_names(junqi_store *store, int64_t now, uint64_t tag);

/* Removes guests numbered `first` to `last`, made before `before` and gone for good: without a
 * session, a layout, a finished game, a mute or a ban. It looks at every account of the range: as
 * numbers are drawn at random, a caller goes through all of them in ranges, now and then. */
junqi_store_status junqi_store_forget_guests(junqi_store *store, uint64_t first, uint64_t last,
                                             int64_t before, uint64_t tag);

/* ABSENT when there is none; a deleted account is given. By name: registered ones only. */
junqi_store_status junqi_store_get_account(junqi_store *store, uint64_t account,
                                           junqi_store_account *found);
junqi_store_status junqi_store_find_account(junqi_store *store, const char *name,
                                            junqi_store_account *found);

/* Of the account that gave up this name less than JUNQI_STORE_NAME_DAYS before `now`. */
junqi_store_status junqi_store_find_former(junqi_store *store, const char *name, int64_t now,
                                           junqi_store_account *found);

typedef bool junqi_store_account_fn(void *context, const junqi_store_account *account);

/* Registered accounts by number, above `after` (0: from the first), at most `limit`. */
junqi_store_status junqi_store_each_account(junqi_store *store, uint64_t after, size_t limit,
                                            junqi_store_account_fn *each, void *context);

/* A name that an account had until `until`. */
typedef bool junqi_store_name_fn(void *context, const char *name, int64_t until);
junqi_store_status junqi_store_each_name(junqi_store *store, uint64_t account,
                                         junqi_store_name_fn *each, void *context);

/* Sessions ----------------------------------------------------------------------------------- */

typedef struct junqi_store_session {
  unsigned char hash[JUNQI_STORE_HASH_SIZE];
  uint64_t account;
  int64_t created;
  int64_t seen;
  int64_t expires;
  char device[JUNQI_STORE_DEVICE_MAX + 1]; /* as the browser names itself */
  char address[JUNQI_STORE_ADDRESS_MAX + 1];
} junqi_store_session;

/* Completion: ABSENT (no such account, or deleted), EXISTS (the hash). */
junqi_store_status junqi_store_add_session(junqi_store *store, const junqi_store_session *session,
                                           uint64_t tag);

/* Notes that a session was used. Completion: ABSENT. */
junqi_store_status junqi_store_touch_session(junqi_store *store,
                                             const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                             int64_t seen, int64_t expires, const char *address,
                                             uint64_t tag);

/* Ends one session of the account, or all but one (`spared` NULL: all). Completion of the first:
 * ABSENT when the account has no such session. */
junqi_store_status junqi_store_end_session(junqi_store *store, uint64_t account,
                                           const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                           uint64_t tag);
junqi_store_status junqi_store_end_sessions(junqi_store *store, uint64_t account,
                                            const unsigned char *spared, uint64_t tag);

/* Removes sessions that expired before `time`, at most 1000 in one go: call it now and then. */
junqi_store_status junqi_store_expire_sessions(junqi_store *store, int64_t time, uint64_t tag);

/* ABSENT when there is none or it has expired at `now`. */
junqi_store_status junqi_store_get_session(junqi_store *store,
                                           const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                           int64_t now, junqi_store_session *found);

/* Those of an account, last seen first, expired ones too until they are removed. */
typedef bool junqi_store_session_fn(void *context, const junqi_store_session *session);
junqi_store_status junqi_store_each_session(junqi_store *store, uint64_t account,
                                            junqi_store_session_fn *each, void *context);

/* Tokens for bots ---------------------------------------------------------------------------- */

typedef struct junqi_store_token {
  unsigned char hash[JUNQI_STORE_HASH_SIZE];
  uint64_t account;
  char label[JUNQI_STORE_LABEL_MAX + 1];
  int64_t created;
  int64_t used;    /* 0: never */
  int64_t revoked; /* 0: valid */
} junqi_store_token;

/* Completion: ABSENT (no such registered account), EXISTS (the hash), LIMIT. `used` and `revoked`
 * are not read. Of the revoked tokens the last JUNQI_STORE_TOKENS_MAX are kept. */
junqi_store_status junqi_store_add_token(junqi_store *store, const junqi_store_token *token,
                                         uint64_t tag);

/* Completion of each: ABSENT when there is no such token, or it is revoked already. */
junqi_store_status junqi_store_touch_token(junqi_store *store,
                                           const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                           int64_t used, uint64_t tag);
junqi_store_status junqi_store_revoke_token(junqi_store *store, uint64_t account,
                                            const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                            int64_t time, uint64_t tag);

/* ABSENT when there is none; a revoked one is given. */
junqi_store_status junqi_store_get_token(junqi_store *store,
                                         const unsigned char hash[JUNQI_STORE_HASH_SIZE],
                                         junqi_store_token *found);
typedef bool junqi_store_token_fn(void *context, const junqi_store_token *token);
junqi_store_status junqi_store_each_token(junqi_store *store, uint64_t account,
                                          junqi_store_token_fn *each, void *context);

/* Marks (R-10.2) ----------------------------------------------------------------------------- */

typedef enum junqi_store_mark_kind {
  JUNQI_STORE_SAME_ADDRESS,
  JUNQI_STORE_SAME_DEVICE
} junqi_store_mark_kind;

/* Two accounts at one table that shared something. What it was is not kept. */
typedef struct junqi_store_mark {
  uint64_t no; /* grows with every mark */
  junqi_store_mark_kind kind;
  char table[JUNQI_STORE_ID_MAX + 1];
  uint64_t accounts[2]; /* different ones, in either order; given back the smaller first */
  int64_t time;
} junqi_store_mark;

/* The same mark made again does no harm. `no` is not read. */
junqi_store_status junqi_store_add_mark(junqi_store *store, const junqi_store_mark *mark,
                                        uint64_t tag);

/* Newest first, those numbered below `before` (0: from the newest), at most `limit`; of one
 * account, or of all when `account` is 0. */
typedef bool junqi_store_mark_fn(void *context, const junqi_store_mark *mark);
junqi_store_status junqi_store_each_mark(junqi_store *store, uint64_t account, uint64_t before,
                                         size_t limit, junqi_store_mark_fn *each, void *context);

#endif
