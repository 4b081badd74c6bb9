// expect: misuse
// message: handle of a thread that is gone
// lines: 20
//
// The same as handle_detached_ended.c with a request that the thread be cancelled.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static void *counts(void *argument) {
  atomic_fetch_add(&count, 1);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, counts, 0);
  pthread_detach(other);
  pthread_cancel(other);
  return 0;
}
