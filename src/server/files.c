/* See files.h. */
#include "files.h"

#include <sys/resource.h>

uint32_t files_raise(uint32_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted; /* a process without such a limit */
  if (limit.rlim_cur >= wanted) return wanted;
  struct rlimit more = {.rlim_cur = wanted,
                        .rlim_max = limit.rlim_max > wanted ? limit.rlim_max : wanted};
  if (setrlimit(RLIMIT_NOFILE, &more) == 0) return wanted;
  more = (struct rlimit){.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
  if (setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  return (uint32_t)limit.rlim_cur;
}
