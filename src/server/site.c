/* The site: the hub on a real network, clock, store and threads. See junqi/server.h. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "junqi/server.h"

#include "answer.h"
#include "api.h"
#include "bot_line.h"
#include "files.h"
#include "http.h"
#include "site.h"
#include "tell.h"
#include "think.h"
#include "wire_table.h"

#include "junqi/net.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
  THINKING_THREADS = 2,
  PASSWORD_THREADS = 2,
  PASSWORD_QUEUE = 64, /* some 3 s of both threads */
  OTHER_FILES = 64,    /* than connections: the database, the page's sockets, the loop's own */
  DRAIN_MS = 2000,
  FAILURE_DRAIN_MS = 500,
  BEAT_MS = 500,
  RETOLD_AT_ONCE = 100, /* events; see JUNQI_RATE_RETOLD */
  SWEEP_MS = 60000,
  SWEEP_SLICES = 1024 /* some 17 hours for all of them */
};

static const int64_t SWEEP_AFTER_MS = INT64_C(86400000); /* a guest's first day is left alone */

/* -- The hub's world -----------------------------------------------------------------------------
 */

/* It stands still while the process does: nobody's clock runs then. */
static uint64_t world_now(void *context) {
  return junqi_net_awake_ms(((site *)context)->net);
}

int64_t site_date(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t world_date(void *context) {
  (void)context;
  return site_date();
}

static void world_random(void *context, void *bytes, size_t size) {
  (void)context;
  randombytes_buf(bytes, size);
}

static void world_send(void *context, void *socket, const char *text, size_t length) {
  const door_socket *one = socket;
  (void)context;
  if (one->socket)
    junqi_net_send_text(one->socket, text, length);
  else
    bot_line_hear(one->line, text, length);
}

static void world_close(void *context, void *socket, int code, const char *reason) {
  (void)context;
  door_close(socket, code, reason);
}

static void world_ask(void *context, hub_question *question) {
  server_bots_ask(((site *)context)->bots, question);
}

static void world_forget(void *context, uint64_t token) {
  server_bots_forget(((site *)context)->bots, token);
}

static void world_fail(void *context, junqi_code code) {
  site *s = context;
  site_note(s, JUNQI_LOG_ERROR, "failure", "code=%s", junqi_code_name(code));
  s->failure = code;
  /* Nothing is told any more, but pages hear that this is the end. */
  junqi_net_stop(s->net, FAILURE_DRAIN_MS);
}

static void answer_admin(site *s, const junqi_error *error) {
  control_answer(s->control, &s->admin.text, error);
  out_free(&s->admin.text);
}

static void end_admin(site *s, junqi_store_status status) {
  junqi_error error = {.code = JUNQI_E_OK};
  junqi_code code = admin_end(&s->admin, status, &error);
  site_note(s, JUNQI_LOG_INFO, "admin", "account=%llu code=%s",
            (unsigned long long)s->admin.account, junqi_code_name(code));
  if (!code && s->admin.account) site_person_changed(s, s->admin.account);
  if (!code && s->admin.ended) door_close_account(&s->door, s->admin.account, NULL);
  answer_admin(s, &error);
}

/* A command of the administrator, if one has come. */
static void take_admin(site *s) {
  junqi_error error = {.code = JUNQI_E_OK};
  const char *const *words = s->control ? control_request(s->control) : NULL;
  if (!words) return;
  s->admin = (admin){.store = s->store, .now = site_date()};
  while (words[s->admin.count] && s->admin.count < ADMIN_WORDS) {
    s->admin.word[s->admin.count] = words[s->admin.count];
    s->admin.count++;
  }
  admin_begin(&s->admin, SITE_TAG_ADMIN, &error);
  if (!s->admin.writes) answer_admin(s, &error);
}

static void world_stored(void *context, uint64_t tag, junqi_store_status status) {
  site *s = context;
  if (status == JUNQI_STORE_FAILED && !s->failure) world_fail(s, JUNQI_E_STORE_FAILED);
  if (tag == SITE_TAG_ADMIN)
    end_admin(s, status);
  else
    api_stored(s, tag, status);
}

/* -- People --------------------------------------------------------------------------------------
 */

void site_meet(site *s, const struct junqi_net_request *request, visitor *who) {
  int64_t now = site_date();
  visitor_meet(who, request, &s->proxies, s->store, now);
  if (!who->known || !who->due) return;
  /* Should the store have no room for a note, the next request makes it. */
  if (who->kind == SESSION_BOT)
    junqi_store_touch_token(s->store, who->hash.bytes, now, SITE_TAG_NOTE);
  else
    junqi_store_touch_session(s->store, who->hash.bytes, now, site_session_end(&who->account, now),
                              who->address, SITE_TAG_NOTE);
}

int64_t site_session_end(const junqi_store_account *account, int64_t now) {
  return now + (*account->name ? SESSION_DAYS : SESSION_GUEST_DAYS) * INT64_C(86400000);
}

bool site_allows(site *s, junqi_server_rate rate, const void *key, size_t size,
                 junqi_error *error) {
  char seconds[16];
  uint32_t wait =
      limiter_take(s->limiter, rate, key, size, s->limits.rate[rate], junqi_net_now_ms());
  if (wait == 0) return true;
  s->limited[rate]++;
  snprintf(seconds, sizeof seconds, "%u", (unsigned)(wait / 1000 + 1));
  junqi_fail_with(error, JUNQI_E_TOO_MANY, "", "", seconds);
  return false;
}

void site_spend(site *s, junqi_server_rate rate, const void *key, size_t size, uint32_t count) {
  limiter_spend(s->limiter, rate, key, size, s->limits.rate[rate], count, junqi_net_now_ms());
}

uint32_t site_retelling(size_t events) {
  return (uint32_t)(events / RETOLD_AT_ONCE);
}

/* What a person does at an address has two prices; address 0 is this machine, which pays none. */
typedef struct price {
  junqi_server_rate account, address;
} price;

static const price retelling = {JUNQI_RATE_ACCOUNT_RETOLD, JUNQI_RATE_RETOLD};
static const price writing = {JUNQI_RATE_ACCOUNT_WRITTEN, JUNQI_RATE_WRITTEN};

static bool can_pay(site *s, const price *p, junqi_person person, uint64_t address,
                    junqi_error *error) {
  return site_allows(s, p->account, &person, sizeof person, error) &&
         (!address || site_allows(s, p->address, &address, sizeof address, error));
}

static void pay(site *s, const price *p, junqi_person person, uint64_t address, uint32_t count) {
  site_spend(s, p->account, &person, sizeof person, count);
  if (address) site_spend(s, p->address, &address, sizeof address, count);
}

static bool world_may_retell(void *context, junqi_person person, uint64_t address,
                             junqi_error *error) {
  return can_pay(context, &retelling, person, address, error);
}

static void world_retold(void *context, junqi_person person, uint64_t address, size_t events) {
  pay(context, &retelling, person, address, site_retelling(events));
}

static uint64_t world_worked(void *context) {
  struct timespec spent;
  (void)context;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return (uint64_t)spent.tv_sec * 1000000 + (uint64_t)spent.tv_nsec / 1000;
}

static bool world_may_write(void *context, junqi_person person, uint64_t address,
                            junqi_error *error) {
  return can_pay(context, &writing, person, address, error);
}

static void world_wrote(void *context, junqi_person person, uint64_t address, size_t more) {
  pay(context, &writing, person, address, (uint32_t)more);
}

bool site_allows_place(site *s, junqi_server_rate rate, const visitor *who, junqi_error *error) {
  return who->own_machine || site_allows(s, rate, who->place, sizeof who->place, error);
}

bool site_is_banned(const junqi_store_account *account, int64_t now, junqi_error *error) {
  char until[32];
  time_t seconds = (time_t)(account->banned_until / 1000);
  struct tm parts;
  if (account->banned_until <= now) return false;
  gmtime_r(&seconds, &parts);
  strftime(until, sizeof until, "%Y-%m-%d %H:%M UTC", &parts);
  junqi_fail_with(error, JUNQI_E_BANNED, "", until, account->ban_reason);
  return true;
}

/* Tells a banned person until when and why, then closes. */
static void send_away(door_socket *one, const junqi_error *error) {
  char text[512];
  if (!one->socket) {
    door_close(one, 4003, "");
    return;
  }
  out message = {0};
  tell_error(&message, -1, error);
  junqi_net_send_text(one->socket, message.text, message.length);
  junqi_error_text(error, JUNQI_ENGLISH, text, sizeof text);
  junqi_net_close(one->socket, 4003, text);
  out_free(&message);
}

void site_person_changed(site *s, uint64_t account) {
  junqi_store_account now;
  junqi_error error;
  hub_person_changed(s->hub, account);
  if (junqi_store_get_account(s->store, account, &now) != JUNQI_STORE_OK || now.deleted) {
    door_close_account(&s->door, account, NULL);
  } else if (site_is_banned(&now, site_date(), &error)) {
    for (door_socket *one = s->door.first; one; one = one->after)
      if (one->account == account) send_away(one, &error);
  }
}

/* Sessions that are over, names that are free again, then guests who are gone for good: one slice
 * of all accounts at a time, so that no write takes long. */
static void on_sweep(void *user) {
  site *s = user;
  const uint64_t width = (uint64_t)INT64_MAX / SWEEP_SLICES + 1;
  int64_t now = site_date();
  uint64_t first = width * (s->swept++ % SWEEP_SLICES), last = first + width - 1;
  if (last > INT64_MAX) last = INT64_MAX;
  junqi_store_expire_sessions(s->store, now, SITE_TAG_NOTE);
  junqi_store_free_names(s->store, now, SITE_TAG_NOTE);
  junqi_store_forget_guests(s->store, first ? first : 1, last, now - SWEEP_AFTER_MS, SITE_TAG_NOTE);
}

/* -- The network's events ------------------------------------------------------------------------
 */

/* The process has stood still: all clocks have, and everybody is told so. */
static void notice_stall(site *s) {
  uint64_t away = junqi_net_away_ms(s->net), stood = away - s->away;
  if (stood == 0) return;
  s->away = away;
  site_note(s, JUNQI_LOG_WARNING, "stood_still", "ms=%llu", (unsigned long long)stood);
  hub_stood_still(s->hub);
}

/* While time runs for somebody the loop wakes often: a stall during a long sleep would be taken for
 * a part of it. */
static void set_beat(site *s, bool on) {
  if (on == s->beating) return;
  s->beating = on;
  if (on)
    junqi_net_timer_start(s->beat, BEAT_MS, BEAT_MS);
  else
    junqi_net_timer_stop(s->beat);
}

/* After every call of the hub: bots hear what it said, and the one timer is set to when it needs
 * to be called next. */
static void arm(site *s) {
  notice_stall(s);
  if (s->lines) bot_lines_settle(s);
  uint64_t due = hub_next_due(s->hub), now = junqi_net_awake_ms(s->net);
  set_beat(s, due != UINT64_MAX);
  if (due == s->armed) return;
  s->armed = due;
  if (due == UINT64_MAX)
    junqi_net_timer_stop(s->timer);
  else
    junqi_net_timer_start(s->timer, due > now ? due - now : 0, 0);
}

static void on_time(void *user) {
  site *s = user;
  s->armed = UINT64_MAX;
  hub_tick(s->hub);
  arm(s);
}

static void on_beat(void *user) {
  arm(user);
}

static void on_request(void *user, struct junqi_net_request *request) {
  server_http_answer(user, request);
  arm(user);
}

static int on_upgrade(void *user, const struct junqi_net_request *request) {
  site *s = user;
  if (strcmp(junqi_net_request_path(request), "/ws") != 0) return 404;
  site_meet(s, request, &s->arriving);
  if (s->arriving.kind == SESSION_BOT && !s->arriving.known) return 401;
  bool full = !s->arriving.own_machine &&
              door_count(&s->door, &s->arriving) >= s->limits.most[JUNQI_LIMIT_ADDRESS_CONNECTIONS];
  return full ? 503 : 101;
}

/* Follows on_upgrade() of the same request at once. */
static void on_open(void *user, struct junqi_net_socket *socket,
                    const struct junqi_net_request *request) {
  site *s = user;
  const visitor *who = &s->arriving;
  const hub_visitor guest = {.person = who->known ? who->account.id : JUNQI_NOBODY,
                             .address = visitor_address(who),
                             .device = who->device};
  junqi_error error;
  (void)request;
  door_socket *one = door_enter(&s->door, socket, who);
  one->client = hub_connect(s->hub, &guest, one);
  junqi_net_socket_set_data(socket, one);
  if (who->known && site_is_banned(&who->account, site_date(), &error)) send_away(one, &error);
  arm(s);
}

static void on_second(void *user) {
  bot_lines_tick(user);
  arm(user);
}

static void on_message(void *user, struct junqi_net_socket *socket, const char *text,
                       size_t length) {
  site *s = user;
  hub_receive(s->hub, ((door_socket *)junqi_net_socket_data(socket))->client, text, length);
  arm(s);
}

static void on_close(void *user, struct junqi_net_socket *socket, int code) {
  site *s = user;
  (void)code;
  door_socket *one = junqi_net_socket_data(socket);
  hub_disconnect(s->hub, one->client);
  door_leave(&s->door, one);
  arm(s);
}

static void take_answer(void *context, const hub_answer *found) {
  hub_answer_take(context, found);
}

static void on_wake(void *user) {
  site *s = user;
  hub_stored(s->hub);
  server_bots_collect(s->bots, take_answer, s->hub);
  passwords_collect(s->passwords);
  take_admin(s);
  arm(s);
}

static void on_signal(void *user, int signal_number) {
  site *s = user;
  site_note(s, JUNQI_LOG_INFO, "stop", "signal=%d", signal_number);
  hub_close(s->hub);
  junqi_net_stop(s->net, DRAIN_MS);
}

/* On the threads of the store, the players and the passwords. */
static void wake(void *context) {
  junqi_net_wake(((site *)context)->net);
}

/* -- Starting and ending -------------------------------------------------------------------------
 */

/* An address that only programs on this machine reach: behind it stands one player, or a reverse
 * proxy that speaks for all. */
static bool is_own_machine(const char *host) {
  return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 ||
         strcmp(host, "localhost") == 0;
}

/* Every connection is an open file. Where the system allows fewer than the limit asks for, the
 * limit gives way: who comes in is served, and the operator is told what to change. */
static void open_files(site *s) {
  uint32_t *most = &s->limits.most[JUNQI_LIMIT_CONNECTIONS], wanted = *most + OTHER_FILES;
  uint32_t granted = files_raise(wanted);
  if (granted >= wanted) return;
  *most = granted > 2 * OTHER_FILES ? granted - OTHER_FILES : granted / 2;
  fprintf(stderr,
          "junqi: the system lets this process open %u files, so it takes %u connections instead "
          "of %u: raise the limit with `ulimit -n %u`, or LimitNOFILE= of its unit\n"
          "junqi: 系统只允许本进程打开 %u 个文件，因此最多接受 %u 个连接，而不是 %u "
          "个：请用 `ulimit -n %u` 或服务单元的 LimitNOFILE= 提高上限\n",
          granted, *most, wanted - OTHER_FILES, wanted, granted, *most, wanted - OTHER_FILES,
          wanted);
}

static void say_full(out *text) {
  junqi_error error;
  junqi_fail(&error, JUNQI_E_CONNECTIONS_FULL);
  answer_fault(text, &error);
  out_raw(text, "", 1);
}

static struct junqi_net_config configured(const junqi_server_limits *limits, const char *host) {
  struct junqi_net_config config = junqi_net_config_default();
  config.max_connections = limits->most[JUNQI_LIMIT_CONNECTIONS];
  config.max_connections_per_address =
      is_own_machine(host) ? 0 : limits->most[JUNQI_LIMIT_ADDRESS_CONNECTIONS];
  config.max_message = WIRE_MAX_MESSAGE_BYTES;
  config.max_socket_output = WIRE_MAX_UNSENT_BYTES;
  config.frames_per_second = limits->most[JUNQI_LIMIT_MESSAGES];
  config.frame_burst = limits->most[JUNQI_LIMIT_MESSAGE_BURST];
  return config;
}

static junqi_code open_net(site *s, const char *host, junqi_error *error) {
  static const struct junqi_net_handler handler = {.on_request = on_request,
                                                   .on_upgrade = on_upgrade,
                                                   .on_open = on_open,
                                                   .on_message = on_message,
                                                   .on_close = on_close,
                                                   .on_wake = on_wake,
                                                   .on_signal = on_signal};
  struct junqi_net_config config = configured(&s->limits, host);
  say_full(&s->full);
  config.full = s->full.text;
  unsigned threads = s->options->thinking_threads ? s->options->thinking_threads : THINKING_THREADS;
  s->net = junqi_net_new(&config, &handler, s);
  s->timer = s->net ? junqi_net_timer_new(s->net, on_time, s) : NULL;
  s->beat = s->timer ? junqi_net_timer_new(s->net, on_beat, s) : NULL;
  s->sweeping = s->beat ? junqi_net_timer_new(s->net, on_sweep, s) : NULL;
  s->lines_timer = s->sweeping ? junqi_net_timer_new(s->net, on_second, s) : NULL;
  s->bots = s->lines_timer ? server_bots_new(threads, server_think, wake, s) : NULL;
  s->passwords = s->bots ? passwords_new(PASSWORD_THREADS, PASSWORD_QUEUE, wake, s) : NULL;
  s->limiter = limiter_new();
  if (!s->passwords || junqi_net_catch_signals(s->net))
    return junqi_fail(error, JUNQI_E_SERVER_START);
  return JUNQI_E_OK;
}

static junqi_code open_store(site *s, const char *directory, junqi_error *error) {
  const junqi_store_options options = {.directory = directory, .wake = wake, .wake_context = s};
  junqi_store_error fault;
  junqi_store_status status = junqi_store_open(&options, &s->store, &fault);
  if (*fault.detail) fprintf(stderr, "junqi: %s\n", fault.detail);
  if (status == JUNQI_STORE_OK) return JUNQI_E_OK;
  junqi_fail(error, junqi_store_code(status));
  junqi_error_put(error->where, sizeof error->where, directory, strlen(directory));
  return error->code;
}

static junqi_code open_hub(site *s, junqi_error *error) {
  const hub_world world = {.context = s,
                           .now = world_now,
                           .date = world_date,
                           .random = world_random,
                           .send = world_send,
                           .close = world_close,
                           .ask = world_ask,
                           .forget = world_forget,
                           .fail = world_fail,
                           .stored = world_stored,
                           .may_retell = world_may_retell,
                           .retold = world_retold,
                           .worked = world_worked,
                           .may_write = world_may_write,
                           .wrote = world_wrote,
                           .limits = &s->limits};
  s->hub = hub_new(&world, s->store);
  if (hub_load(s->hub) < 0) return junqi_fail(error, JUNQI_E_STORE_FAILED);
  return JUNQI_E_OK;
}

/* Without it the server serves all the same. */
static void open_control(site *s, const char *directory) {
  s->control = control_new(directory, wake, s);
  if (!s->control) site_note(s, JUNQI_LOG_WARNING, "no_control_socket", "%s", "");
}

static junqi_code listen(site *s, const junqi_server_options *options, junqi_error *error) {
  char where[64];
  int fault = junqi_net_listen(s->net, options->host, options->port);
  if (fault == 0) return JUNQI_E_OK;
  junqi_fail(error, fault == -EADDRINUSE ? JUNQI_E_SERVER_ADDRESS_TAKEN : JUNQI_E_SERVER_LISTEN);
  snprintf(where, sizeof where, "%.40s:%d", options->host, options->port);
  junqi_error_put(error->where, sizeof error->where, where, strlen(where));
  junqi_error_put(error->found, sizeof error->found, junqi_net_error_text(fault),
                  strlen(junqi_net_error_text(fault)));
  return error->code;
}

static void close_site(site *s) {
  /* Commands that were taken are finished first. */
  if (s->hub && !s->failure) hub_finish(s->hub);
  passwords_free(s->passwords);
  control_free(s->control);
  out_free(&s->admin.text);
  api_end(s);
  server_bots_free(s->bots);
  bot_lines_end(s);
  junqi_net_timer_free(s->lines_timer);
  junqi_net_timer_free(s->sweeping);
  junqi_net_timer_free(s->beat);
  junqi_net_timer_free(s->timer);
  junqi_store_close(s->store);
  junqi_net_free(s->net);
  hub_free(s->hub);
  limiter_free(s->limiter);
  out_free(&s->full);
}

junqi_code junqi_serve(const junqi_server_options *options, junqi_error *error) {
  site s = {.options = options,
            .limits = options->limits ? *options->limits : junqi_server_limits_default(),
            .proxies = {options->trusted_proxies, options->secure},
            .diary = {.level = options->log_level,
                      .file = stderr,
                      .allowance = 100,
                      .filled = junqi_net_now_ms()},
            .armed = UINT64_MAX};
  junqi_code code = sodium_init() < 0 ? junqi_fail(error, JUNQI_E_SERVER_START) : JUNQI_E_OK;
  open_files(&s);
  /* The network first: the others wake its loop. The port last: nobody comes in before. */
  if (!code) code = open_net(&s, options->host, error);
  if (!code) code = open_store(&s, options->directory, error);
  if (!code) code = open_hub(&s, error);
  if (!code) code = listen(&s, options, error);
  if (!code) {
    open_control(&s, options->directory);
    site_note(&s, JUNQI_LOG_INFO, "start", "port=%d tables=%zu", junqi_net_port(s.net),
              hub_count(s.hub).tables);
    if (options->ready) options->ready(options->context, junqi_net_port(s.net));
    junqi_net_timer_start(s.sweeping, SWEEP_MS, SWEEP_MS);
    arm(&s);
    junqi_net_run(s.net);
    if (s.failure) code = junqi_fail(error, s.failure);
  }
  close_site(&s);
  site_note(&s, JUNQI_LOG_INFO, "end", "code=%s", junqi_code_name(code));
  return code;
}
