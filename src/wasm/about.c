/* What is the same in every game of a variant: its board, its options, its presets. */
#include <string.h>

#include "json.h"

static junqi_variant known(unsigned variant) {
  return variant < JUNQI_VARIANTS ? (junqi_variant)variant : JUNQI_DARK;
}

static void put_point(wasm_desk *desk, const junqi_board *board, unsigned p) {
  static const char *const kinds[] = {"station", "camp", "hq"};
  wasm_open(desk, '{');
  wasm_key(desk, "name");
  wasm_point(desk, board, p);
  wasm_key(desk, "kind");
  wasm_text(desk, kinds[board->kind[p]]);
  wasm_key(desk, "seat");
  wasm_seat(desk, board->seat[p]);
  wasm_key(desk, "row");
  wasm_number(desk, board->row[p]);
  wasm_key(desk, "col");
  wasm_number(desk, board->column[p]);
  wasm_key(desk, "rail");
  wasm_flag(desk, board->rail[p]);
  wasm_close(desk, '}');
}

static bool on_rail(const junqi_board *board, unsigned from, unsigned to) {
  for (const junqi_point *q = board->rail_edge[from]; *q != JUNQI_NO_POINT; q++)
    if (*q == to) return true;
  return false;
}

static void put_edge(wasm_desk *desk, const junqi_board *board, unsigned a, unsigned b) {
  /* Where there is a palace, arms touch each other by arcs alone. */
  bool arms = board->seat[a] != JUNQI_NO_SEAT && board->seat[b] != JUNQI_NO_SEAT;
  wasm_open(desk, '{');
  wasm_key(desk, "a");
  wasm_point(desk, board, a);
  wasm_key(desk, "b");
  wasm_point(desk, board, b);
  wasm_key(desk, "rail");
  wasm_flag(desk, on_rail(board, a, b));
  wasm_key(desk, "arc");
  wasm_flag(desk, board->centre > 0 && arms && board->seat[a] != board->seat[b]);
  wasm_close(desk, '}');
}

static void put_edges(wasm_desk *desk, const junqi_board *board) {
  wasm_open(desk, '[');
  for (unsigned p = 0; p < board->points; p++)
    for (const junqi_point *q = board->edge[p]; *q != JUNQI_NO_POINT; q++)
      if (p < *q) put_edge(desk, board, p, *q);
  wasm_close(desk, ']');
}

static void put_lines(wasm_desk *desk, const junqi_board *board) {
  wasm_open(desk, '[');
  for (unsigned l = 0; l < board->lines; l++) {
    wasm_open(desk, '[');
    for (unsigned i = 0; i < board->line_length[l]; i++)
      wasm_point(desk, board, board->line[l][i]);
    wasm_close(desk, ']');
  }
  wasm_close(desk, ']');
}

int wasm_board(wasm_desk *desk, unsigned variant) {
  const junqi_board *board = junqi_board_of(known(variant));
  wasm_begin(desk);
  wasm_open(desk, '{');
  wasm_key(desk, "seats");
  wasm_seats(desk, (1u << board->seats) - 1);
  wasm_key(desk, "points");
  wasm_open(desk, '[');
  for (unsigned p = 0; p < board->points; p++)
    put_point(desk, board, p);
  wasm_close(desk, ']');
  wasm_key(desk, "edges");
  put_edges(desk, board);
  wasm_key(desk, "lines");
  put_lines(desk, board);
  wasm_close(desk, '}');
  return 1;
}

/* The words that this variant allows: those that may be set. */
static void put_words(wasm_desk *desk, const junqi_rules *rules, const junqi_option_info *info) {
  if (!info->words) {
    wasm_null(desk);
    return;
  }
  wasm_open(desk, '[');
  for (const char *word = info->words; *word;) {
    size_t length = strcspn(word, " ");
    junqi_rules tried = *rules;
    if (junqi_rules_set(&tried, info->name, strlen(info->name), word, length, NULL) == JUNQI_E_OK)
      wasm_bytes(desk, word, length);
    word += length;
    if (*word) word++;
  }
  wasm_close(desk, ']');
}

static void put_value(wasm_desk *desk, const junqi_rules *rules, junqi_option option) {
  char text[32];
  wasm_bytes(desk, text, junqi_option_text(rules, option, text, sizeof text));
}

static void put_option(wasm_desk *desk, const junqi_rules *rules, junqi_option option) {
  const junqi_option_info *info = junqi_option_about(option);
  wasm_open(desk, '{');
  wasm_key(desk, "name");
  wasm_text(desk, info->name);
  wasm_key(desk, "values");
  put_words(desk, rules, info);
  wasm_key(desk, "least");
  wasm_number(desk, info->least);
  wasm_key(desk, "most");
  wasm_number(desk, info->most);
  wasm_key(desk, "fallback");
  put_value(desk, rules, option);
  wasm_key(desk, "en");
  wasm_text(desk, info->english);
  wasm_key(desk, "zh");
  wasm_text(desk, info->chinese);
  wasm_close(desk, '}');
}

static bool has(const junqi_rules *rules, unsigned option) {
  return junqi_option_about((junqi_option)option)->fallback[rules->variant] >= 0;
}

int wasm_options(wasm_desk *desk, unsigned variant) {
  junqi_rules rules = junqi_rules_default(known(variant));
  wasm_begin(desk);
  wasm_open(desk, '[');
  for (unsigned o = 0; o < JUNQI_OPTIONS; o++)
    if (has(&rules, o)) put_option(desk, &rules, (junqi_option)o);
  wasm_close(desk, ']');
  return 1;
}

int wasm_presets(wasm_desk *desk, unsigned variant) {
  junqi_rules rules = junqi_rules_default(known(variant));
  junqi_error error;
  wasm_begin(desk);
  wasm_open(desk, '[');
  /* The refusal of a name that is none tells those there are: one a variant, or `-`. */
  junqi_rules_preset(&rules, "", 0, &error);
  if (error.wanted[0] != '-') wasm_text(desk, error.wanted);
  wasm_close(desk, ']');
  return 1;
}

int wasm_rules_set(wasm_desk *desk, junqi_rules *rules, size_t name, size_t value) {
  junqi_error error;
  junqi_code code = junqi_rules_set(rules, desk->in, name, desk->in + name, value, &error);
  return code == JUNQI_E_OK ? wasm_done(desk) : wasm_refuse(desk, &error);
}

int wasm_rules_preset(wasm_desk *desk, junqi_rules *rules, size_t length) {
  junqi_error error;
  junqi_code code = junqi_rules_preset(rules, desk->in, length, &error);
  return code == JUNQI_E_OK ? wasm_done(desk) : wasm_refuse(desk, &error);
}

void wasm_values(wasm_desk *desk, const junqi_rules *rules) {
  wasm_open(desk, '{');
  for (unsigned o = 0; o < JUNQI_OPTIONS; o++) {
    if (!has(rules, o)) continue;
    wasm_key(desk, junqi_option_about((junqi_option)o)->name);
    put_value(desk, rules, (junqi_option)o);
  }
  wasm_close(desk, '}');
}

int wasm_rules_values(wasm_desk *desk, const junqi_rules *rules) {
  wasm_begin(desk);
  wasm_values(desk, rules);
  return 1;
}
