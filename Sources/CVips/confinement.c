#define _GNU_SOURCE
#include "CVips.h"

#include <sys/resource.h>

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define TANADA_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TANADA_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define REFUSE(name)                                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1),   \
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)

/// Refuses sockets and other programs; a program of another architecture ends at its first call.
static bool refuse_network(void) {
#ifdef TANADA_ARCHITECTURE
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TANADA_ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    REFUSE(socket),
    REFUSE(connect),
    REFUSE(bind),
    REFUSE(execve),
    REFUSE(execveat),
    REFUSE(ptrace),
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

bool tanada_confine(uint64_t memory, uint64_t open_files) {
  limit(RLIMIT_AS, memory);
  limit(RLIMIT_NOFILE, open_files);
  limit(RLIMIT_CORE, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return refuse_network();
#else
  return false;
#endif
}
