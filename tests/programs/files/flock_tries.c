// expect: verified
// search: dpor optimal stateful
//
// A lock that is tried until it can be had.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/file.h>
#include <unistd.h>

static int x;
static void* user(void* unused) {
  int f = open("flock.file", O_CREAT | O_RDWR, 0600);
  while (flock(f, LOCK_EX | LOCK_NB) != 0) assert(errno == EWOULDBLOCK), sched_yield();
  x++;
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
