/* See metrics.h. */
#define _DEFAULT_SOURCE /* getrusage */
#include "metrics.h"

#include "answer.h"

#include <dirent.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

/* -- Lines ---------------------------------------------------------------------------------------
 */

static void head(out *o, const char *name, const char *type, const char *about) {
  out_format(o, "# HELP junqi_%s %s\n# TYPE junqi_%s %s\n", name, about, name, type);
}

static void gauge(out *o, const char *name, const char *about, uint64_t value) {
  head(o, name, "gauge", about);
  out_format(o, "junqi_%s %" PRIu64 "\n", name, value);
}

static void counter(out *o, const char *name, const char *about, uint64_t value) {
  head(o, name, "counter", about);
  out_format(o, "junqi_%s %" PRIu64 "\n", name, value);
}

/* -- What there is to tell -----------------------------------------------------------------------
 */

static void tell_net(out *o, const struct junqi_net_stats *n) {
  const struct {
    const char *why;
    uint64_t count;
  } dropped[] = {{"full", n->refused_full},        {"address", n->refused_address},
                 {"origin", n->refused_origin},    {"upgrade", n->refused_upgrade},
                 {"bad_request", n->bad_requests}, {"timeout", n->dropped_timeout},
                 {"slow", n->dropped_slow},        {"flood", n->dropped_flood},
                 {"protocol", n->dropped_protocol}};
  gauge(o, "connections", "Connections open now.", n->connections);
  gauge(o, "sockets", "WebSockets open now.", n->sockets);
  counter(o, "connections_total", "Connections taken in.", n->accepted);
  counter(o, "requests_total", "HTTP requests.", n->requests);
  counter(o, "messages_in_total", "WebSocket messages received.", n->messages_in);
  counter(o, "messages_out_total", "WebSocket messages sent.", n->messages_out);
  counter(o, "bytes_in_total", "Bytes received.", n->bytes_in);
  counter(o, "bytes_out_total", "Bytes sent.", n->bytes_out);
  counter(o, "messages_dropped_total", "Messages not sent to a slow or closing client.",
          n->dropped_messages);
  head(o, "dropped_total", "counter", "Connections, requests and sockets refused or cut.");
  for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
    out_format(o, "junqi_dropped_total{why=\"%s\"} %" PRIu64 "\n", dropped[i].why,
               dropped[i].count);
}

static void tell_tables(out *o, const hub_figures *figures) {
  head(o, "tables", "gauge", "Tables in memory, by how far they are.");
  out_format(o, "junqi_tables{state=\"waiting\"} %zu\n", figures->waiting);
  out_format(o, "junqi_tables{state=\"playing\"} %zu\n", figures->playing);
  out_format(o, "junqi_tables{state=\"finished\"} %zu\n", figures->finished);
  counter(o, "games_finished_total", "Games that ended since the start.", figures->games);
}

static void tell_writes(out *o, const site *s, const hub_figures *figures) {
  uint64_t sum = 0;
  gauge(o, "store_queue", "Writes that wait for the disk.", junqi_store_pending(s->store));
  head(o, "store_write_seconds", "histogram",
       "From handing an event to the store until it is on the disk.");
  for (size_t i = 0; i < HUB_LATENCIES; i++) {
    sum += figures->latency[i];
    if (hub_latency_bound(i) == UINT64_MAX)
      out_format(o, "junqi_store_write_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", sum);
    else
      out_format(o, "junqi_store_write_seconds_bucket{le=\"%g\"} %" PRIu64 "\n",
                 (double)hub_latency_bound(i) / 1000, sum);
  }
  out_format(o, "junqi_store_write_seconds_sum %g\njunqi_store_write_seconds_count %" PRIu64 "\n",
             (double)figures->latency_sum / 1000, sum);
}

static void tell_limits(out *o, const site *s) {
  head(o, "limited_total", "counter", "Requests refused because they came too often.");
  for (size_t i = 0; i < JUNQI_RATES; i++)
    out_format(o, "junqi_limited_total{what=\"%s\"} %" PRIu64 "\n",
               junqi_rate_name((junqi_server_rate)i), s->limited[i]);
}

/* Figures of any process, under the names that Prometheus' own libraries give them. */
static void tell_process(out *o) {
  struct rusage usage;
  long pages = 0, files = 0;
  FILE *memory = fopen("/proc/self/statm", "r");
  DIR *open_files = opendir("/proc/self/fd");
  if (memory) {
    if (fscanf(memory, "%*d %ld", &pages) != 1) pages = 0;
    fclose(memory);
  }
  while (open_files && readdir(open_files))
    files++;
  if (open_files) closedir(open_files);
  out_format(o, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %ld\n",
             pages * sysconf(_SC_PAGESIZE));
  out_format(o, "# TYPE process_open_fds gauge\nprocess_open_fds %ld\n", files > 3 ? files - 3 : 0);
  getrusage(RUSAGE_SELF, &usage);
  out_format(o, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %.3f\n",
             (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
}

/* -- Who may know --------------------------------------------------------------------------------
 */

/* A program here asks for "localhost" or a number; what a proxy passes on bears the site's name. */
static bool is_own_name(const char *host) {
  static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
  for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i]);
    if (strncasecmp(host, names[i], length) == 0 && (host[length] == 0 || host[length] == ':'))
      return true;
  }
  return false;
}

static bool may_know(const site *s, const struct junqi_net_request *request) {
  const char *token = s->options->metrics_token;
  const char *given = junqi_net_request_header(request, "Authorization");
  visitor who;
  if (token && *token)
    return given && strncasecmp(given, "Bearer ", 7) == 0 && strlen(given + 7) == strlen(token) &&
           sodium_memcmp(given + 7, token, strlen(token)) == 0;
  visitor_place(&who, request, &s->proxies);
  return who.own_machine && is_own_name(junqi_net_request_header(request, "Host"));
}

void metrics_answer(site *s, struct junqi_net_request *request) {
  const struct junqi_net_stats net = junqi_net_stats(s->net);
  const hub_figures figures = hub_figures_of(s->hub);
  answer a = {.count = 0};
  out text = {0};
  if (!may_know(s, request)) {
    answer_problem(request, &a, 403, "These figures are for those who look after the server.",
                   "这些数据只供服务器管理员查看。");
    return;
  }
  tell_net(&text, &net);
  tell_tables(&text, &figures);
  tell_writes(&text, s, &figures);
  gauge(&text, "password_queue", "Passwords that wait to be hashed.",
        passwords_pending(s->passwords));
  gauge(&text, "thinking_queue", "Questions to computer players that wait or are thought about.",
        server_bots_pending(s->bots));
  tell_limits(&text, s);
  tell_process(&text);
  out_raw(&text, "", 1);
  answer_text(request, &a, 200, "text/plain; version=0.0.4; charset=utf-8", text.text);
  out_free(&text);
}
