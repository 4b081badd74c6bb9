// expect: race
//
// main returns while a thread still uses a variable of main: its life ends there.
#include <pthread.h>

static void* worker(void* arg) {
  *(int*)arg = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  int local = 0;
  pthread_create(&thread, NULL, worker, &local);
  return 0;
}
