// expect: verified
// search: dpor optimal stateful
//
// poll without a time limit, again and again.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int ends[2];
static void* server(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  struct pollfd p = {ends[0], POLLIN, 0};
  while (poll(&p, 1, 0) == 0) sched_yield();
  assert(p.revents == POLLIN);
  pthread_join(t, NULL);
  return 0;
}
