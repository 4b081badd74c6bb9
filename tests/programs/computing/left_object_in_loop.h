// A loop that goes through two blocks by indices, the same one many times: where the block lies is kept from round to
// round, and must not answer for the other block, nor for the one that has taken its place in the variable.
#include <pthread.h>
#include <stdlib.h>

enum { kCount = 200 };
struct part {
  int *values;
};
static struct part part;
static int *behind;
static volatile int rounds = 60, step = 3, last = LAST;

static void *worker(void *argument) {
  struct part *p = &part;
  long sum = 0;
  for (int time = 0; time < 3; time++) {
    for (int i = 1; i < rounds; i = i * step + 1) sum += p->values[i];
    if (time == 1) p->values = behind;
  }
  for (int i = 0; i < last; i = i * step + 150)
    sum += p->values[i];
  return sum == 0 ? argument : 0;
}

int main(void) {
  part.values = calloc(kCount, sizeof(int));
  int *first = part.values;
  behind = calloc(kCount, sizeof(int));
  int *third = calloc(10 * kCount, sizeof(int));
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  free(first);
  free(behind);
  free(third);
  return 0;
}
