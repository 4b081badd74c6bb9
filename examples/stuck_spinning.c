// expect: livelock
//
// Both threads say that they want to enter and spin politely until the other one does not.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int id[2] = {0, 1};

static void* worker(void* arg) {
  int me = *(int*)arg;
  wants[me] = 1;
  while (wants[1 - me]) {
  }
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
  return 0;
}
