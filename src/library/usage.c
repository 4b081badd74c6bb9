// What a process has used and may use: processor time by the clocks that the machine models, everything else as nothing.
// Priorities have no effect on which interleavings exist; they are accepted and forgotten.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

int getrusage(int who, struct rusage* out) {
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) {
    errno = EINVAL;
    return -1;
  }
  struct timespec used = {0, 0};
  if (who != RUSAGE_CHILDREN) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  memset(out, 0, sizeof *out);
  out->ru_utime.tv_sec = used.tv_sec;
  out->ru_utime.tv_usec = used.tv_nsec / 1000;
  return 0;
}
clock_t times(struct tms* out) {
  enum { kTicks = 100 };  // sysconf(_SC_CLK_TCK)
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const clock_t ticks = now.tv_sec * kTicks + now.tv_nsec / (1000000000 / kTicks);
  if (out != NULL) {
    memset(out, 0, sizeof *out);
    out->tms_utime = ticks;
  }
  return ticks;
}

void heddle_uses_thread(pthread_t);
int pthread_getcpuclockid(pthread_t thread, clockid_t* out) {
  heddle_uses_thread(thread);
  *out = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
int clock_getcpuclockid(pid_t process, clockid_t* out) {
  if (process != 0 && process != getpid()) return ESRCH;
  *out = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

int getpriority(__priority_which_t which, id_t who) { return (void)which, (void)who, 0; }
int setpriority(__priority_which_t which, id_t who, int value) { return (void)which, (void)who, (void)value, 0; }
