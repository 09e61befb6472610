/* See diary.h. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "diary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <time.h>

enum { BURST = 200, PER_SECOND = 20 };

/* Whether another line may be written now. Errors always may: they are few. */
static bool allows(diary *d, junqi_log_level level, uint64_t now) {
  d->allowance += (double)(now - d->filled) * PER_SECOND / 1000;
  d->filled = now;
  if (d->allowance > BURST) d->allowance = BURST;
  if (level > JUNQI_LOG_ERROR && d->allowance < 1) {
    d->skipped++;
    return false;
  }
  d->allowance -= 1;
  return true;
}

void diary_note(diary *d, junqi_log_level level, int64_t date, uint64_t now, const char *event,
                const char *format, ...) {
  static const char *const words[] = {"error", "warning", "info", "debug"};
  char text[400] = "", moment[32];
  time_t seconds = (time_t)(date / 1000);
  struct tm parts;
  va_list arguments;
  if (!d->file || level > d->level || !allows(d, level, now)) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  gmtime_r(&seconds, &parts);
  strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%S", &parts);
  if (d->skipped > 0)
    fprintf(d->file, "time=%sZ level=warning event=skipped lines=%" PRIu64 "\n", moment,
            d->skipped);
  d->skipped = 0;
  fprintf(d->file, "time=%s.%03dZ level=%s event=%s%s%s\n", moment, (int)(date % 1000),
          words[level], event, *text ? " " : "", text);
  fflush(d->file);
}
