// expect: verified
// executions(dfs): 24
// executions(dpor): 8
// executions(optimal): 8
// blocked(optimal): 0
//
// One writer, three readers of one atomic: each reader comes before or after the write, 2^3 traces of 4! orders.
#include <pthread.h>
#include <stdatomic.h>

enum { kReaders = 3 };
static atomic_int x;

static void* writer(void* arg) {
  atomic_store(&x, 1);
  return arg;
}

static void* reader(void* arg) {
  (void)atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t t[kReaders + 1];
  pthread_create(&t[0], NULL, writer, NULL);
  for (int i = 1; i <= kReaders; i++) pthread_create(&t[i], NULL, reader, NULL);
  for (int i = 0; i <= kReaders; i++) pthread_join(t[i], NULL);
  return 0;
}
