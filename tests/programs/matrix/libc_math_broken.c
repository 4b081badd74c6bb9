// expect: race on whole
// lines: 13
// primitive: <math.h>
//
// The second result goes to a shared variable.
#include <math.h>
#include <pthread.h>

static double whole;

static void* worker(void* arg) {
  volatile double half = 2.5;
  return modf(half, &whole) > 1 ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
