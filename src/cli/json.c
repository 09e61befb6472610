/* The little JSON that the subcommands print. */
#include "cli.h"

#include <stdio.h>

void cli_json_text(const char *text) {
  putchar('"');
  for (; *text; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20 || byte == 0x7F)
      printf("\\u%04x", byte);
    else if (byte == '"' || byte == '\\')
      printf("\\%c", byte);
    else
      putchar(byte);
  }
  putchar('"');
}

void cli_json_error(const junqi_error *error) {
  char text[512];
  junqi_error_text(error, cli_language(), text, sizeof text);
  printf("\"code\": \"%s\"", junqi_code_name(error->code));
  if (error->line > 0) printf(", \"line\": %d", (int)error->line);
  if (error->offset >= 0) printf(", \"offset\": %d", (int)error->offset);
  printf(", \"message\": ");
  cli_json_text(text);
}
