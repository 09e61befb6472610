/* The server: the page, tables and computer players behind one port. It is the whole of `junqi
 * serve` but for its command line. */
#ifndef JUNQI_SERVER_H
#define JUNQI_SERVER_H

#include "junqi/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -- Limits --------------------------------------------------------------------------------------
 */

/* How much there may be of something at a time. */
typedef enum junqi_server_limit {
  JUNQI_LIMIT_CONNECTIONS,         /* in all; fewer where the system lets the process open fewer */
  JUNQI_LIMIT_ADDRESS_CONNECTIONS, /* of an address */
  JUNQI_LIMIT_MESSAGES,            /* of a socket in a second, steadily, */
  JUNQI_LIMIT_MESSAGE_BURST,       /* and at once */
  JUNQI_LIMIT_TABLES,              /* in progress, in all */
  JUNQI_LIMIT_ADDRESS_TABLES,      /* made from an address */
  JUNQI_LIMIT_ACCOUNT_TABLES,      /* at which an account sits */
  JUNQI_LIMITS
} junqi_server_limit;

typedef struct junqi_limit_info {
  const char *name; /* "connections", as in the configuration */
  uint32_t least, most, fallback;
} junqi_limit_info;

/* Constant; never null for a limit of the enum. */
const junqi_limit_info *junqi_limit_about(junqi_server_limit limit);

/* How often something may be done: `burst` times at once, then once every `every_ms`. */
typedef enum junqi_server_rate {
  JUNQI_RATE_GUESTS,         /* new guests, by address */
  JUNQI_RATE_REGISTRATIONS,  /* by address */
  JUNQI_RATE_LOGINS,         /* by address */
  JUNQI_RATE_ACCOUNT_LOGINS, /* by account, or by the name where there is none */
  JUNQI_RATE_OWN_PASSWORDS, /* of who is signed in, by account: strangers' tries do not use it up */
  JUNQI_RATE_RENAMES,       /* by account */
  JUNQI_RATE_EXPORTS,       /* by account */
  JUNQI_RATE_BOTS,          /* requests of a bot over plain HTTP, by account */
  JUNQI_RATE_RETOLD,        /* a hundred events of a table told again, by address */
  JUNQI_RATE_ACCOUNT_RETOLD,  /* and by account */
  JUNQI_RATE_WRITTEN,         /* events that people bring about, and what they save, by address */
  JUNQI_RATE_ACCOUNT_WRITTEN, /* and by account */
  JUNQI_RATES
} junqi_server_rate;

typedef struct junqi_rate {
  uint32_t burst;    /* 1–1,000,000 */
  uint32_t every_ms; /* 1–86,400,000 */
} junqi_rate;

/* "guests", as in the configuration. */
const char *junqi_rate_name(junqi_server_rate rate);

typedef struct junqi_server_limits {
  uint32_t most[JUNQI_LIMITS];
  junqi_rate rate[JUNQI_RATES];
} junqi_server_limits;

junqi_server_limits junqi_server_limits_default(void);

/* -- Serving -------------------------------------------------------------------------------------
 */

typedef enum junqi_log_level {
  JUNQI_LOG_ERROR,
  JUNQI_LOG_WARNING,
  JUNQI_LOG_INFO,
  JUNQI_LOG_DEBUG
} junqi_log_level;

typedef struct junqi_server_options {
  const char *host;      /* numeric address or "localhost" */
  int port;              /* 0–65535; 0 lets the system choose */
  const char *directory; /* data directory, made when missing; one server at a time uses it */
  /* Numeric addresses of reverse proxies, separated by commas or blanks: only they are believed in
   * X-Forwarded-For and X-Forwarded-Proto. NULL: none. */
  const char *trusted_proxies;
  junqi_log_level log_level; /* lines on stderr up to this one */
  const char *metrics_token; /* who shows it may read /metrics; NULL: programs on this machine */
  unsigned thinking_threads; /* for computer players; 0: 2 */
  bool secure;               /* every browser comes through TLS: cookies are for TLS only */
  const junqi_server_limits *limits; /* NULL: the defaults */
  /* Called once connections are taken, with the port. May be NULL. */
  void (*ready)(void *context, int port);
  void *context;
} junqi_server_options;

/* Serves until SIGINT or SIGTERM, then ends gracefully: JUNQI_E_OK. Otherwise the reason why it did
 * not start or could not go on, put into words by junqi_error_text(): SERVER_LISTEN,
 * SERVER_ADDRESS_TAKEN, SERVER_START, STORE_…. What was acknowledged to a player is on the disk in
 * every case. One call at a time in a process. */
junqi_code junqi_serve(const junqi_server_options *options, junqi_error *error);

/* Carries out a command of an administrator on a data directory, whether a server runs on it or
 * not; whoever is connected feels it at once. The words are those of `junqi admin`, without
 * options; what there is to tell goes to `tell`, as lines. JUNQI_E_OK or why not: ADMIN_…, STORE_…,
 * a name's errors. Any process that may enter the directory may call this, not the server's own. */
junqi_code junqi_admin(const char *directory, const char *const words[], size_t count,
                       void (*tell)(void *context, const char *text, size_t length), void *context,
                       junqi_error *error);

#endif
