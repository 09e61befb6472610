/*
 * Texts of the second referee: full positions of F-4 read and printed, layouts (F-1, R-3) and deals
 * (F-5) set up. Views are none of its business.
 */
#include "slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "987654321BMF";                      /* */
static const int numbers[] = {1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1}; /* */

static bool is_flip(const slow_game *game) {
  return !strcmp(game->variant, "flip");
}

static int count_on_board(const slow_game *game, char owner, char letter) {
  int count = 0;
  for (int p = 0; p < game->points; p++)
    count += game->at[p].owner == owner && game->at[p].letter == letter;
  return count;
}

/* F-4: points of one row (or the centre): pieces, `.` and `_n`. */
static const char *read_row(slow_game *game, const char *text, int point, int end) {
  while (point < end) {
    if (text[0] == '.') {
      point++, text++;
    } else if (text[0] == '_' && text[1] >= '2' && text[1] <= '9') {
      point += text[1] - '0', text += 2;
    } else if (text[0] >= 'a' && text[0] < 'a' + game->seats && text[1] &&
               strchr(letters, text[1])) {
      game->at[point++] = (slow_piece){text[0], text[1], text[2] == '!'};
      text += text[2] == '!' ? 3 : 2;
    } else {
      return NULL;
    }
  }
  return point == end ? text : NULL;
}

/* F-4 `<board>`: arms of six rows, and the centre of the larger boards. */
static bool read_board(slow_game *game, const char *text, slow_error *error) {
  const char *at = text;
  for (int row = 0; at && row < game->seats * 6; row++) {
    if (row) at = *at == (row % 6 ? '/' : '|') ? at + 1 : NULL;
    if (at) at = read_row(game, at, row * 5, row * 5 + 5);
  }
  if (at && game->seats > 2)
    at = *at == '|' ? read_row(game, at + 1, game->seats * 30, game->points) : NULL;
  return (at && !*at) || slow_fail(error, text, "not a board of this variant");
}

static bool read_number(const char *text, int *number) {
  size_t length = strlen(text);
  if (length < 1 || length > 7 || strspn(text, "0123456789") != length) return false;
  *number = atoi(text);
  return true;
}

/* `out=db` */
static bool read_out(slow_game *game, const char *text) {
  for (size_t i = 0; text[i]; i++) {
    if (!slow_is_in(game, text[i])) return false;
    game->out[i] = text[i];
  }
  return text[0] != 0;
}

/* `timeouts=a1c2` and `dug=a0b2`: owner and number, each owner once and in order. */
static bool read_counts(int owners, const char *text, int counts[]) {
  char last = 0;
  while (*text) {
    char owner = *text++;
    size_t digits = strspn(text, "0123456789");
    if (owner <= last || owner < 'a' || owner >= 'a' + owners || digits < 1 || digits > 2)
      return false;
    counts[owner - 'a'] = atoi(text);
    last = owner;
    text += digits;
  }
  return last != 0;
}

/* `carry=a13`: colour a's carrier first; the pieces tell the colours. */
static bool read_carry(slow_game *game, const char *text) {
  char last = 0;
  for (int n = 0; text[0] && n < 2; n++, text += 3) {
    int point = slow_point(2, text);
    if (point < 0) return false;
    slow_piece piece = game->at[point];
    if (piece.owner <= last || !slow_is_movable(piece.letter) || !piece.mark) return false;
    game->carry[piece.owner - 'a'] = point;
    last = piece.owner;
  }
  return last && !*text && slow_option_is(game, "flip_flag", "carry");
}

static bool read_flip_field(slow_game *game, const char *key, const char *value) {
  if (!strcmp(key, "colours")) {
    snprintf(game->colours, sizeof game->colours, "%s", value);
    return !strcmp(value, "ab") || !strcmp(value, "ba");
  }
  if (!strcmp(key, "last")) {
    game->last = value[0];
    return !strcmp(value, "a") || !strcmp(value, "b");
  }
  if (!strcmp(key, "dug")) return read_counts(2, value, game->dug);
  return !strcmp(key, "carry") && read_carry(game, value);
}

/* One `key=value` after `<ply>`. */
static bool read_field(slow_game *game, char *field, slow_error *error) {
  char *value = strchr(field, '=');
  if (!value) return slow_fail(error, field, "key=value expected");
  *value++ = 0;
  bool is_known = true;
  if (!strcmp(field, "out"))
    is_known = read_out(game, value);
  else if (!strcmp(field, "timeouts"))
    is_known = read_counts(game->seats, value, game->timeouts);
  else if (is_flip(game) && (!strcmp(field, "colours") || !strcmp(field, "last") ||
                             !strcmp(field, "dug") || !strcmp(field, "carry")))
    is_known = read_flip_field(game, field, value);
  else
    return slow_set(game, field, value, error);
  return is_known || slow_fail(error, field, "value not understood");
}

/* F-4: at most R-1.1's numbers; mines dug and flags carried are off the board. */
static bool check_numbers(const slow_game *game, slow_error *error) {
  for (char owner = 'a'; owner < 'a' + game->seats; owner++)
    for (int i = 0; letters[i]; i++) {
      int count = count_on_board(game, owner, letters[i]);
      if (is_flip(game) && letters[i] == 'M') count += game->dug[owner - 'a'];
      if (is_flip(game) && letters[i] == 'F') count += game->carry[owner - 'a'] >= 0;
      if (count > numbers[i])
        return slow_fail(error, "board", "more pieces of one kind than R-1.1 has");
    }
  return true;
}

/* F-4: no pieces of a seat that is out, and a turn that is a seat still in unless the game is over.
 */
static bool check_seats(const slow_game *game, slow_error *error) {
  for (int i = 0; game->out[i]; i++)
    for (int p = 0; p < game->points; p++)
      if (game->at[p].owner && game->at[p].owner == slow_owner(game, game->out[i]))
        return slow_fail(error, "board", "pieces of a seat that is out");
  if (game->turn < 'a' || game->turn >= 'a' + game->seats ||
      (!slow_over(game) && !slow_is_in(game, game->turn)))
    return slow_fail(error, "turn", "a seat still in");
  if (game->last && (game->colours[0] || !slow_option_is(game, "flip_colour", "pair")))
    return slow_fail(error, "last", "only with flip_colour=pair before the colours are known");
  return true;
}

/* Cuts the text at single spaces; 0 if there are more words than `limit` or an empty one. */
static int split(char *text, char *words[], int limit) {
  int count = 0;
  for (char *at = text; at; count++) {
    if (count == limit || !*at || *at == ' ') return 0;
    words[count] = at;
    at = strchr(at, ' ');
    if (at) *at++ = 0;
  }
  return count;
}

static bool is_repeated(char *words[], int i) {
  size_t key = strcspn(words[i], "=") + 1;
  for (int j = i + 1; words[j]; j++)
    if (!strncmp(words[i], words[j], key)) return true;
  return false;
}

bool slow_parse(slow_game *game, const char *text, slow_error *error) {
  char copy[SLOW_TEXT];
  char *words[64] = {0};
  if (strlen(text) >= sizeof copy) return slow_fail(error, "position", "too long");
  snprintf(copy, sizeof copy, "%s", text);
  if (split(copy, words, 63) < 5)
    return slow_fail(error, "position", "<variant> <board> <turn> <quiet> <ply> expected");
  if (!slow_new(game, words[0], error) || !read_board(game, words[1], error)) return false;
  game->turn = words[2][1] ? 0 : words[2][0];
  if (!read_number(words[3], &game->quiet) || !read_number(words[4], &game->ply))
    return slow_fail(error, "position", "<quiet> and <ply> are numbers");
  for (int i = 5; words[i]; i++)
    if (is_repeated(words, i)) return slow_fail(error, words[i], "given twice");
  for (int i = 5; words[i]; i++)
    if (!read_field(game, words[i], error)) return false;
  return check_numbers(game, error) && check_seats(game, error);
}

static void append(char *text, const char *more) {
  strcat(text, more);
}

/* F-4: every maximal run of two or more `.` in a row or the centre is `_n`. */
static void print_row(const slow_game *game, int point, int end, char *text) {
  while (point < end) {
    char word[16] = ".";
    int run = 0;
    while (point + run < end && !game->at[point + run].owner)
      run++;
    if (run > 1)
      snprintf(word, sizeof word, "_%d", run);
    else if (run == 0)
      snprintf(word, sizeof word, "%c%c%s", game->at[point].owner, game->at[point].letter,
               game->at[point].mark ? "!" : "");
    append(text, word);
    point += run ? run : 1;
  }
}

static void print_board(const slow_game *game, char *text) {
  for (int row = 0; row < game->seats * 6; row++) {
    if (row) append(text, row % 6 ? "/" : "|");
    print_row(game, row * 5, row * 5 + 5, text);
  }
  if (game->seats > 2) {
    append(text, "|");
    print_row(game, game->seats * 30, game->points, text);
  }
}

static void print_counts(const char *key, const int counts[], int owners, bool zeros, char *text) {
  bool any = false;
  for (int i = 0; i < owners; i++)
    any = any || counts[i];
  if (!any) return;
  append(text, key);
  for (int i = 0; i < owners; i++) {
    char word[16];
    snprintf(word, sizeof word, "%c%d", 'a' + i, counts[i]);
    if (counts[i] || zeros) append(text, word);
  }
}

static void print_flip_fields(const slow_game *game, char *text) {
  char last[2] = {game->last, 0};
  if (game->colours[0]) {
    append(text, " colours=");
    append(text, game->colours);
  }
  if (game->last) {
    append(text, " last=");
    append(text, last);
  }
  print_counts(" dug=", game->dug, 2, true, text);
  if (game->carry[0] >= 0 || game->carry[1] >= 0) append(text, " carry=");
  for (int i = 0; i < 2; i++)
    if (game->carry[i] >= 0) {
      char name[4];
      slow_name(2, game->carry[i], name);
      append(text, name);
    }
}

void slow_print(const slow_game *game, char text[SLOW_TEXT]) {
  char word[40];
  const char *key;
  snprintf(text, SLOW_TEXT, "%s ", game->variant);
  print_board(game, text);
  snprintf(word, sizeof word, " %c %d %d", game->turn, game->quiet, game->ply);
  append(text, word);
  for (int i = 0; i < SLOW_OPTIONS; i++)
    if (!slow_option_default(game, i, &key)) {
      append(text, " ");
      append(text, key);
      append(text, "=");
      append(text, game->option[i]);
    }
  if (game->out[0]) {
    append(text, " out=");
    append(text, game->out);
  }
  print_counts(" timeouts=", game->timeouts, game->seats, false, text);
  if (is_flip(game)) print_flip_fields(game, text);
}

/* …: may this letter stand on this point of its own arm? */
static bool may_be_placed(const slow_game *game, char letter, int point) {
  int row = point % 30 / 5 + 1;
  if ((letter == '.') != slow_is_camp(game->seats, point)) return false;
  if (letter == 'F') return slow_is_headquarters(game->seats, point);
  if (letter == 'M') return row >= 5;
  if (letter == 'B' && row == 1) return slow_option_is(game, "bomb_front", "yes");
  return letter == '.' || strchr(letters, letter);
}

/* All of, not one more or less. */
static bool is_complete(const slow_game *game, char owner) {
  for (int i = 0; letters[i]; i++)
    if (count_on_board(game, owner, letters[i]) != numbers[i]) return false;
  return true;
}

/* F-1 */
bool slow_layout(slow_game *game, char seat, const char *layout, slow_error *error) {
  if (is_flip(game) || seat < 'a' || seat >= 'a' + game->seats || strlen(layout) != 35)
    return slow_fail(error, layout, "six rows of five letters for a seat of this variant");
  for (int i = 0; i < 30; i++) {
    char letter = layout[i / 5 * 6 + i % 5];
    char after = i == 29 ? 0 : '/';
    int point = (seat - 'a') * 30 + i;
    if (letter == '/' || (i % 5 == 4 && layout[i / 5 * 6 + 5] != after))
      return slow_fail(error, layout, "rows of five letters with / between them");
    if (!may_be_placed(game, letter, point))
      return slow_fail(error, layout, "R-3: a piece where it may not stand");
    game->at[point] = letter == '.' ? (slow_piece){0} : (slow_piece){seat, letter, false};
  }
  return is_complete(game, seat) || slow_fail(error, layout, "R-1.1: wrong numbers of pieces");
}

/* */
bool slow_deal(slow_game *game, const char *board, slow_error *error) {
  if (!is_flip(game)) return slow_fail(error, board, "only flip has a deal");
  memset(game->at, 0, sizeof game->at);
  if (!read_board(game, board, error)) return false;
  for (int p = 0; p < game->points; p++)
    if (game->at[p].mark || (game->at[p].owner == 0) != slow_is_camp(2, p))
      return slow_fail(error, board, "R-3.5: face down on every point that is no camp");
  return (is_complete(game, 'a') && is_complete(game, 'b')) ||
         slow_fail(error, board, "R-1.1: wrong numbers of pieces");
}
