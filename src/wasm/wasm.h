/* The functions that the page calls (web/src/engine/). Texts go in and out through a desk, which
 * the page opens once; results are compact JSON. No state lives outside of desks and handles, and
 * nothing is asked of the host.
 *
 * Unless it says otherwise a function returns 1 with its result on the desk, or 0 with an error
 * there: {"code","point","line","offset","en","zh"}. Texts that go in lie one after the other where
 * wasm_desk_in said; a function is told the length of each. Numbers out of range are refused or
 * taken as the nearest; addresses are trusted. */
#ifndef WASM_WASM_H
#define WASM_WASM_H

#include "junqi/knowledge.h"
#include "junqi/notation.h"

#ifdef __wasm__
#define WASM_EXPORT(name) __attribute__((export_name(#name)))
#else
#define WASM_EXPORT(name)
#endif

/* Text in, text out; both grow as needed and are used again by the next call. */
typedef struct wasm_desk {
  char *in, *out;
  size_t in_size, out_size, length; /* `length` of the text in `out` */
  bool failed;                      /* no memory for the result */
} wasm_desk;

/* A game as one viewer sees it. */
typedef struct wasm_follow {
  junqi_rules rules;
  junqi_knowledge know; /* its view borrows `rules` */
  bool open;            /* all layouts are shown, whoever looks */
  bool dealt;           /* `deal` holds what lies face down (`flip`) */
  junqi_piece deal[60];
} wasm_follow;

/* --- desks and handles: null when there is no memory -------------------------------------------
 */

WASM_EXPORT(wasm_desk_open) wasm_desk *wasm_desk_open(void);
WASM_EXPORT(wasm_desk_close) void wasm_desk_close(wasm_desk *desk);
/* Room for `size` bytes of text. */
WASM_EXPORT(wasm_desk_in) char *wasm_desk_in(wasm_desk *desk, size_t size);
/* The result of the last call; null when there was no memory for it. */
WASM_EXPORT(wasm_desk_out) const char *wasm_desk_out(const wasm_desk *desk);
WASM_EXPORT(wasm_desk_out_length) size_t wasm_desk_out_length(const wasm_desk *desk);

/* The default rules of a variant. */
WASM_EXPORT(wasm_rules_open) junqi_rules *wasm_rules_open(unsigned variant);
/* A follower that has not begun, and one that stands where another does. */
WASM_EXPORT(wasm_follow_open) wasm_follow *wasm_follow_open(const junqi_rules *rules);
WASM_EXPORT(wasm_follow_copy_open) wasm_follow *wasm_follow_copy_open(const wasm_follow *follow);
/* Frees rules or a follower. */
WASM_EXPORT(wasm_free) void wasm_free(void *handle);

/* --- boards and options (about.c) --------------------------------------------------------------
 */

WASM_EXPORT(wasm_board) int wasm_board(wasm_desk *desk, unsigned variant);
WASM_EXPORT(wasm_options) int wasm_options(wasm_desk *desk, unsigned variant);
WASM_EXPORT(wasm_presets) int wasm_presets(wasm_desk *desk, unsigned variant);
WASM_EXPORT(wasm_rules_set)
int wasm_rules_set(wasm_desk *desk, junqi_rules *rules, size_t name, size_t value);
WASM_EXPORT(wasm_rules_preset)
int wasm_rules_preset(wasm_desk *desk, junqi_rules *rules, size_t length);
WASM_EXPORT(wasm_rules_values) int wasm_rules_values(wasm_desk *desk, const junqi_rules *rules);

/* --- layouts (layouts.c) -----------------------------------------------------------------------
 */

WASM_EXPORT(wasm_layout_faults)
int wasm_layout_faults(wasm_desk *desk, const junqi_rules *rules, unsigned seat, size_t length);
WASM_EXPORT(wasm_layout_complete)
int wasm_layout_complete(wasm_desk *desk, const junqi_rules *rules, uint32_t seed, size_t length);
WASM_EXPORT(wasm_layout_ready) int wasm_layout_ready(wasm_desk *desk);
WASM_EXPORT(wasm_jql_read) int wasm_jql_read(wasm_desk *desk, size_t length);
/* `version` is the four bytes at 0x10, the first lowest; the usual ones when `usual`. */
WASM_EXPORT(wasm_jql_write)
int wasm_jql_write(wasm_desk *desk, unsigned usual, uint32_t version, size_t length);

/* --- games (follow.c, state.c) -----------------------------------------------------------------
 */

WASM_EXPORT(wasm_ply_read) int wasm_ply_read(wasm_desk *desk, unsigned variant, size_t length);
/* Layouts by seat with `|` between, empty where unknown; none at all in `flip`. */
WASM_EXPORT(wasm_follow_start)
int wasm_follow_start(wasm_desk *desk, wasm_follow *follow, unsigned viewer, unsigned first,
                      unsigned open, size_t length);
/* `flip`: what was dealt, the board part of F-4. */
WASM_EXPORT(wasm_follow_deal)
int wasm_follow_deal(wasm_desk *desk, wasm_follow *follow, size_t length);
/* One line of F-5; nothing changes on an error. */
WASM_EXPORT(wasm_follow_apply)
int wasm_follow_apply(wasm_desk *desk, wasm_follow *follow, size_t length);
/* `settled`: no `show` line of the last ply is to come, so its silence proves something too. */
WASM_EXPORT(wasm_follow_state)
int wasm_follow_state(wasm_desk *desk, const wasm_follow *follow, unsigned settled);
/* `early`: as if it were the viewer's turn. */
WASM_EXPORT(wasm_follow_targets)
int wasm_follow_targets(wasm_desk *desk, const wasm_follow *follow, unsigned early, size_t length);
WASM_EXPORT(wasm_follow_movable)
int wasm_follow_movable(wasm_desk *desk, const wasm_follow *follow, unsigned early);
/* Why the player may not play this; null when it may. */
WASM_EXPORT(wasm_follow_explain)
int wasm_follow_explain(wasm_desk *desk, const wasm_follow *follow, size_t from, size_t to);
WASM_EXPORT(wasm_follow_may_be)
int wasm_follow_may_be(wasm_desk *desk, const wasm_follow *follow, unsigned settled, size_t length);
WASM_EXPORT(wasm_follow_text) int wasm_follow_text(wasm_desk *desk, const wasm_follow *follow);

/* --- records (records.c) -----------------------------------------------------------------------
 */

WASM_EXPORT(wasm_record_read) int wasm_record_read(wasm_desk *desk, size_t length);
/* Perft of a position text, at most 6 plies deep. */
WASM_EXPORT(wasm_perft) int wasm_perft(wasm_desk *desk, unsigned depth, size_t length);

/* --- what is fetched only when it is needed: junqi_whole.wasm (jgs.c, thinker.c) ---------------
 */

/* The bytes of a QQ replay (F-3): the text of the record that it holds, for wasm_record_read(). */
WASM_EXPORT(wasm_jgs_read) int wasm_jgs_read(wasm_desk *desk, size_t length);

/* A computer player that looks over a seat's shoulder; freed with wasm_free. */
typedef struct wasm_thinker wasm_thinker;
WASM_EXPORT(wasm_thinker_open) wasm_thinker *wasm_thinker_open(const junqi_rules *rules);
/* Layouts as for wasm_follow_start; those that the seat may not see are not looked at. */
WASM_EXPORT(wasm_thinker_start)
int wasm_thinker_start(wasm_desk *desk, wasm_thinker *thinker, unsigned seat, unsigned first,
                       size_t length);
/* One line of F-5; nothing changes on an error. */
WASM_EXPORT(wasm_thinker_apply)
int wasm_thinker_apply(wasm_desk *desk, wasm_thinker *thinker, size_t length);
/* What it would play instead of a ply that the seat, on turn, may play, thinking about each for so
 * many positions: {"from","to","path","worse"}. `worse`: by how much less it expects of the ply
 * that was played than of its own, as junqi_thought's score; 0 when it plays the same or likes both
 * alike. */
WASM_EXPORT(wasm_thinker_judge)
int wasm_thinker_judge(wasm_desk *desk, wasm_thinker *thinker, unsigned nodes, size_t from,
                       size_t to);
/* What it takes the hidden pieces for: [{"points",[...],"types":[{"seat","letter","share"}]}], the
 * likeliest first, shares in 1/1000 that add up to 1000; no type that is possible has none. In
 * `flip` all face-down pieces are alike. */
WASM_EXPORT(wasm_thinker_beliefs)
int wasm_thinker_beliefs(wasm_desk *desk, const wasm_thinker *thinker, unsigned draws);

#endif
