// expect: race on counter
// lines: 11, 18
// visible: sync all
//
// thread_local_counter.c with the address of main's counter used by both.
#include <pthread.h>

static _Thread_local int counter = 5;

static void* worker(void* arg) {
  *(int*)arg += 10;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, &counter);
  counter++;
  pthread_join(thread, NULL);
  return 0;
}
