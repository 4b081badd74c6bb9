// expect: verified
//
// gettid() is another number in each thread, the same at each call, and that of the process in main.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t numbers[2];
void *ask(void *place) {
  *(pid_t *)place = gettid();
  assert(gettid() == *(pid_t *)place && gettid() == syscall(SYS_gettid));
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, ask, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(gettid() == getpid());
  assert(numbers[0] != numbers[1] && numbers[0] != getpid() && numbers[1] != getpid());
  return 0;
}
