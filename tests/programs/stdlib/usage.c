// expect: verified
// exit: 0
//
// Processor time, priorities, attributes, messages, random bytes: each thread by itself, and no race.
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

static void* worker(void* arg) {
  struct rusage used;
  struct tms ticks;
  struct timespec now;
  clockid_t clock;
  char bytes[8];
  assert(getrusage(RUSAGE_SELF, &used) == 0 && used.ru_nvcsw == 0);
  assert(getrusage(77, &used) == -1 && errno == EINVAL);
  assert(times(&ticks) >= 0);
  assert(pthread_getcpuclockid(pthread_self(), &clock) == 0 && clock_gettime(clock, &now) == 0);
  assert(clock_getcpuclockid(0, &clock) == 0);
  assert(setpriority(PRIO_PROCESS, 0, 0) == 0 && getpriority(PRIO_PROCESS, 0) == 0);
  assert(getrandom(bytes, sizeof bytes, 0) == 8 && getrandom(bytes, 1, 1u << 30) == -1);
  assert(getentropy(bytes, 8) == 0 && getentropy(bytes, 300) == -1);
  warnx("%d", 1);
  warn("a");
  error(0, ENOENT, "%s", "b");
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_attr_t attributes;
  struct sched_param parameters = {0};
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  pthread_attr_init(&attributes);
  assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
  parameters.sched_priority = 9;
  assert(pthread_attr_getschedparam(&attributes, &parameters) == 0 && parameters.sched_priority == 0);
  assert(pthread_attr_setaffinity_np(&attributes, sizeof set, &set) == 0);
  assert(pthread_atfork(NULL, NULL, NULL) == 0);
  pthread_create(&a, &attributes, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_attr_destroy(&attributes);
  tzset();
  return 0;
}
