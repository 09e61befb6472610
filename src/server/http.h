/* What the server answers to plain HTTP: the page's files, records of finished games,
 * its health, and the interface of api.h. Nothing is read from the disk but through the store. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "site.h"

/* Answers the request, now or when the store has written what it asks for. */
void server_http_answer(site *s, struct junqi_net_request *request);

#endif
