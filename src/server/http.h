/* What the server answers to plain HTTP: the page's files, records of finished games, a session,
 * its health. Nothing is read from the disk but through the store. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "hub.h"

#include "junqi/net.h"

/* Answers the request, now. */
void server_http_answer(hub *h, struct junqi_net_request *request);

#endif
