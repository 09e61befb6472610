/* `junqi check FILE...`: replays games and checks layouts, and names the first fault of each file.
 * The referee and the readers do the work. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct checking {
  const char *viewer; /* of records seen through a view, or null */
  bool json;
  unsigned done;
} checking;

/* What a good file holds: "four 326 end win b,d reason flag". */
typedef struct summary {
  char text[160];
} summary;

static void sum_up(summary *out, junqi_variant variant, unsigned ply, const junqi_event *end) {
  char line[JUNQI_EVENT_TEXT] = "running";
  if (end) junqi_event_write(variant, end, -1, false, line, sizeof line);
  snprintf(out->text, sizeof out->text, "%s %u %s", junqi_variant_name(variant), ply, line);
}

/* The last event of a record, when it is the end. */
static const junqi_event *end_of(const junqi_record *record) {
  for (size_t i = record->count; i-- > 0;)
    if (record->lines[i].kind == JUNQI_RECORD_EVENT) {
      const junqi_event *event = &record->lines[i].line.event;
      return event->kind == JUNQI_EV_END ? event : NULL;
    }
  return NULL;
}

static junqi_code check_record(cli_kind kind, const char *bytes, size_t length, summary *out,
                               junqi_error *error) {
  cli_record record;
  junqi_code code = cli_read_record(kind, bytes, length, &record, error);
  if (code == JUNQI_E_OK)
    sum_up(out, (junqi_variant)record.record.header.rules.variant, record.game.position.ply,
           end_of(&record.record));
  cli_free_record(&record);
  return code;
}

static junqi_code follow_record(const char *bytes, size_t length, const char *viewer, summary *out,
                                junqi_error *error) {
  junqi_record record = {.capacity = junqi_record_capacity(bytes, length)};
  junqi_view view;
  junqi_seat seat =
      strcmp(viewer, "spectator") == 0 ? JUNQI_SPECTATOR : (junqi_seat)(viewer[0] - 'a');
  record.lines = calloc(record.capacity, sizeof *record.lines);
  if (!record.lines) return junqi_fail(error, JUNQI_E_NO_MEMORY);
  junqi_code code = junqi_record_follow(bytes, length, seat, &record, &view, error);
  if (code == JUNQI_E_OK)
    sum_up(out, (junqi_variant)record.header.rules.variant, view.ply, end_of(&record));
  free(record.lines);
  return code;
}

static junqi_code check_layout(const char *file, cli_kind kind, const char *bytes, size_t length,
                               summary *out, junqi_error *error) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_jql jql;
  junqi_code code = kind == CLI_JQL ? junqi_jql_read((const uint8_t *)bytes, length, &jql, error)
                                    : cli_read_layout(bytes, length, &rules, &jql.layout, error);
  if (code != JUNQI_E_OK) return code;
  if (kind == CLI_JQL) cli_warn_jql(file, &jql);
  memcpy(out->text, "layout ", 7);
  junqi_layout_write(&jql.layout, out->text + 7, sizeof out->text - 7);
  return JUNQI_E_OK;
}

static junqi_code check_bytes(const checking *c, const char *file, const char *bytes, size_t length,
                              summary *out, junqi_error *error) {
  cli_kind kind = cli_kind_of(file, bytes, length);
  if (kind == CLI_JQL || kind == CLI_TEXT)
    return check_layout(file, kind, bytes, length, out, error);
  if (kind == CLI_JG && c->viewer) return follow_record(bytes, length, c->viewer, out, error);
  return check_record(kind, bytes, length, out, error);
}

static void report(checking *c, const char *file, const summary *good, const junqi_error *error) {
  if (!c->json) {
    if (good)
      printf("ok %s %s\n", file, good->text);
    else
      cli_complain_of(file, error);
    return;
  }
  printf("%s  {\"file\": ", c->done++ ? ",\n" : "");
  cli_json_text(file);
  printf(", \"ok\": %s, ", good ? "true" : "false");
  if (good) {
    printf("\"holds\": ");
    cli_json_text(good->text);
  } else {
    cli_json_error(error);
  }
  printf("}");
}

static int check_file(checking *c, const char *file) {
  summary good;
  junqi_error error;
  size_t length;
  char *bytes = cli_read_file(file, &length, &error);
  bool fine = bytes && check_bytes(c, file, bytes, length, &good, &error) == JUNQI_E_OK;
  report(c, file, fine ? &good : NULL, &error);
  free(bytes);
  return fine ? CLI_OK : CLI_FAILED;
}

int cli_check(int argc, char **argv) {
  checking c = {0};
  const cli_option options[] = {{.name = "--json", .flag = &c.json},
                                {.name = "--view", .value = &c.viewer}};
  junqi_seat seat;
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (c.viewer && !cli_seat("--view", c.viewer, JUNQI_FOUR, true, &seat)) return CLI_USAGE;
  if (argc < 2) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "check", "", "FILE");
  if (c.json) printf("[\n");
  for (int i = 1; i < argc; i++)
    if (check_file(&c, argv[i]) != CLI_OK) status = CLI_FAILED;
  if (c.json) printf("\n]\n");
  return status;
}
