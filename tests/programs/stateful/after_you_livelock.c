// expect: livelock
// search: stateful best-first
//
// Mutual exclusion by two flags, where whoever sees the other's takes its own back: both may do that in step. Main does
// not join, it looks.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], done;
static int data;

static void* enter(void* number) {
  const int me = number != 0;
  for (;;) {
    atomic_store(&wants[me], 1);
    if (!atomic_load(&wants[1 - me])) break;
    atomic_store(&wants[me], 0);
  }
  data++;
  atomic_store(&wants[me], 0);
  atomic_fetch_add(&done, 1);
  return 0;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, enter, 0);
  pthread_create(&y, 0, enter, &data);
  while (atomic_load(&done) < 2) {
  }
  pthread_join(x, 0);
  pthread_join(y, 0);
  return data - 2;
}
