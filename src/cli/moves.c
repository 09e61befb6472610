/* `junqi moves POSITION`: the legal plies, one a line. */
#include "cli.h"

#include <stdio.h>

static void event_text(junqi_variant variant, const junqi_event *event, char *text) {
  junqi_event_write(variant, event, -1, false, text, JUNQI_EVENT_TEXT);
}

/* The automatic lines that came before anybody could move (R-7.6 (5)); in text as comments. */
static void print_automatic(junqi_variant variant, const junqi_events *events, bool json) {
  char text[JUNQI_EVENT_TEXT];
  for (unsigned i = 0; i < events->count; i++) {
    event_text(variant, &events->item[i], text);
    printf(json ? "%s\"%s\"" : "%s; %s\n", json && i ? ", " : "", text);
  }
}

int cli_moves(int argc, char **argv) {
  static cli_start start;
  static junqi_events events;
  junqi_move list[JUNQI_MAX_MOVES];
  char text[JUNQI_EVENT_TEXT];
  bool json = false;
  const cli_option options[] = {{.name = "--json", .flag = &json}};
  int status = cli_take_options(&argc, argv, options, 1);
  if (status != CLI_OK) return status;
  argc--, argv++;
  status = cli_position("moves", &argc, &argv, &start);
  if (status != CLI_OK) return status;
  if (argc > 0) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "moves", argv[0]);
  junqi_position_settle(&start.position, &events);
  junqi_variant variant = (junqi_variant)start.rules.variant;
  unsigned count = junqi_moves(&start.position, list);
  if (json) printf("{\"turn\": \"%c\", \"automatic\": [", 'a' + start.position.turn);
  print_automatic(variant, &events, json);
  if (json) printf("], \"moves\": [");
  for (unsigned i = 0; i < count; i++) {
    event_text(variant, &(junqi_event){.kind = JUNQI_EV_PLY, .move = list[i]}, text);
    printf(json ? "%s\"%s\"" : "%s%s\n", json && i ? ", " : "", text);
  }
  if (json) printf("]}\n");
  return CLI_OK;
}
