// expect: race on flag
// lines: 13, 18
// primitive: sched_yield
//
// A yield is no synchronisation.
#include <pthread.h>
#include <sched.h>

static int flag;

static void* waiter(void* arg) {
  sched_yield();
  if (!flag) sched_yield();
  return arg;
}

static void* setter(void* arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, setter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
