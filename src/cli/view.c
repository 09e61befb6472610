/* `junqi view POSITION SEAT|spectator`: what that seat may know, as a position text. */
#include "cli.h"

#include <stdio.h>

int cli_view(int argc, char **argv) {
  static cli_start start;
  char text[JUNQI_POSITION_TEXT];
  junqi_seat seat;
  junqi_game game = {.mover = JUNQI_NO_SEAT, .proposer = JUNQI_NO_SEAT};
  junqi_view view;
  int status = cli_take_options(&argc, argv, NULL, 0);
  if (status != CLI_OK) return status;
  argc--, argv++;
  status = cli_position("view", &argc, &argv, &start);
  if (status != CLI_OK) return status;
  if (argc < 1) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "view", "", "SEAT|spectator");
  if (argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "view", argv[1]);
  if (!cli_seat("SEAT", argv[0], (junqi_variant)start.rules.variant, true, &seat)) return CLI_USAGE;
  game.position = start.position;
  junqi_game_view(&game, seat, &view);
  junqi_view_write(&view, text, sizeof text);
  puts(text);
  return CLI_OK;
}
