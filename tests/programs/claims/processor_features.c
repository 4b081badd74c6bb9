// expect: verified
// What the processor can do is asked in the way of compilers; the way taken is the same on every machine.
#include <pthread.h>

static int sum(const int *numbers, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += numbers[i];
  return total;
}

static void *worker(void *argument) {
  const int numbers[3] = {1, 2, 3};
  __builtin_cpu_init();
  *(int *)argument = __builtin_cpu_supports("avx2") ? sum(numbers, 3) : numbers[0] + numbers[1] + numbers[2];
  return 0;
}

int main(void) {
  int result = 0;
  pthread_t t;
  pthread_create(&t, 0, worker, &result);
  pthread_join(t, 0);
  return result == 6 ? 0 : 1;
}
