/* See visitor.h. */
#include "visitor.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char separators[] = ", \t";

/* Whether a list of words has this one. */
static bool lists(const char *list, const char *word, size_t length) {
  while (list && *list) {
    list += strspn(list, separators);
    size_t size = strcspn(list, separators);
    if (size == length && size > 0 && strncmp(list, word, size) == 0) return true;
    list += size;
  }
  return false;
}

/* The last address of the list that is no trusted proxy's: those before it are only claims. */
static bool last_claim(const char *list, const char *trusted, char address[INET6_ADDRSTRLEN]) {
  size_t end = strlen(list);
  while (end > 0) {
    size_t start = end;
    while (start > 0 && !strchr(separators, list[start - 1]))
      start--;
    size_t length = end - start;
    if (length >= INET6_ADDRSTRLEN) return false;
    if (length > 0 && !lists(trusted, list + start, length)) {
      snprintf(address, INET6_ADDRSTRLEN, "%.*s", (int)length, list + start);
      return true;
    }
    end = start > 0 ? start - 1 : 0;
  }
  return false;
}

/* Takes a numeric address over, in its usual form; false when it is none. */
static bool settle_at(visitor *who, const char *address) {
  unsigned char bytes[16] = {0};
  memset(who->place, 0, sizeof who->place);
  if (inet_pton(AF_INET, address, bytes) == 1) {
    memcpy(who->place, bytes, 4);
    who->own_machine = bytes[0] == 127;
    inet_ntop(AF_INET, bytes, who->address, sizeof who->address);
    return true;
  }
  if (inet_pton(AF_INET6, address, bytes) != 1) return false;
  static const unsigned char loopback[16] = {[15] = 1};
  memcpy(who->place, bytes, 8); /* a /64 belongs to one customer */
  who->place[15] = 6;
  who->own_machine = memcmp(bytes, loopback, sizeof bytes) == 0;
  inet_ntop(AF_INET6, bytes, who->address, sizeof who->address);
  return true;
}

void visitor_place(visitor *who, const struct junqi_net_request *request,
                   const visitor_proxies *proxies) {
  const char *peer = junqi_net_request_peer(request);
  char claimed[INET6_ADDRSTRLEN];
  *who = (visitor){.secure = proxies->secure};
  if (!settle_at(who, peer)) snprintf(who->address, sizeof who->address, "%s", peer);
  if (!lists(proxies->trusted, peer, strlen(peer))) return;
  const char *scheme = junqi_net_request_last_header(request, "X-Forwarded-Proto");
  const char *list = junqi_net_request_last_header(request, "X-Forwarded-For");
  if (scheme && strcasecmp(scheme, "https") == 0) who->secure = true;
  if (list && last_claim(list, proxies->trusted, claimed)) settle_at(who, claimed);
}

uint64_t visitor_address(const visitor *who) {
  uint64_t number;
  if (who->own_machine) return 0;
  memcpy(&number, who->place, sizeof number);
  return number ^ (uint64_t)who->place[15] << 56;
}

static bool find_session(visitor *who, junqi_store *store, int64_t now) {
  junqi_store_session session;
  if (junqi_store_get_session(store, who->hash.bytes, now, &session) != JUNQI_STORE_OK)
    return false;
  who->account.id = session.account;
  who->due = session.seen + SESSION_TOUCH_MS <= now;
  return true;
}

static bool find_token(visitor *who, junqi_store *store, int64_t now) {
  junqi_store_token token;
  if (junqi_store_get_token(store, who->hash.bytes, &token) != JUNQI_STORE_OK || token.revoked)
    return false;
  who->account.id = token.account;
  who->due = token.used + SESSION_TOUCH_MS <= now;
  return true;
}

void visitor_meet(visitor *who, const struct junqi_net_request *request,
                  const visitor_proxies *proxies, junqi_store *store, int64_t now) {
  const char *bearer = junqi_net_request_header(request, "Authorization");
  const char *cookies = junqi_net_request_header(request, "Cookie");
  /* Another scheme is not for us: a proxy in front may have asked for a password of its own. */
  if (bearer && strncasecmp(bearer, "Bearer ", 7) != 0) bearer = NULL;
  visitor_place(who, request, proxies);
  who->kind = bearer ? SESSION_BOT : SESSION_BROWSER;
  who->device = session_device(cookies);
  if (!session_token_read(who->kind, bearer ? bearer : cookies, who->token)) return;
  who->hash = session_hashed(who->kind, who->token);
  if (who->kind == SESSION_BOT ? !find_token(who, store, now) : !find_session(who, store, now))
    return;
  uint64_t id = who->account.id;
  who->known = junqi_store_get_account(store, id, &who->account) == JUNQI_STORE_OK &&
               who->account.deleted == 0;
}
