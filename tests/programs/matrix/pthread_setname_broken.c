// expect: race on name
// lines: 13
// primitive: pthread_setname_np
// primitive: pthread_getname_np
//
// Two threads ask for a name into one buffer.
#define _GNU_SOURCE
#include <pthread.h>

static char name[16];

static void* worker(void* arg) {
  pthread_getname_np(pthread_self(), name, sizeof name);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
