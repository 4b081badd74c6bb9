// expect: verified
// primitive: pthread_attr
// exit: 0
//
// What is put into the attributes of a thread comes out again; a detached thread may outlive main.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void* worker(void* arg) {
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_attr_t a;
  pthread_t thread;
  int value;
  size_t size;
  sem_init(&done, 0, 0);
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setstacksize(&a, 1) == EINVAL);
  assert(pthread_attr_setguardsize(&a, 8192) == 0);
  assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 8192);
  assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
  assert(pthread_attr_getscope(&a, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
  assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
  assert(pthread_attr_getinheritsched(&a, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
  assert(pthread_attr_setschedpolicy(&a, SCHED_OTHER) == 0);
  assert(pthread_attr_setdetachstate(&a, 99) == EINVAL);
  pthread_create(&thread, &a, worker, NULL);
  assert(pthread_attr_destroy(&a) == 0);
  sem_wait(&done);
  return 0;
}
