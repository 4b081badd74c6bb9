// expect: verified
// primitive: pthread_create
// primitive: pthread_join
// exit: 0
//
// What a thread did is there after its join; its value too.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int sum[2];

static void* worker(void* arg) {
  int i = (int)(intptr_t)arg;
  sum[i] = i + 1;
  return (void*)(intptr_t)(10 + i);
}

int main(void) {
  pthread_t thread[2];
  void* value;
  for (int i = 0; i < 2; i++) assert(pthread_create(&thread[i], NULL, worker, (void*)(intptr_t)i) == 0);
  for (int i = 0; i < 2; i++) {
    assert(pthread_join(thread[i], &value) == 0);
    assert((int)(intptr_t)value == 10 + i);
  }
  return sum[0] + sum[1] - 3;
}
