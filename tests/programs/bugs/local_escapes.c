// expect: race
//
// A thread writes a local variable of a function that may have returned: nothing orders the two.
#include <pthread.h>

static void* worker(void* arg) {
  *(int*)arg = 1;
  return NULL;
}

static pthread_t start(void) {
  pthread_t thread;
  int local = 0;
  pthread_create(&thread, NULL, worker, &local);
  return thread;
}

int main(void) {
  pthread_t thread = start();
  pthread_join(thread, NULL);
  return 0;
}
