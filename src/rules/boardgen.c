/* Writes the board tables (boards.c) at build time from one short description per board: how many
 * seats, and the rail lines of RULES.md. Roads follow from the arm's grid. Not part
 * of the library. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "junqi/board.h"

/* Lines are patterns over seats p, q = next clockwise, r = opposite, repeated for the first `times`
 * seats. `Kp` is the corner between p and the next seat, `Ep` the edge point before p, `o` the
 * centre. */
typedef struct pattern {
  const char *points;
  unsigned times;
} pattern;

typedef struct description {
  const char *name;
  unsigned seats;
  bool palace;
  pattern lines[8];
} description;

#define ROWS(n)                                                                                    \
  {"p11 p12 p13 p14 p15", n}, {                                                                    \
    "p51 p52 p53 p54 p55", n                                                                       \
  }
#define SIDES(n)                                                                                   \
  { "p51 p41 p31 p21 p11 q15 q25 q35 q45 q55", n }

static const description boards[] = {
    {"two", 2, false, {ROWS(2), SIDES(2), {"p13 q13", 1}}},
    {"four",
     4,
     true,
     {ROWS(4),
      SIDES(4),
      {"p51 p41 p31 p21 p11 Kp Eq Kq r15 r25 r35 r45 r55", 4},
      {"p13 Ep o Er r13", 2}}},
    {"three",
     3,
     true,
     {ROWS(3),
      SIDES(3),
      {"p51 p41 p31 p21 p11 Kp Eq", 3},
      {"q55 q45 q35 q25 q15 Kp Ep", 3},
      {"p13 Ep o", 3}}},
};

static bool road[JUNQI_MAX_POINTS][JUNQI_MAX_POINTS], rail[JUNQI_MAX_POINTS][JUNQI_MAX_POINTS];

static bool is_camp(unsigned row, unsigned column) {
  return (row == 3 && column == 3) || ((row == 2 || row == 4) && (column == 2 || column == 4));
}

static void fill_points(junqi_board *board, const description *d) {
  board->seats = (uint8_t)d->seats;
  for (unsigned seat = 0; seat < d->seats; seat++)
    for (unsigned row = 1; row <= 6; row++)
      for (unsigned column = 1; column <= 5; column++) {
        junqi_point p = junqi_arm_point((junqi_seat)seat, row, column);
        snprintf(board->name[p], 4, "%c%c%c", (char)('a' + seat), (char)('0' + row),
                 (char)('0' + column));
        board->kind[p] = is_camp(row, column)                       ? JUNQI_CAMP
                         : row == 6 && (column == 2 || column == 4) ? JUNQI_HQ
                                                                    : JUNQI_STATION;
        board->seat[p] = (uint8_t)seat;
        board->row[p] = (uint8_t)row;
        board->column[p] = (uint8_t)column;
      }
  board->centre = d->palace ? (uint8_t)(2 * d->seats + 1) : 0;
  board->points = (uint8_t)(d->seats * JUNQI_ARM_POINTS + board->centre);
  for (unsigned i = 0; i < board->centre; i++) {
    unsigned p = d->seats * JUNQI_ARM_POINTS + i;
    board->seat[p] = JUNQI_NO_SEAT;
    if (i == 2 * d->seats)
      strcpy(board->name[p], "o");
    else
      snprintf(board->name[p], 4, "%c%c", i < d->seats ? 'k' : 'e', (char)('1' + i % d->seats));
  }
}

static unsigned seat_of_letter(char letter, unsigned p, unsigned seats) {
  unsigned forward = letter == 'p' ? 0 : letter == 'q' ? 1 : 2;
  return (p + forward) % seats;
}

static junqi_point point_of_token(const char *token, unsigned p, unsigned seats) {
  unsigned centre = seats * JUNQI_ARM_POINTS;
  if (token[0] == 'o') return (junqi_point)(centre + 2 * seats);
  if (token[0] == 'K') return (junqi_point)(centre + seat_of_letter(token[1], p, seats));
  if (token[0] == 'E') return (junqi_point)(centre + seats + seat_of_letter(token[1], p, seats));
  return junqi_arm_point((junqi_seat)seat_of_letter(token[0], p, seats), (unsigned)(token[1] - '0'),
                         (unsigned)(token[2] - '0'));
}

static void fill_lines(junqi_board *board, const description *d) {
  for (const pattern *line = d->lines; line->points; line++)
    for (unsigned p = 0; p < line->times; p++) {
      char text[80];
      uint8_t *length = &board->line_length[board->lines];
      snprintf(text, sizeof text, "%s", line->points);
      for (char *token = strtok(text, " "); token; token = strtok(NULL, " "))
        board->line[board->lines][(*length)++] = point_of_token(token, p, d->seats);
      board->lines++;
    }
}

static void link(bool edge[][JUNQI_MAX_POINTS], junqi_point a, junqi_point b) {
  edge[a][b] = edge[b][a] = true;
}

/* neighbours in the grid, and each camp's diagonals; rail where a line says so. */
static void fill_edges(junqi_board *board) {
  memset(road, 0, sizeof road);
  memset(rail, 0, sizeof rail);
  for (unsigned l = 0; l < board->lines; l++)
    for (unsigned i = 0; i + 1 < board->line_length[l]; i++)
      link(rail, board->line[l][i], board->line[l][i + 1]);
  for (unsigned p = 0; p < board->seats * (unsigned)JUNQI_ARM_POINTS; p++)
    for (unsigned q = 0; q < p; q++) {
      if (board->seat[p] != board->seat[q]) continue;
      int rows = abs(board->row[p] - board->row[q]),
          columns = abs(board->column[p] - board->column[q]);
      bool diagonal = rows == 1 && columns == 1 &&
                      (board->kind[p] == JUNQI_CAMP || board->kind[q] == JUNQI_CAMP);
      if ((rows + columns == 1 || diagonal) && !rail[p][q])
        link(road, (junqi_point)p, (junqi_point)q);
    }
  for (unsigned p = 0; p < board->points; p++) {
    unsigned n = 0, r = 0;
    for (unsigned q = 0; q < board->points; q++) {
      if (rail[p][q]) board->rail_edge[p][r++] = (junqi_point)q;
      if (rail[p][q] || road[p][q]) board->edge[p][n++] = (junqi_point)q;
    }
    board->rail[p] = r > 0;
    board->edge[p][n] = board->rail_edge[p][r] = JUNQI_NO_POINT;
  }
}

static bool ray_begins(const junqi_point *ray, const junqi_point *longer) {
  while (*ray != JUNQI_NO_POINT)
    if (*ray++ != *longer++) return false;
  return true;
}

/* Adds a ray unless it is the beginning of one that is there; replaces one that is its own
 * beginning. */
static void add_ray(junqi_board *board, unsigned p, const junqi_point ray[JUNQI_MAX_LINE]) {
  if (ray[0] == JUNQI_NO_POINT) return;
  for (unsigned r = 0; r < board->rays[p]; r++) {
    if (ray_begins(ray, board->ray[p][r])) return;
    if (ray_begins(board->ray[p][r], ray)) {
      memcpy(board->ray[p][r], ray, JUNQI_MAX_LINE);
      return;
    }
  }
  memcpy(board->ray[p][board->rays[p]++], ray, JUNQI_MAX_LINE);
}

static void fill_rays(junqi_board *board) {
  memset(board->ray, JUNQI_NO_POINT, sizeof board->ray);
  for (unsigned l = 0; l < board->lines; l++)
    for (int i = 0; i < board->line_length[l]; i++) {
      junqi_point on[JUNQI_MAX_LINE], back[JUNQI_MAX_LINE];
      memset(on, JUNQI_NO_POINT, sizeof on);
      memset(back, JUNQI_NO_POINT, sizeof back);
      for (int j = i + 1; j < board->line_length[l]; j++)
        on[j - i - 1] = board->line[l][j];
      for (int j = i - 1; j >= 0; j--)
        back[i - 1 - j] = board->line[l][j];
      add_ray(board, board->line[l][i], on);
      add_ray(board, board->line[l][i], back);
    }
}

static void print_bytes(const char *field, const void *data, size_t length) {
  const unsigned char *bytes = data;
  printf("    .%s = {", field);
  for (size_t i = 0; i < length; i++)
    printf("%u,", bytes[i]);
  printf("},\n");
}

static void print_nested(const char *field, const void *data, size_t rows, size_t width) {
  const unsigned char *bytes = data;
  printf("    .%s = {", field);
  for (size_t i = 0; i < rows; i++) {
    printf("{");
    for (size_t j = 0; j < width; j++)
      printf("%u,", bytes[i * width + j]);
    printf("},");
  }
  printf("},\n");
}

static void print_rays(const junqi_board *board) {
  printf("    .ray = {");
  for (unsigned p = 0; p < JUNQI_MAX_POINTS; p++) {
    printf("{");
    for (unsigned r = 0; r < JUNQI_MAX_RAYS; r++) {
      printf("{");
      for (unsigned i = 0; i < JUNQI_MAX_LINE; i++)
        printf("%u,", board->ray[p][r][i]);
      printf("},");
    }
    printf("},");
  }
  printf("},\n");
}

static void print_board(const junqi_board *b, const char *name) {
  printf("const junqi_board rules_board_%s = {\n    .seats = %u,\n    .points = %u,\n    .centre = "
         "%u,\n"
         "    .lines = %u,\n",
         name, b->seats, b->points, b->centre, b->lines);
  print_nested("name", b->name, JUNQI_MAX_POINTS, 4);
  print_bytes("kind", b->kind, JUNQI_MAX_POINTS);
  print_bytes("rail", b->rail, JUNQI_MAX_POINTS);
  print_bytes("seat", b->seat, JUNQI_MAX_POINTS);
  print_bytes("row", b->row, JUNQI_MAX_POINTS);
  print_bytes("column", b->column, JUNQI_MAX_POINTS);
  print_nested("edge", b->edge, JUNQI_MAX_POINTS, JUNQI_MAX_DEGREE + 1);
  print_nested("rail_edge", b->rail_edge, JUNQI_MAX_POINTS, JUNQI_MAX_DEGREE + 1);
  print_bytes("line_length", b->line_length, JUNQI_MAX_LINES);
  print_nested("line", b->line, JUNQI_MAX_LINES, JUNQI_MAX_LINE);
  print_bytes("rays", b->rays, JUNQI_MAX_POINTS);
  print_rays(b);
  printf("};\n");
}

/* The same facts as bit sets, for the move generator. */
typedef struct bit_row {
  unsigned long long word[JUNQI_WORDS];
} bit_row;

static void put_bit(bit_row *row, unsigned p) {
  row->word[p >> 6] |= 1ull << (p & 63);
}

static void print_bits(const bit_row *row) {
  printf("{");
  for (unsigned w = 0; w < JUNQI_WORDS; w++)
    printf("0x%llx,", row->word[w]);
  printf("}");
}

static void print_edge_sets(const char *field, const junqi_board *b,
                            const junqi_point edge[][JUNQI_MAX_DEGREE + 1]) {
  printf("    .%s = {", field);
  for (unsigned p = 0; p < b->points; p++) {
    bit_row row = {{0}};
    for (const junqi_point *q = edge[p]; *q != JUNQI_NO_POINT; q++)
      put_bit(&row, *q);
    print_bits(&row);
    printf(",");
  }
  printf("},\n");
}

/* Everything that other pieces than engineers could reach on a board without pieces. */
static void print_far(const junqi_board *b) {
  printf("    .far = {");
  for (unsigned p = 0; p < b->points; p++) {
    bit_row row = {{0}};
    for (const junqi_point *q = b->edge[p]; *q != JUNQI_NO_POINT; q++)
      put_bit(&row, *q);
    for (unsigned r = 0; r < b->rays[p]; r++)
      for (const junqi_point *q = b->ray[p][r]; *q != JUNQI_NO_POINT; q++)
        put_bit(&row, *q);
    print_bits(&row);
    printf(",");
  }
  printf("},\n");
}

/* Rays of the two-seat board as bit sets for generator.h: along ascending ids, along descending
 * ones, and what follows a descending one across the border. */
static void put_ray(const junqi_board *b, unsigned from, const junqi_point *ray,
                    unsigned long long runs[5]) {
  unsigned long long run = 0, beyond = 0;
  bool ascends = ray[0] > from && b->seat[ray[0]] == b->seat[from];
  unsigned last = from, n = 0;
  for (; ray[n] != JUNQI_NO_POINT && (ray[n] > last) == ascends; last = ray[n++])
    run |= 1ull << ray[n];
  for (; ray[n] != JUNQI_NO_POINT; n++)
    beyond |= 1ull << ray[n];
  unsigned at = ascends ? 0 : 2;
  if (beyond)
    at = 3; /* the one way across the border */
  else if (runs[at])
    at++;
  runs[at] = run;
  if (beyond) runs[4] = beyond;
}

static void print_runs(const junqi_board *b) {
  printf("const rules_runs rules_runs_two[60] = {");
  for (unsigned p = 0; p < 60; p++) {
    unsigned long long runs[5] = {0};
    for (unsigned r = 0; r < b->rays[p]; r++)
      put_ray(b, p, b->ray[p][r], runs);
    printf("{{0x%llx,0x%llx},{0x%llx,0x%llx},0x%llx},", runs[0], runs[1], runs[2], runs[3],
           runs[4]);
  }
  printf("};\n");
}

/* Points whose neighbour behind (id + 5) or beside (id + 1) is in the same arm and in the same
 * word. */
static void print_steps(const junqi_board *b) {
  bit_row behind = {{0}}, beside = {{0}};
  for (unsigned p = 0; p + 5 < b->seats * (unsigned)JUNQI_ARM_POINTS; p++) {
    if (b->row[p] < 6 && p >> 6 == (p + 5) >> 6) put_bit(&behind, p);
    if (b->column[p] < 5 && p >> 6 == (p + 1) >> 6) put_bit(&beside, p);
  }
  printf(",\n    .behind = ");
  print_bits(&behind);
  printf(",\n    .beside = ");
  print_bits(&beside);
}

static void print_sets(const junqi_board *b, const char *name) {
  bit_row camps = {{0}}, headquarters = {{0}}, rails = {{0}};
  for (unsigned p = 0; p < b->points; p++) {
    if (b->rail_edge[p][0] != JUNQI_NO_POINT) put_bit(&rails, p);
    if (b->kind[p] == JUNQI_CAMP) put_bit(&camps, p);
    if (b->kind[p] == JUNQI_HQ) put_bit(&headquarters, p);
  }
  printf("const rules_sets rules_sets_%s = {\n", name);
  print_edge_sets("edge", b, b->edge);
  print_edge_sets("rail_edge", b, b->rail_edge);
  print_far(b);
  printf("    .rail = ");
  print_bits(&rails);
  printf(",\n    .camp = ");
  print_bits(&camps);
  printf(",\n    .hq = ");
  print_bits(&headquarters);
  print_steps(b);
  printf("};\n");
}

int main(void) {
  printf("/* Generated by boardgen.c; not for editing. */\n#include \"sets.h\"\n");
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    junqi_board board = {0};
    fill_points(&board, &boards[i]);
    fill_lines(&board, &boards[i]);
    fill_edges(&board);
    fill_rays(&board);
    print_board(&board, boards[i].name);
    print_sets(&board, boards[i].name);
    if (!boards[i].palace) print_runs(&board);
  }
  return 0;
}
