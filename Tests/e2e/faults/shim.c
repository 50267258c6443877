// Makes system calls of the server fail, as a control block says that a test maps as well (see control.py).
//
// It counts calls that concern files below FAULTS_FOLDER, by path or by a descriptor that was opened with such a path;
// and connections that are accepted. It is preloaded, so that it sees the calls of the C library's functions, those of
// SQLite among them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, SYNC, RENAME, UNLINK, TRUNCATE, MKDIR, STAT, MMAP, LOCK, ACCEPT, THREAD, KINDS };

// The same fields, in the same order, as in control.py; all are of 8 bytes.
struct control {
  _Atomic int64_t kinds;        // a bit for each kind of call that is counted
  _Atomic int64_t first;        // the number of the first call that fails, from 1; 0 for none
  _Atomic int64_t last;         // that of the last one
  _Atomic int64_t error;        // what it fails with; 0: it does not fail
  _Atomic int64_t delay;        // for so many milliseconds each counted call waits
  _Atomic int64_t failed;       // how many calls have failed
  _Atomic int64_t counted;      // how many calls were counted
  _Atomic int64_t calls[KINDS]; // how many calls there were of each kind
};

#define DESCRIPTORS 65536
static struct control *control;
static char folder[4096];
static size_t folder_length;
static _Atomic char ours[DESCRIPTORS];

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }
#define REAL(name, type, ...)                              \
  static type (*real)(__VA_ARGS__);                        \
  if (!real) real = (type (*)(__VA_ARGS__))original(name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL"), *of = getenv("FAULTS_FOLDER");
  if (!path || !of) return;
  REAL("open", int, const char *, int, ...);
  int descriptor = real(path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *mapped = ((void *(*)(void *, size_t, int, int, int, off_t))original("mmap"))(
      NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ((int (*)(int))original("close"))(descriptor);
  if (mapped == MAP_FAILED) return;
  strncpy(folder, of, sizeof folder - 1);
  folder_length = strlen(folder);
  control = mapped;
}

// Whether the call fails, with errno set.
static int fails(int kind) {
  if (!control) return 0;
  atomic_fetch_add(&control->calls[kind], 1);
  if (!(atomic_load(&control->kinds) >> kind & 1)) return 0;
  int64_t number = atomic_fetch_add(&control->counted, 1) + 1, delay = atomic_load(&control->delay);
  if (delay) {
    struct timespec pause = {delay / 1000, delay % 1000 * 1000000};
    nanosleep(&pause, NULL);
  }
  int64_t first = atomic_load(&control->first), error = atomic_load(&control->error);
  if (!first || !error || number < first || number > atomic_load(&control->last)) return 0;
  atomic_fetch_add(&control->failed, 1);
  errno = (int)error;
  return 1;
}

// The server runs in the folder, and some of its paths are relative.
static int is_ours(const char *path) {
  return control && path && *path && (*path != '/' || strncmp(path, folder, folder_length) == 0 ||
                                      strncmp(path, "/proc/self/fd/", 14) == 0);
}
static int has(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS && atomic_load(&ours[descriptor]);
}
static int note(int descriptor, int is) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) atomic_store(&ours[descriptor], (char)is);
  return descriptor;
}

#define MODE(flags)                                    \
  mode_t mode = 0;                                     \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {             \
    va_list list;                                      \
    va_start(list, flags);                             \
    mode = va_arg(list, mode_t);                       \
    va_end(list);                                      \
  }
#define OPENING(name)                                  \
  int name(const char *path, int flags, ...) {         \
    MODE(flags)                                        \
    REAL(#name, int, const char *, int, ...);          \
    if (!is_ours(path)) return note(real(path, flags, mode), 0); \
    if (fails(OPEN)) return -1;                        \
    return note(real(path, flags, mode), 1);           \
  }
OPENING(open)
OPENING(open64)
#define OPENING_AT(name)                               \
  int name(int at, const char *path, int flags, ...) { \
    MODE(flags)                                        \
    REAL(#name, int, int, const char *, int, ...);     \
    if (!is_ours(path)) return note(real(at, path, flags, mode), 0); \
    if (fails(OPEN)) return -1;                        \
    return note(real(at, path, flags, mode), 1);       \
  }
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int descriptor) {
  REAL("close", int, int);
  note(descriptor, 0);
  return real(descriptor);
}

#define WITH_DESCRIPTOR(kind, type, name, parameters, arguments) \
  type name parameters {                                         \
    static type(*real) parameters;                               \
    if (!real) real = (type(*) parameters)original(#name);       \
    if (has(descriptor) && fails(kind)) return -1;               \
    return real arguments;                                       \
  }
WITH_DESCRIPTOR(READ, ssize_t, read, (int descriptor, void *buffer, size_t count), (descriptor, buffer, count))
WITH_DESCRIPTOR(READ, ssize_t, pread, (int descriptor, void *buffer, size_t count, off_t at), (descriptor, buffer, count, at))
WITH_DESCRIPTOR(READ, ssize_t, pread64, (int descriptor, void *buffer, size_t count, off64_t at), (descriptor, buffer, count, at))
WITH_DESCRIPTOR(WRITE, ssize_t, write, (int descriptor, const void *buffer, size_t count), (descriptor, buffer, count))
WITH_DESCRIPTOR(WRITE, ssize_t, pwrite, (int descriptor, const void *buffer, size_t count, off_t at), (descriptor, buffer, count, at))
WITH_DESCRIPTOR(WRITE, ssize_t, pwrite64, (int descriptor, const void *buffer, size_t count, off64_t at), (descriptor, buffer, count, at))
WITH_DESCRIPTOR(WRITE, ssize_t, writev, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count))
WITH_DESCRIPTOR(SYNC, int, fsync, (int descriptor), (descriptor))
WITH_DESCRIPTOR(SYNC, int, fdatasync, (int descriptor), (descriptor))
WITH_DESCRIPTOR(TRUNCATE, int, ftruncate, (int descriptor, off_t size), (descriptor, size))
WITH_DESCRIPTOR(TRUNCATE, int, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
WITH_DESCRIPTOR(STAT, int, fstat, (int descriptor, struct stat *found), (descriptor, found))
WITH_DESCRIPTOR(STAT, int, fstat64, (int descriptor, struct stat64 *found), (descriptor, found))
WITH_DESCRIPTOR(LOCK, int, flock, (int descriptor, int how), (descriptor, how))

#define LOCKING(name)                                                                \
  int name(int descriptor, int command, ...) {                                       \
    va_list list;                                                                    \
    va_start(list, command);                                                         \
    void *argument = va_arg(list, void *);                                           \
    va_end(list);                                                                    \
    REAL(#name, int, int, int, ...);                                                 \
    int locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK ||   \
                command == F_OFD_SETLK || command == F_OFD_SETLKW;                   \
    /* Giving a lock back does not fail. */                                          \
    if (locks && ((struct flock *)argument)->l_type == F_UNLCK) locks = 0;           \
    if (locks && has(descriptor) && fails(LOCK)) return -1;                          \
    return real(descriptor, command, argument);                                      \
  }
LOCKING(fcntl)
LOCKING(fcntl64)

#define WITH_PATH(kind, name, parameters, arguments)       \
  int name parameters {                                    \
    static int(*real) parameters;                          \
    if (!real) real = (int(*) parameters)original(#name);  \
    if (is_ours(path) && fails(kind)) return -1;           \
    return real arguments;                                 \
  }
WITH_PATH(RENAME, rename, (const char *path, const char *to), (path, to))
WITH_PATH(RENAME, renameat, (int at, const char *path, int at_to, const char *to), (at, path, at_to, to))
WITH_PATH(RENAME, link, (const char *path, const char *to), (path, to))
WITH_PATH(UNLINK, unlink, (const char *path), (path))
WITH_PATH(UNLINK, unlinkat, (int at, const char *path, int flags), (at, path, flags))
WITH_PATH(MKDIR, mkdir, (const char *path, mode_t mode), (path, mode))
WITH_PATH(STAT, stat, (const char *path, struct stat *found), (path, found))
WITH_PATH(STAT, stat64, (const char *path, struct stat64 *found), (path, found))
WITH_PATH(STAT, lstat, (const char *path, struct stat *found), (path, found))
WITH_PATH(STAT, lstat64, (const char *path, struct stat64 *found), (path, found))
WITH_PATH(STAT, access, (const char *path, int how), (path, how))

#define MAPPING(name, offset)                                                                      \
  void *name(void *at, size_t size, int protection, int flags, int descriptor, offset from) {      \
    static void *(*real)(void *, size_t, int, int, int, offset);                                   \
    if (!real) real = (void *(*)(void *, size_t, int, int, int, offset))original(#name);           \
    if (has(descriptor) && fails(MMAP)) return MAP_FAILED;                                         \
    return real(at, size, protection, flags, descriptor, from);                                    \
  }
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)

int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags) {
  REAL("accept4", int, int, struct sockaddr *, socklen_t *, int);
  return fails(ACCEPT) ? -1 : real(descriptor, address, length, flags);
}
int accept(int descriptor, struct sockaddr *address, socklen_t *length) {
  REAL("accept", int, int, struct sockaddr *, socklen_t *);
  return fails(ACCEPT) ? -1 : real(descriptor, address, length);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  REAL("pthread_create", int, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  return fails(THREAD) ? errno : real(thread, attributes, body, argument);
}
