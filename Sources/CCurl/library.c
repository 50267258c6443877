#define TANADA_CURL_LOADS
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

tanada_curl_functions tanada_curl;

static const char *const library_name = "libcurl.so.4";

const char *tanada_curl_load(void) {
  static char reason[512];
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(
      reason, sizeof reason, "libcurl cannot be loaded (Debian's libcurl4 has it): %s", dlerror());
    return reason;
  }
#define FUNCTION(name)                                                                      \
  if (!(tanada_curl.name = (__typeof__(name) *)dlsym(library, #name))) {                    \
    snprintf(                                                                               \
      reason, sizeof reason,                                                                \
      "%s has no %s: another version is needed (Debian's libcurl4)", library_name, #name); \
    return reason;                                                                          \
  }
  TANADA_CURL_FUNCTIONS(FUNCTION)
#undef FUNCTION
  return NULL;
}
