// expect: race on x
// lines: 12
// search: random pct
// flags: --max-executions 1000
//
// What a random search does find is a real bug with a schedule.
#include <pthread.h>

static int x;

static void* worker(void* arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
