#define _GNU_SOURCE
#include "CVips.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_own_files = false;

bool tanada_has_own_files(void) { return has_own_files; }

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>

// The numbers and structures of Landlock (linux/landlock.h), which Debian's headers have in part.
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define RULE_PATH_BENEATH 1
#define READ_FILE (1u << 2)
#define READ_DIRECTORY (1u << 3)

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct path_rule {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

/// The accesses that `version` of the interface can refuse, all of them.
static struct ruleset all_of(long version, size_t *size) {
  struct ruleset all = {(1u << 13) - 1, 0, 0};
  if (version >= 2) all.files |= 1u << 13;
  if (version >= 3) all.files |= 1u << 14;
  if (version >= 5) all.files |= 1u << 15;
  // Connections and ports of TCP.
  if (version >= 4) all.network = 3;
  // Sockets without a file, and signals, of processes outside.
  if (version >= 6) all.scoped = 3;
  *size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return all;
}

/// Lets this process read what is at and below `path`. What is not there needs no rule.
static bool allow_reading(int rules, const char *path) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return true;
  struct stat status;
  struct path_rule rule = {READ_FILE, file};
  if (fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) rule.access |= READ_DIRECTORY;
  bool is_done = syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) == 0;
  close(file);
  return is_done;
}

/// The libraries and fonts of the system, and what libraries ask about the machine.
static const char *const system_paths[] = {
  "/usr", "/lib", "/lib64", "/opt", "/nix/store", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime",
  "/var/cache/fontconfig", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys",
  "/sys/devices/system", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
};

/// The fonts and settings of the user.
static bool allow_fonts(int rules) {
  static const char *const of_home[] = {
    ".fonts", ".fonts.conf", ".config/fontconfig", ".local/share/fonts", ".cache/fontconfig",
  };
  char path[4096];
  const char *home = getenv("HOME"), *caches = getenv("XDG_CACHE_HOME");
  for (size_t i = 0; home && i < sizeof of_home / sizeof *of_home; i++) {
    snprintf(path, sizeof path, "%s/%s", home, of_home[i]);
    if (!allow_reading(rules, path)) return false;
  }
  if (caches) {
    snprintf(path, sizeof path, "%s/fontconfig", caches);
    if (!allow_reading(rules, path)) return false;
  }
  const char *named[] = {getenv("FONTCONFIG_FILE"), getenv("FONTCONFIG_PATH")};
  for (size_t i = 0; i < 2; i++) {
    if (named[i] && *named[i] && !allow_reading(rules, named[i])) return false;
  }
  return true;
}

/// Lets this process read what each line of `paths` names.
static bool allow_lines(int rules, const char *paths) {
  char *copy = strdup(paths), *rest = copy, *path;
  bool is_done = copy != NULL;
  while (is_done && (path = strsep(&rest, "\n"))) {
    if (*path) is_done = allow_reading(rules, path);
  }
  free(copy);
  return is_done;
}

/// Refuses this thread, and all that it starts, to change files, and to read others than it needs.
static bool refuse_files(const char *readable) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  if (version < 1) return false;
  size_t size;
  struct ruleset all = all_of(version, &size);
  int rules = (int)syscall(CREATE_RULESET, &all, size, 0);
  if (rules < 0) return false;
  bool is_done = true;
  if (readable) {
    for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++) {
      is_done = is_done && allow_reading(rules, system_paths[i]);
    }
    is_done = is_done && allow_fonts(rules) && allow_lines(rules, readable);
  } else {
    is_done = allow_reading(rules, "/");
  }
  is_done = is_done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
  close(rules);
  return is_done;
}

/// Landlock is for a thread and those that it starts, so that it comes before the first other one.
__attribute__((constructor)) static void begin(int count, char *arguments[]) {
  if (count < 3 || strcmp(arguments[1], "photo") != 0 || strcmp(arguments[2], "worker") != 0) return;
  has_own_files = refuse_files(getenv("TANADA_WORKER_READS"));
}
#endif
