// A thread reads an array over and over: after the first time its accesses are known, and no hook is called. Does another
// one write the array meanwhile? write_one() is the includer's, and main's answer to whether it comes after the join.
#include <pthread.h>
#include <stdlib.h>

enum { kCount = 40, kTimes = 3 };
static element_type *values;
static long sum;

static void *reader(void *argument) {
  for (int time = 0; time < kTimes; time++)
    for (int i = 0; i < kCount; i = i * 2 + 1) sum += values[i];
  return argument;
}

int main(void) {
  values = calloc(kCount, sizeof *values);
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  if (!kOrdered) values[7] = 1;
  pthread_join(t, 0);
  if (kOrdered) values[7] = 1;
  free(values);
  return sum > 3;
}
