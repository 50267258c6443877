// Tells the thread sanitizer what Swift's Mutex does when threads wait for each other. That part is in a library
// which is not built with the sanitizer, so that it takes what the mutex protects for a race. It is preloaded.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void (*lock_function)(uint32_t, SELF void *);
typedef SWIFT void (*unlock_function)(SELF void *);

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

SWIFT void tanada_lock(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void tanada_unlock(SELF void *handle) __asm__(UNLOCK);

SWIFT void tanada_lock(uint32_t thread, SELF void *handle) {
  ((lock_function)original(LOCK))(thread, handle);
  if (__tsan_acquire != NULL) __tsan_acquire(handle);
}

SWIFT void tanada_unlock(SELF void *handle) {
  if (__tsan_release != NULL) __tsan_release(handle);
  ((unlock_function)original(UNLOCK))(handle);
}
