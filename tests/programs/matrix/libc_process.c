// expect: verified
// primitive: prctl
// primitive: gettid
// primitive: getpid
// primitive: sched_getcpu
// primitive: getrlimit
// primitive: setrlimit
// primitive: pthread_getaffinity_np
// primitive: pthread_setaffinity_np
// primitive: pthread_getschedparam
// primitive: pthread_setschedparam
// exit: 0
//
// What a process asks about itself and sets without an effect.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* worker(void* argument) {
  char name[16];
  struct rlimit limit;
  cpu_set_t set;
  assert(prctl(PR_SET_NAME, "worker with a long name") == 0);
  assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "worker with a l") == 0);
  assert(syscall(SYS_gettid) == gettid() && gettid() != getpid() && syscall(SYS_getpid) == getpid());
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(limit.rlim_cur <= limit.rlim_max);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) >= 1);
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set) && sched_getcpu() == 0);
  return argument;
}

int main(void) {
  struct rlimit limit;
  struct sched_param parameters = {.sched_priority = 0};
  int policy;
  assert(gettid() == getpid());
  assert(getrlimit(RLIMIT_CORE, &limit) == 0);
  limit.rlim_cur = 0;
  assert(setrlimit(RLIMIT_CORE, &limit) == 0 && getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0);
  assert(getrlimit(99, &limit) == -1 && errno == EINVAL);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_OTHER);
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
  parameters.sched_priority = 3;
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_NOFILE, &limit);
  cpu_set_t none;
  CPU_ZERO(&none);
  assert(pthread_setaffinity_np(t, sizeof none, &none) == EINVAL);
  pthread_join(t, NULL);
  return 0;
}
