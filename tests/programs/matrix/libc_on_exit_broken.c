// expect: assertion
// lines: 13
// primitive: on_exit
//
// Two threads register: which handler runs first depends on the schedule.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int calls;

static void handler(int status, void* number) { assert(*(int*)number == 1 - calls++ && status == 0); }

static int numbers[2] = {0, 1};

static void* worker(void* number) {
  on_exit(handler, number);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
