// expect: verified
// primitive: pthread_tryjoin_np
//
// The initial thread can be joined, too, once it has called pthread_exit.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_t initial;
static int written;

static void* worker(void* arg) {
  void* value = NULL;
  while (pthread_tryjoin_np(initial, &value) == EBUSY) sched_yield();
  assert(value == &written && written == 3);
  return arg;
}

int main(void) {
  pthread_t thread;
  initial = pthread_self();
  pthread_create(&thread, NULL, worker, NULL);
  written = 3;
  pthread_exit(&written);
}
