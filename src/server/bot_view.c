/* What a bot is told of its table over plain HTTP: the view of its seat as a position text, and the
 * plies that are legal in it. Only what every follower has been told counts. */
#include "hall.h"
#include "tell.h"

#include "junqi/notation.h"

#include <stdio.h>
#include <string.h>

static void put_moves(out *o, const junqi_view *view) {
  const junqi_board *board = junqi_board_of((junqi_variant)view->rules->variant);
  junqi_position world;
  junqi_move move[JUNQI_MAX_MOVES];
  char text[16];
  junqi_view_world(view, NULL, &world);
  unsigned count = junqi_moves(&world, move);
  for (unsigned i = 0; i < count; i++) {
    bool flip = move[i].from == move[i].to;
    snprintf(text, sizeof text, "%s%s", flip ? "!" : board->name[move[i].from],
             board->name[move[i].to]);
    out_text(o, NULL, text);
  }
}

static void put_game(out *o, const hub_table *t, junqi_seat seat, junqi_seat turn) {
  char text[JUNQI_POSITION_TEXT];
  junqi_view view;
  bool there = junqi_table_view(t->table, seat, &view);
  if (there) {
    junqi_view_write(&view, text, sizeof text);
    out_text(o, "position", text);
  } else {
    out_null(o, "position");
  }
  out_open(o, "moves", '[');
  if (there && turn == seat) put_moves(o, &view);
  out_close(o, ']');
  out_open(o, "winners", '[');
  for (junqi_seat one = 0; there && one < JUNQI_MAX_SEATS; one++)
    if (view.winners >> one & 1) tell_seat(o, NULL, one);
  out_close(o, ']');
}

hub_glimpse hub_bot_table(hub *h, junqi_person person, const char *id, uint32_t after, out *o) {
  hub_table *t = hub_table_find(h, id);
  if (!t || junqi_table_seat_of(t->table, person) >= JUNQI_MAX_SEATS) return HUB_GONE;
  /* The table is ahead of what is on the disk: its followers are about to be told. */
  if (t->writing || t->log.count == 0 || junqi_table_seq(t->table) <= after) return HUB_NOT_YET;
  junqi_table_clock clock = junqi_table_clocks(t->table, h->world.now(h->world.context));
  junqi_seat seat = junqi_table_seat_of(t->table, person);
  bool runs = clock.turn < JUNQI_MAX_SEATS;
  out_open(o, NULL, '{');
  out_text(o, "table", id);
  out_integer(o, "revision", junqi_table_seq(t->table));
  out_text(o, "variant", junqi_variant_name((junqi_variant)junqi_table_rules(t->table)->variant));
  out_text(o, "state", tell_state(junqi_table_state_of(t->table)));
  tell_seat(o, "seat", seat);
  tell_seat(o, "turn", clock.turn);
  if (runs && clock.left != UINT32_MAX)
    out_integer(o, "left", clock.left);
  else
    out_null(o, "left");
  put_game(o, t, seat, clock.turn);
  out_close(o, '}');
  return HUB_TOLD;
}
