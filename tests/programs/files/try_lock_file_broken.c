// expect: livelock
// search: dpor optimal stateful
//
// Nobody removes the lock file.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void* user(void* unused) {
  int f;
  while ((f = open("try.lock", O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0) sched_yield();
  close(f);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  return 0;
}
