/* Private to the wasm room: what games are followed from, and their pieces as JSON. */
#ifndef WASM_FOLLOW_H
#define WASM_FOLLOW_H

#include "wasm.h"

/* Layouts by seat, null where none was told; `at` points into `layout`. */
typedef struct wasm_layouts {
  junqi_layout layout[JUNQI_MAX_SEATS];
  const junqi_layout *at[JUNQI_MAX_SEATS];
} wasm_layouts;

/* Reads the layouts that lie on the desk, with `|` between; none in `flip`. False: refused. */
bool wasm_layouts_take(wasm_desk *desk, const junqi_rules *rules, size_t length,
                       wasm_layouts *taken);

/* The point that a whole text names, or JUNQI_NO_POINT, and what is said then: returns 0. */
junqi_point wasm_point_named(const junqi_rules *rules, const char *text, size_t length);
int wasm_refuse_point(wasm_desk *desk, const char *text, size_t length);

/* The points that a ply runs over, from and to included; none for a flip. */
void wasm_path(wasm_desk *desk, const junqi_view *view, junqi_move move);

/* The piece on a point, which is not empty. */
void wasm_piece(wasm_desk *desk, const wasm_follow *follow, unsigned point);

/* The letters of every type that it can be, in the order of; empty for an empty point. */
void wasm_may(wasm_desk *desk, const wasm_follow *follow, unsigned point);

#endif
