/* Figures for those who look after a server, in Prometheus' text format. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "site.h"

/* Answers GET /metrics: to programs on this machine that ask for it by its own name, or to whoever
 * shows the token of the options. */
void metrics_answer(site *s, struct junqi_net_request *request);

#endif
