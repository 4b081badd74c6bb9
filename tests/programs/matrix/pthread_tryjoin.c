// expect: verified
// primitive: pthread_tryjoin_np
// exit: 0
//
// A loop that tries until the thread has ended: then what it did is there, and its value.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int sum;

static void* worker(void* arg) {
  sum = 5;
  return arg;
}

int main(void) {
  pthread_t thread;
  void* value = NULL;
  int error;
  pthread_create(&thread, NULL, worker, &sum);
  while ((error = pthread_tryjoin_np(thread, &value)) == EBUSY) {
    assert(value == NULL);
    sched_yield();
  }
  assert(error == 0 && value == &sum);
  return sum - 5;
}
