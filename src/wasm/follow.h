/* Private to the wasm room: pieces of a followed game as JSON. */
#ifndef WASM_FOLLOW_H
#define WASM_FOLLOW_H

#include "wasm.h"

/* The piece on a point, which is not empty. */
void wasm_piece(wasm_desk *desk, const wasm_follow *follow, unsigned point);

/* The letters of every type that it can be, in the order of; empty for an empty point. */
void wasm_may(wasm_desk *desk, const wasm_follow *follow, unsigned point);

#endif
