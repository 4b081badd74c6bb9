// expect: livelock
// visible: sync all
//
// Each of two threads spins until the other one gives way.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static const int number[2] = {0, 1};

static void* worker(void* arg) {
  int me = *(const int*)arg;
  wants[me] = 1;
  while (wants[1 - me]) {
  }
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void*)&number[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
