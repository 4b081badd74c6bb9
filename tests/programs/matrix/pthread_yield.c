// expect: verified
// primitive: sched_yield
// exit: 0
//
// A thread that waits for a flag and yields meanwhile.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;
static int value;

static void* waiter(void* arg) {
  while (!flag) sched_yield();
  return value == 3 ? arg : NULL;
}

static void* setter(void* arg) {
  value = 3;
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
