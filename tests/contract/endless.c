// Far more interleavings than anyone can wait for.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[8];

static void* worker(void* arg) {
  for (int i = 0; i < 1000; i++) atomic_fetch_add(&cells[i % 8], 1);
  return arg;
}

int main(void) {
  pthread_t thread[4];
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], 0, worker, 0);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], 0);
  return 0;
}
