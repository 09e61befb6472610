/* What those who look after a server see of it: figures and lines. */
#include "caller.h"
#include "diary.h"
#include "house.h"

#include "net/client.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static house shared;

static int start_shared(void **state) {
  (void)state;
  house_open(&shared, "127.0.0.1");
  return 0;
}

static int stop_shared(void **state) {
  (void)state;
  return house_close(&shared);
}

static struct client_response get(const house *h, const char *path, const char *headers) {
  char request[1024];
  int fd = client_connect(h->port);
  snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nConnection: close\r\n%s\r\n", path,
           headers);
  client_text(fd, request);
  struct client_response response = client_response(fd, true);
  close(fd);
  return response;
}

static int status_of(const house *h, const char *path, const char *headers) {
  struct client_response response = get(h, path, headers);
  free(response.body);
  return response.status;
}

/* The value of a figure; fails when it is not there. */
static double figure(const char *text, const char *name) {
  const char *at = strstr(text, name);
  if (!at || at[strlen(name)] != ' ') fail_msg("no figure %s", name);
  return strtod(at + strlen(name), NULL);
}

static void figures(void **state) {
  (void)state;
  char cookie[64] = "";
  int fd = house_enter(&shared, cookie);
  house_say(fd, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}]}");
  free(house_await(fd, "\"created\""));
  struct client_response response = get(&shared, "/metrics", "Host: localhost:80\r\n");
  assert_int_equal(response.status, 200);
  char *text = strndup(response.body, response.length);
  assert_true(figure(text, "\njunqi_sockets") == 1);
  assert_true(figure(text, "\njunqi_tables{state=\"waiting\"}") == 1);
  assert_true(figure(text, "\njunqi_tables{state=\"playing\"}") == 0);
  assert_true(figure(text, "\njunqi_games_finished_total") == 0);
  assert_true(figure(text, "\njunqi_store_queue") >= 0);
  assert_true(figure(text, "\njunqi_store_write_seconds_count") >= 1);
  assert_true(figure(text, "\njunqi_store_write_seconds_bucket{le=\"+Inf\"}") ==
              figure(text, "\njunqi_store_write_seconds_count"));
  assert_true(figure(text, "\njunqi_password_queue") == 0);
  assert_true(figure(text, "\njunqi_thinking_queue") >= 0);
  assert_true(figure(text, "\njunqi_limited_total{what=\"logins\"}") == 0);
  assert_true(figure(text, "\njunqi_limited_total{what=\"own_passwords\"}") == 0);
  assert_true(figure(text, "\njunqi_limited_total{what=\"bots\"}") == 0);
  assert_true(figure(text, "\njunqi_dropped_total{why=\"flood\"}") == 0);
  assert_true(figure(text, "\nprocess_resident_memory_bytes") > 1e6);
  assert_true(figure(text, "\nprocess_open_fds") > 5);
  assert_null(strstr(text, cookie + 6));
  free(text);
  free(response.body);
  close(fd);
}

/* Nobody outside learns them, also through a proxy on this machine. */
static void figures_are_private(void **state) {
  (void)state;
  house open;
  assert_int_equal(status_of(&shared, "/metrics", "Host: junqi.example\r\n"), 403);
  assert_int_equal(status_of(&shared, "/metrics", "Host: localhost.evil.example\r\n"), 403);
  assert_int_equal(
      status_of(&shared, "/metrics", "Host: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n"), 403);
  assert_int_equal(status_of(&shared, "/metrics", "Host: [::1]:8080\r\n"), 200);
  house_make(&open);
  open.metrics_token = "a token of some length";
  house_start(&open, 0);
  assert_int_equal(status_of(&open, "/metrics", "Host: localhost\r\n"), 403);
  assert_int_equal(
      status_of(&open, "/metrics", "Host: x\r\nAuthorization: Bearer a token of some lengtH\r\n"),
      403);
  assert_int_equal(
      status_of(&open, "/metrics", "Host: x\r\nAuthorization: Bearer a token of some length\r\n"),
      200);
  assert_int_equal(house_stop(&open, SIGTERM), 0);
  house_remove(&open);
}

/* -- Lines ---------------------------------------------------------------------------------------
 */

static char *read_back(FILE *file, size_t *lines) {
  static char text[65536];
  rewind(file);
  size_t length = fread(text, 1, sizeof text - 1, file);
  text[length] = 0;
  *lines = 0;
  for (const char *at = text; (at = strchr(at, '\n')); at++)
    ++*lines;
  return text;
}

static void lines(void **state) {
  (void)state;
  size_t count;
  diary d = {.level = JUNQI_LOG_INFO, .file = tmpfile(), .allowance = 10, .filled = 1000};
  assert_non_null(d.file);
  diary_note(&d, JUNQI_LOG_INFO, 1792713600123, 1000, "start", "port=%d", 80);
  diary_note(&d, JUNQI_LOG_DEBUG, 1792713600123, 1000, "detail", "n=%d", 1);
  diary_note(&d, JUNQI_LOG_WARNING, 1792713600123, 1000, "odd", "%s", "");
  const char *text = read_back(d.file, &count);
  assert_string_equal(text, "time=2026-10-23T00:00:00.123Z level=info event=start port=80\n"
                            "time=2026-10-23T00:00:00.123Z level=warning event=odd\n");
  /* Nobody fills the disk with lines; how many are missing is said. */
  for (int i = 0; i < 50; i++)
    diary_note(&d, JUNQI_LOG_INFO, 1792713600123, 1000, "flood", "i=%d", i);
  read_back(d.file, &count);
  assert_int_equal(count, 10);
  diary_note(&d, JUNQI_LOG_ERROR, 1792713600123, 1000, "failure", "code=%s", "x");
  text = read_back(d.file, &count);
  assert_int_equal(count, 12);
  assert_non_null(strstr(text, "event=skipped lines=42\n"));
  fclose(d.file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures),
      cmocka_unit_test(figures_are_private),
      cmocka_unit_test(lines),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
