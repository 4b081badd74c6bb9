// expect: memory
// lines: 11
// message: of 'small' (16 bytes
// From one local array into another, in a function that does not know them.
#include <pthread.h>
#include <stdint.h>

static int *volatile kept[2];

__attribute__((noinline)) static void set(int *p, long i) {
  p[i] = 1;
}

static void *worker(void *argument) {
  int small[4] = {0}, large[100] = {0};
  kept[0] = small;
  kept[1] = large;
  set(small, ((intptr_t)&large[50] - (intptr_t)small) / (long)sizeof(int));
  return (void *)(intptr_t)(large[0] + small[0] == 7 ? 1 : 0);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
