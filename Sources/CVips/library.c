#define TANADA_VIPS_LOADS
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

tanada_vips_functions tanada_vips;

static const char *const library_name = "libvips.so.42";

const char *tanada_vips_load(void) {
  static char reason[512];
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(
      reason, sizeof reason, "libvips cannot be loaded (Debian's libvips42 has it): %s", dlerror());
    return reason;
  }
  // Those of GLib are found in the libraries that libvips is linked with.
#define FUNCTION(type, name, parameters)                                                     \
  if (!(tanada_vips.name = (type(*) parameters)dlsym(library, #name))) {                     \
    snprintf(                                                                                \
      reason, sizeof reason,                                                                 \
      "%s has no %s: another version is needed (Debian's libvips42)", library_name, #name); \
    return reason;                                                                           \
  }
  TANADA_VIPS_FUNCTIONS(FUNCTION)
#undef FUNCTION
  return NULL;
}
