// Preloaded into the server: says how many bytes of the heap are in use, whatever the allocator keeps of what was freed.
// After each byte that is written to the pipe LEAKS_HEAP.ask there is a line in the pipe LEAKS_HEAP.told.
#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char ask[4096], told[4096];

static void *answer(void *unused) {
  for (;;) {
    char byte;
    int in = open(ask, O_RDONLY | O_CLOEXEC);
    ssize_t count = read(in, &byte, 1);
    close(in);
    if (count != 1) continue;
    malloc_trim(0);
    struct mallinfo2 heap = mallinfo2();
    char line[64];
    int length = snprintf(line, sizeof line, "%zu\n", heap.uordblks + heap.hblkhd);
    int out = open(told, O_WRONLY | O_CLOEXEC);
    if (write(out, line, length) != length) abort();
    close(out);
  }
  return unused;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("LEAKS_HEAP");
  if (!path) return;
  snprintf(ask, sizeof ask, "%s.ask", path);
  snprintf(told, sizeof told, "%s.told", path);
  // The processes that the server starts are not asked.
  unsetenv("LEAKS_HEAP");
  unsetenv("LD_PRELOAD");
  pthread_t thread;
  if (pthread_create(&thread, NULL, answer, NULL) != 0) abort();
}
