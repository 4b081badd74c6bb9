// expect: verified
// search: dpor optimal stateful
//
// A directory as a lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int inside;
static void* user(void* unused) {
  while (mkdir("try.directory", 0700) != 0) sched_yield();
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  assert(rmdir("try.directory") == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  return 0;
}
