// expect: verified
// visible: sync all
// exit: 1 2 3
// executions(dpor): 3
//
// x=1; r=y | y=1; s=x with sequentially consistent atomics: at least one of the two sees the other's store.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r, s;

static void* first(void* arg) {
  x = 1;
  r = y;
  return arg;
}

static void* second(void* arg) {
  y = 1;
  s = x;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 2 * r + s;
}
