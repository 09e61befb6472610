/* The addresses of the interface for bots, under /api/bot/ (docs/bots.md). */
#ifndef SERVER_BOT_HTTP_H
#define SERVER_BOT_HTTP_H

#include "site.h"

/* Answers the request, now or later. False: its path is not one of these. */
bool bot_http_take(site *s, struct junqi_net_request *request, const char *path);

#endif
