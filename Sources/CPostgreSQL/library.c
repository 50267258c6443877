#include "library.h"
#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

tanada_postgresql_functions tanada_pq;

#ifdef __APPLE__
static const char *const library_name = "libpq.5.dylib";
#else
static const char *const library_name = "libpq.so.5";
#endif

/// Why libpq cannot be loaded; empty if it is.
static char reason[512];

static void load(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(reason, sizeof reason, "libpq cannot be loaded (Debian's libpq5 has it): %s", dlerror());
    return;
  }
#define FUNCTION(name)                                                                  \
  if (!(tanada_pq.name = (__typeof__(name) *)dlsym(library, #name))) {                  \
    snprintf(                                                                           \
      reason, sizeof reason,                                                            \
      "%s has no %s: version 14 or later is needed (Debian's libpq5)", library_name, #name); \
    return;                                                                             \
  }
  TANADA_POSTGRESQL_FUNCTIONS(FUNCTION)
#undef FUNCTION
}

const char *tanada_postgresql_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return reason[0] ? reason : NULL;
}
