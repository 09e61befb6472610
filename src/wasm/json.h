/* Private to the wasm room: JSON written onto a desk, piece by piece. Commas come by themselves:
 * every value puts one in front of it unless it is the first of its list or follows its key. */
#ifndef WASM_JSON_H
#define WASM_JSON_H

#include "wasm.h"

/* Begins a result. */
void wasm_begin(wasm_desk *desk);

/* One bracket or brace: [ ] { }. */
void wasm_open(wasm_desk *desk, char bracket);
void wasm_close(wasm_desk *desk, char bracket);

void wasm_key(wasm_desk *desk, const char *key);
void wasm_text(wasm_desk *desk, const char *text);
void wasm_bytes(wasm_desk *desk, const char *text, size_t length);
/* An event line and the comment behind it, as one text. */
void wasm_bytes_with(wasm_desk *desk, const char *text, size_t length, junqi_slice comment);
void wasm_number(wasm_desk *desk, int64_t number);
void wasm_flag(wasm_desk *desk, bool flag);
void wasm_null(wasm_desk *desk);

/* A seat's letter, null when it is none; a set of seats as a list. */
void wasm_seat(wasm_desk *desk, unsigned seat);
void wasm_seats(wasm_desk *desk, unsigned set);
void wasm_point(wasm_desk *desk, const junqi_board *board, unsigned point);

/* Every option of the variant with its value, as an object. */
void wasm_values(wasm_desk *desk, const junqi_rules *rules);

/* A fault as an object. */
void wasm_fault(wasm_desk *desk, const junqi_error *error);

/* A whole result that is an error: returns 0. */
int wasm_refuse(wasm_desk *desk, const junqi_error *error);
/* A whole result that is null: returns 1. */
int wasm_done(wasm_desk *desk);

#endif
