// expect: verified
// primitive: pthread_setname_np
// primitive: pthread_getname_np
// exit: 0
//
// Names of threads, up to fifteen characters.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void* worker(void* arg) {
  char name[16];
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(pthread_getname_np(pthread_self(), name, 3) == ERANGE);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "worker") == 0);
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
