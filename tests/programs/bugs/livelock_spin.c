// expect: livelock
// visible: sync all
//
// A thread spins on a flag that is taken back before it may have seen it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;

static void* spins(void* arg) {
  while (!go) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spins, NULL);
  go = 1;
  go = 0;
  pthread_join(thread, NULL);
  return 0;
}
