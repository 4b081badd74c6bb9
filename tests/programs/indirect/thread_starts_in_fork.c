// expect: inconclusive
// message: fork
//
// A refused function as a thread: the run ends where it is called.
#include <pthread.h>
#include <unistd.h>

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void* (*)(void*))(void*)fork, 0);
  pthread_join(t, 0);
  return 0;
}
