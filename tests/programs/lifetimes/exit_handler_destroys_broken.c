// expect: misuse
//
// Handlers run while other threads may still run: this one takes the mutex away from a thread that may be about to lock it.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void clean_up(void) {
  pthread_mutex_destroy(&mutex);
  usleep(1000);
}

static void* worker(void* argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  atexit(clean_up);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  return 0;
}
