/* Lines of a record (FORMATS.md F-5) as bytes: line ends, comments, words. What they mean is read
 * elsewhere. */
#include "lines.h"

#include <string.h>

void notation_lines_start(notation_lines *lines, const char *text, size_t length) {
  memset(lines, 0, sizeof *lines);
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, length -= 3;
  if (length) lines->rest = (junqi_slice){text, length};
}

static junqi_code check_bytes(junqi_slice line, junqi_error *error) {
  for (size_t i = 0; i < line.length;) {
    unsigned char byte = (unsigned char)line.at[i];
    bool control = (byte < 0x20 && byte != '\t') || byte == 0x7F;
    uint32_t code;
    size_t take = control ? 0 : junqi_utf8(line.at + i, line.length - i, &code);
    if (take == 0)
      return notation_fail(error, JUNQI_E_LINE_BYTES, (ptrdiff_t)i, NULL,
                           (junqi_slice){line.at + i, 1}, NULL);
    i += take;
  }
  return JUNQI_E_OK;
}

/* Where a comment begins: at a `;` outside quotes. */
static size_t comment_start(junqi_slice line) {
  bool quoted = false;
  for (size_t i = 0; i < line.length; i++) {
    if (line.at[i] == '"') quoted = !quoted;
    if (quoted && line.at[i] == '\\') i++;
    if (!quoted && line.at[i] == ';') return i;
  }
  return line.length;
}

junqi_code notation_split_line(junqi_slice whole, junqi_slice *content, junqi_slice *comment,
                               junqi_error *error) {
  size_t at = comment_start(whole);
  *comment = (junqi_slice){NULL, 0};
  if (at < whole.length)
    *comment = notation_trim((junqi_slice){whole.at + at + 1, whole.length - at - 1});
  *content = notation_trim((junqi_slice){whole.at, at});
  return check_bytes(whole, error);
}

junqi_code notation_lines_next(notation_lines *lines, bool *more, junqi_error *error) {
  /* Behind the last line end there is no line. */
  while ((*more = lines->rest.length > 0)) {
    notation_cut(&lines->rest, '\n', &lines->whole);
    lines->number++;
    if (lines->whole.length && lines->whole.at[lines->whole.length - 1] == '\r')
      lines->whole.length--;
    junqi_code code = notation_split_line(lines->whole, &lines->content, &lines->comment, error);
    if (code != JUNQI_E_OK || lines->content.length || lines->comment.at) return code;
  }
  return JUNQI_E_OK;
}

void notation_put_comment(notation_text *text, junqi_slice comment, bool own_line) {
  if (!comment.at) return;
  notation_put_word(text, own_line ? ";" : " ;");
  if (comment.length) notation_put(text, ' ');
  notation_put_slice(text, comment);
}

junqi_slice notation_word(junqi_slice *rest) {
  junqi_slice word = {rest->at, 0};
  while (word.length < rest->length && word.at[word.length] != ' ' && word.at[word.length] != '\t')
    word.length++;
  *rest = notation_trim((junqi_slice){rest->at + word.length, rest->length - word.length});
  return word;
}
