// What the process may say about itself and ask of the kernel without any effect that an interleaving could show: limits
// of resources, processors, priorities, advice about memory. The state that is kept is the program's, in atomics that
// order nothing. What would have an effect is refused by name (heddle_refuses).
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Watomic-alignment"

void heddle_notices_processors(void);  // machine/models_libc.cpp
_Noreturn void heddle_refuses(const char* what);
void heddle_uses_thread(pthread_t);  // machine/models_pthread.cpp: it must not be gone

static int failed(int error) {
  errno = error;
  return -1;
}

// ---- limits of resources: what one thread sets others find

static _Atomic(struct rlimit) limits[RLIM_NLIMITS];  // how they differ from those at the beginning, bit by bit

// What is usual: the same on every machine.
static struct rlimit at_first(int resource) {
  switch (resource) {
    case RLIMIT_STACK:
      return (struct rlimit){8 << 20, RLIM_INFINITY};
    case RLIMIT_NOFILE:
      return (struct rlimit){1024, 1 << 20};
    case RLIMIT_CORE:
      return (struct rlimit){0, RLIM_INFINITY};
    default:
      return (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  }
}

int getrlimit(__rlimit_resource_t resource, struct rlimit* out) {
  if ((unsigned)resource >= RLIM_NLIMITS) return failed(EINVAL);
  const struct rlimit value = atomic_load_explicit(&limits[resource], memory_order_relaxed);
  const struct rlimit first = at_first((int)resource);
  out->rlim_cur = value.rlim_cur ^ first.rlim_cur;
  out->rlim_max = value.rlim_max ^ first.rlim_max;
  return 0;
}
int setrlimit(__rlimit_resource_t resource, const struct rlimit* given) {
  if ((unsigned)resource >= RLIM_NLIMITS || given->rlim_cur > given->rlim_max) return failed(EINVAL);
  struct rlimit now;
  getrlimit(resource, &now);
  if (given->rlim_max > now.rlim_max) return failed(EPERM);
  const struct rlimit first = at_first((int)resource);
  const struct rlimit value = {given->rlim_cur ^ first.rlim_cur, given->rlim_max ^ first.rlim_max};
  atomic_store_explicit(&limits[resource], value, memory_order_relaxed);
  return 0;
}
int getrlimit64(__rlimit_resource_t resource, struct rlimit64* out) { return getrlimit(resource, (struct rlimit*)out); }
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64* given) {
  return setrlimit(resource, (const struct rlimit*)given);
}

// ---- the thread's name

static int name_of_thread(int option, char* name) {
  char text[16];
  if (option == PR_GET_NAME) {
    memset(text, 0, sizeof text);
    pthread_getname_np(pthread_self(), text, sizeof text);
    memcpy(name, text, sizeof text);
  } else {
    const size_t length = strnlen(name, sizeof text - 1);  // cut off, where pthread_setname_np says ERANGE
    memcpy(text, name, length);
    text[length] = 0;
    pthread_setname_np(pthread_self(), text);
  }
  return 0;
}

int prctl(int option, ...) {
  va_list arguments;
  va_start(arguments, option);
  void* first = va_arg(arguments, void*);
  va_end(arguments);
  switch (option) {
    case PR_SET_NAME:
    case PR_GET_NAME:
      return name_of_thread(option, first);
    case PR_SET_DUMPABLE:
    case PR_SET_PDEATHSIG:
    case PR_SET_TIMERSLACK:
    case PR_SET_PTRACER:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_THP_DISABLE:
      return 0;
    default: {
      char text[40];
      snprintf(text, sizeof text, "prctl with option %d", option);
      heddle_refuses(text);
    }
  }
}

// ---- processors: two, of which the first runs the thread

enum { kThreads = 256 };  // handles of threads are small numbers; those beyond may run everywhere
static _Atomic unsigned char kept_from[kThreads];

int sched_getcpu(void) {
  heddle_notices_processors();
  const pthread_t self = pthread_self();
  return self < kThreads && kept_from[self] == 1 ? 1 : 0;
}
int getcpu(unsigned* cpu, unsigned* node) {
  if (cpu) *cpu = (unsigned)sched_getcpu();
  if (node) *node = 0;
  return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t* out) {
  heddle_uses_thread(thread);
  heddle_notices_processors();
  if (size < sizeof(long) || size % sizeof(long) != 0) return EINVAL;
  const unsigned char without = thread < kThreads ? atomic_load_explicit(&kept_from[thread], memory_order_relaxed) : 0;
  memset(out, 0, size);
  out->__bits[0] = 3u & ~without;
  return 0;
}
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* given) {
  heddle_uses_thread(thread);
  heddle_notices_processors();
  const unsigned long wanted = size > 0 ? (size < sizeof(long) ? *(const unsigned char*)given : given->__bits[0]) & 3 : 0;
  if (wanted == 0) return EINVAL;
  if (thread < kThreads) atomic_store_explicit(&kept_from[thread], (unsigned char)(3 & ~wanted), memory_order_relaxed);
  return 0;
}
// Of another process we know nothing.
static int is_self(pid_t id) { return id == 0 || id == gettid(); }
int sched_getaffinity(pid_t id, size_t size, cpu_set_t* out) {
  if (!is_self(id)) heddle_refuses("sched_getaffinity of another thread");
  const int error = pthread_getaffinity_np(pthread_self(), size, out);
  return error == 0 ? 0 : failed(error);
}
int sched_setaffinity(pid_t id, size_t size, const cpu_set_t* given) {
  if (!is_self(id)) heddle_refuses("sched_setaffinity of another thread");
  const int error = pthread_setaffinity_np(pthread_self(), size, given);
  return error == 0 ? 0 : failed(error);
}

// ---- priorities: which interleavings exist does not depend on them. Those of real time need a privilege.

static int is_usual(int policy) { return policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE; }
static int check_policy(int policy, const struct sched_param* given) {
  policy &= ~SCHED_RESET_ON_FORK;
  const int priority = given->sched_priority;
  if (is_usual(policy)) return priority == 0 ? 0 : EINVAL;
  if (policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
  return priority >= 1 && priority <= 99 ? EPERM : EINVAL;
}
int pthread_getschedparam(pthread_t thread, int* policy, struct sched_param* out) {
  heddle_uses_thread(thread);
  *policy = SCHED_OTHER;
  out->sched_priority = 0;
  return 0;
}
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param* given) {
  heddle_uses_thread(thread);
  return check_policy(policy, given);
}
int pthread_setschedprio(pthread_t thread, int priority) {
  heddle_uses_thread(thread);
  return priority == 0 ? 0 : EINVAL;
}
int sched_getscheduler(pid_t id) { return SCHED_OTHER; }
int sched_getparam(pid_t id, struct sched_param* out) {
  out->sched_priority = 0;
  return 0;
}
int sched_setscheduler(pid_t id, int policy, const struct sched_param* given) {
  const int error = check_policy(policy, given);
  return error == 0 ? 0 : failed(error);
}
int sched_setparam(pid_t id, const struct sched_param* given) { return sched_setscheduler(id, SCHED_OTHER, given); }

// ---- advice about memory

static int is_page(const void* p) { return (unsigned long)p % 4096 == 0; }
int madvise(void* p, size_t size, int advice) {
  if (!is_page(p)) return failed(EINVAL);
  // Anonymous memory, which all of the program's is, reads as zero afterwards; after MADV_FREE that may happen any time.
  if (advice == MADV_DONTNEED) memset(p, 0, (size + 4095) / 4096 * 4096);
  if (advice == MADV_REMOVE || advice == MADV_FREE)
    heddle_refuses("madvise that takes the contents away");
  return 0;
}
int posix_madvise(void* p, size_t size, int advice) { return is_page(p) && advice >= 0 && advice <= 4 ? 0 : EINVAL; }
int mlock(const void* p, size_t size) { return 0; }
int mlock2(const void* p, size_t size, unsigned flags) { return flags <= MLOCK_ONFAULT ? 0 : failed(EINVAL); }
int munlock(const void* p, size_t size) { return 0; }
int mlockall(int flags) { return flags != 0 && (flags & ~7) == 0 ? 0 : failed(EINVAL); }
int munlockall(void) { return 0; }
int mallopt(int option, int value) { return 1; }
int malloc_trim(size_t keep) { return 0; }
