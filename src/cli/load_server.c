/* A server in a process of its own, as whoever runs one has it. See load.h. */
#define _GNU_SOURCE /* pipe2, d_type */
#include "load.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS = 32, NUMBER = 24 };

uint64_t load_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

junqi_code load_server_make(load_server *server, junqi_error *error) {
  const char *temporary = getenv("TMPDIR");
  *server = (load_server){.out = -1};
  snprintf(server->directory, sizeof server->directory, "%s/junqi-bench-XXXXXX",
           temporary && *temporary ? temporary : "/tmp");
  if (mkdtemp(server->directory)) return junqi_fail(error, JUNQI_E_OK);
  junqi_fail_with(error, JUNQI_E_LOAD_DIRECTORY, "", strerror(errno), server->directory);
  *server->directory = 0;
  return error->code;
}

/* Its limits are those of this program's own people, who are all on one machine. It does not
 * outlive this program, however that ends. */
static void become(const load_server *server, uint64_t connections, uint64_t tables, int out) {
  char most[2][NUMBER];
  snprintf(most[0], NUMBER, "%" PRIu64, connections);
  snprintf(most[1], NUMBER, "%" PRIu64, tables);
  const char *words[] = {"junqi",
                         "serve",
                         "--port",
                         "0",
                         "--data",
                         server->directory,
                         "--log",
                         "error",
                         "--threads",
                         "1",
                         "--limit-connections",
                         most[0],
                         "--limit-tables",
                         most[1],
                         "--limit-messages",
                         "10000",
                         "--limit-message-burst",
                         "10000",
                         "--limit-account-tables",
                         "64",
                         "--limit-account-retold",
                         "1000000/1ms",
                         NULL};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0); /* what interrupts this program on a terminal is not for the server */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(out, STDOUT_FILENO);
  execv("/proc/self/exe", (char *const *)words);
  _exit(127);
}

/* "… http://127.0.0.1:PORT/ …" is the first thing it says. */
static bool await_port(load_server *server) {
  char said[512];
  size_t used = 0;
  ssize_t got;
  while (used + 1 < sizeof said &&
         (got = read(server->out, said + used, sizeof said - 1 - used)) > 0) {
    said[used += (size_t)got] = 0;
    const char *at = strstr(said, "http://127.0.0.1:");
    if (at && strchr(at + 17, '/')) {
      server->port = (int)strtol(at + 17, NULL, 10);
      return true;
    }
  }
  return false;
}

junqi_code load_server_start(load_server *server, uint64_t connections, uint64_t tables,
                             junqi_error *error) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return junqi_fail(error, JUNQI_E_NO_MEMORY);
  server->out = ends[0];
  server->started = load_now();
  server->pid = fork();
  if (server->pid == 0) become(server, connections, tables, ends[1]);
  close(ends[1]);
  if (server->pid > 0 && await_port(server)) {
    server->ready = load_now();
    return junqi_fail(error, JUNQI_E_OK);
  }
  load_server_stop(server, SIGKILL);
  return junqi_fail(error, JUNQI_E_LOAD_SERVER);
}

void load_server_stop(load_server *server, int signal_number) {
  if (server->pid > 0) {
    kill(server->pid, signal_number);
    waitpid(server->pid, NULL, 0);
  }
  if (server->out >= 0) close(server->out);
  server->pid = 0;
  server->out = -1;
}

/* The directory is ours and flat; which files a killed server leaves in it is not ours to know. */
void load_server_free(load_server *server) {
  load_server_stop(server, SIGKILL);
  if (!*server->directory) return;
  DIR *directory = opendir(server->directory);
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    if (entry->d_type != DT_DIR) unlinkat(dirfd(directory), entry->d_name, 0);
  if (directory) closedir(directory);
  rmdir(server->directory);
}

double load_server_cpu(const load_server *server) {
  clockid_t clock;
  struct timespec now = {0, 0};
  if (clock_getcpuclockid(server->pid, &clock) == 0) clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t load_server_memory(const load_server *server) {
  char path[64], line[128];
  uint64_t kilobytes = 0;
  snprintf(path, sizeof path, "/proc/%d/status", server->pid);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "VmRSS:", 6) == 0) kilobytes = strtoull(line + 6, NULL, 10);
  if (file) fclose(file);
  return kilobytes * 1024;
}
