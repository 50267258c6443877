#define _GNU_SOURCE
#include "CVips.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define TANADA_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TANADA_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define REFUSE(name)                                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1),   \
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)

// The lower half of an argument, on machines with the lower half first.
#define ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/// Refuses sockets, other programs, other processes and parts of the system that decoders have no use for; a program of
/// another architecture ends at its first call.
static bool refuse_network(void) {
#ifdef TANADA_ARCHITECTURE
  const uint32_t own = (uint32_t)getpid();
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TANADA_ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
    // The calls of the x32 architecture, which have the same name as ours and other numbers.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
    REFUSE(socket),
    REFUSE(connect),
    REFUSE(bind),
    REFUSE(execve),
    REFUSE(execveat),
    REFUSE(ptrace),
    REFUSE(process_vm_readv),
    REFUSE(process_vm_writev),
    // Other processes of the same user, the server among them.
    REFUSE(kill),
    REFUSE(tkill),
    REFUSE(rt_sigqueueinfo),
    REFUSE(rt_tgsigqueueinfo),
    REFUSE(pidfd_open),
    REFUSE(pidfd_send_signal),
#ifdef __NR_pidfd_getfd
    REFUSE(pidfd_getfd),
#endif
    // Large parts of the system that have had mistakes.
    REFUSE(bpf),
    REFUSE(perf_event_open),
    REFUSE(userfaultfd),
    REFUSE(add_key),
    REFUSE(request_key),
    REFUSE(keyctl),
    REFUSE(unshare),
    REFUSE(setns),
    REFUSE(mount),
    REFUSE(open_by_handle_at),
#ifdef __NR_io_uring_setup
    // Rings make connections without the calls above.
    REFUSE(io_uring_setup),
#endif
    // Its arguments are in memory, which a filter does not see: libraries then call `clone`.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    // Threads, but no namespaces.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    // `abort` sends a signal to a thread of its own process.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 3),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  // The threads that there are already have the filter too.
  return syscall(
    __NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#else
  return false;
#endif
}
#endif

static void limit(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(resource, &limit);
}

bool tanada_has_shadow_memory(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#endif
#endif
  return false;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
static bool is_confined;

/// Whether there is no search for leaks at the end: a confined process may not look at its own threads and files.
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return is_confined; }
#define TANADA_IS_CONFINED() (is_confined = true)
#endif
#endif
#ifndef TANADA_IS_CONFINED
#define TANADA_IS_CONFINED() ((void)0)
#endif

bool tanada_confine(uint64_t memory, uint64_t open_files) {
  TANADA_IS_CONFINED();
  if (!tanada_has_shadow_memory()) limit(RLIMIT_AS, memory);
  limit(RLIMIT_NOFILE, open_files);
  limit(RLIMIT_CORE, 0);
#ifdef __linux__
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return refuse_network();
#else
  return false;
#endif
}

int tanada_spawn(
  const char *program, char *const arguments[], char *const environment[], int input,
  int32_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  // A group of its own: Control-C in a terminal stops the server, which then stops its workers.
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGALRM);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t identifier;
  int status =
    posix_spawn(&identifier, program, &actions, &attributes, arguments, environment);
  *process = identifier;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return status;
}
