// expect: race on sum
// lines: 13, 21
// primitive: pthread_tryjoin_np
//
// Nobody looks whether the attempt has succeeded.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static int sum;

static void* worker(void* arg) {
  sum = 5;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_tryjoin_np(thread, NULL);
  return sum ? 0 : 0;
}
