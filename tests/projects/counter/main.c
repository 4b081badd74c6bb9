#include <stdio.h>

#include "counter.h"

static struct counter total;

static void *worker(void *argument) {
  int n = *(int *)argument;
#ifdef BROKEN
  counter_add_unlocked(&total, n);
#else
  counter_add(&total, n);
#endif
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {1, 2};
  counter_init(&total);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  printf("%d\n", counter_value(&total));
  return 0;
}
