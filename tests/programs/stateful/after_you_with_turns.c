// expect: verified
// search: stateful best-first
//
// As after_you_livelock.c, but only whose turn it is not takes its flag back (Dekker's algorithm): nobody waits forever
// unless it gets no turn.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int data;

static void* enter(void* number) {
  const int me = number != 0;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me])) {
    if (atomic_load(&turn) == me) continue;
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me) {
    }
    atomic_store(&wants[me], 1);
  }
  data++;
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, enter, 0);
  pthread_create(&y, 0, enter, &data);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return data - 2;
}
