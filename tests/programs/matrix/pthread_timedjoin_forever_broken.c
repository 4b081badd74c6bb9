// expect: deadlock
// primitive: pthread_timedjoin_np
//
// Without a limit, or with one that glibc does not take for a time, it waits as pthread_join does.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec no_time = {1, 2000000000};
  pthread_mutex_lock(&m);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_timedjoin_np(thread, NULL, &no_time);
  pthread_mutex_unlock(&m);
  return 0;
}
