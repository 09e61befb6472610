/* A server under test, in a thread of its own, that answers in simple, known ways. */
#ifndef TEST_NET_SERVER_H
#define TEST_NET_SERVER_H

#include "junqi/net.h"

struct test_server;

/*
 * Requests: /hello answers "hello"; /echo tells "METHOD path?query [x-test] body"; /big answers
 * 1 MiB of 'x' from static memory; /held answers "held" when the test says so; /dirty tries to
 * smuggle a header; /empty answers 204; anything else 404 with no body. Upgrades: /ws is taken, the
 * rest refused with 404. Messages come back, but: "close" closes with 4000 "bye"; "spam" sends 1
 * KiB messages until one is refused; "all" sends "to all" to everyone.
 */
struct test_server *server_start(const struct junqi_net_config *config);
int server_port(const struct test_server *server);
/* Default bounds with times that no busy machine passes, for tests of other things. */
struct junqi_net_config server_config(void);
/* Answer one held request, or the next that comes. */
void server_let_one_go(struct test_server *server);
/* Ask for a graceful stop and do not wait. */
void server_ask_stop(struct test_server *server, uint32_t drain_ms);
/* Counters, taken in the server's thread. */
struct junqi_net_stats server_stats(struct test_server *server);
/* Wait, 30 s at most, until this many bytes have been read or connections are open. */
void server_await_bytes(struct test_server *server, uint64_t bytes_in);
void server_await_connections(struct test_server *server, uint64_t connections);
/* Stop (if not asked yet), wait for the thread, free; the last counters, and the code of the last
 * on_close (0: none came). Fails the test when a socket was opened and never closed. */
struct junqi_net_stats server_end(struct test_server *server, int *last_code);

#endif
