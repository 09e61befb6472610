/* The three boards as data (RULES.md R-2): points, kinds, edges, rail lines. The tables are
 * generated at build time from one short description per board (src/rules/boardgen.c) and never
 * change. */
#ifndef JUNQI_BOARD_H
#define JUNQI_BOARD_H

#include "junqi/types.h"

enum {
  JUNQI_WORDS = 3,      /* 64-bit words that hold the points of the largest board */
  JUNQI_MAX_DEGREE = 9, /* no point has more edges; lists end with JUNQI_NO_POINT */
  JUNQI_MAX_LINES = 18,
  JUNQI_MAX_LINE = 13,
  JUNQI_MAX_RAYS = 6
};

typedef enum junqi_kind { JUNQI_STATION, JUNQI_CAMP, JUNQI_HQ } junqi_kind;

typedef struct junqi_board {
  uint8_t seats, points, centre; /* points in all; centre points among them */
  uint8_t lines;
  char name[JUNQI_MAX_POINTS][4];
  uint8_t kind[JUNQI_MAX_POINTS]; /* junqi_kind */
  bool rail[JUNQI_MAX_POINTS];    /* the point lies on rail */
  uint8_t seat[JUNQI_MAX_POINTS]; /* whose arm; JUNQI_NO_SEAT in the centre */
  uint8_t row[JUNQI_MAX_POINTS], column[JUNQI_MAX_POINTS]; /* 1.. ; 0 in the centre */
  /* All neighbours by road or rail, and those by rail; ended by JUNQI_NO_POINT. */
  junqi_point edge[JUNQI_MAX_POINTS][JUNQI_MAX_DEGREE + 1];
  junqi_point rail_edge[JUNQI_MAX_POINTS][JUNQI_MAX_DEGREE + 1];
  /* Rail lines (R-2.5..R-2.7) in running order. */
  uint8_t line_length[JUNQI_MAX_LINES];
  junqi_point line[JUNQI_MAX_LINES][JUNQI_MAX_LINE];
  /* The rays of a rail point: along each of its lines, in each direction, the points in order,
   * ended by JUNQI_NO_POINT. Rays that are the beginning of another ray of the same point are left
   * out. */
  uint8_t rays[JUNQI_MAX_POINTS];
  junqi_point ray[JUNQI_MAX_POINTS][JUNQI_MAX_RAYS][JUNQI_MAX_LINE];
} junqi_board;

/* The board of a variant; constant, never null. */
const junqi_board *junqi_board_of(junqi_variant variant);

/* The point named at text (`length` bytes available), or JUNQI_NO_POINT. Names are a prefix code
 * (R-2.2): *used, when not null, is set to the bytes that the name takes. */
junqi_point junqi_point_named(const junqi_board *board, const char *text, size_t length,
                              size_t *used);

/* The arm point of a seat by row 1..6 and column 1..5. */
static inline junqi_point junqi_arm_point(junqi_seat seat, unsigned row, unsigned column) {
  return (junqi_point)(seat * JUNQI_ARM_POINTS + (row - 1) * 5 + (column - 1));
}

/* True when an edge of any kind joins the points. */
bool junqi_adjacent(const junqi_board *board, junqi_point from, junqi_point to);

#endif
