#include "CBuild.h"

#include <dlfcn.h>

void *tanada_library_function(const char *library, const char *function) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle ? dlsym(handle, function) : NULL;
}
