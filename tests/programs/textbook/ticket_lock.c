// expect: verified
// exit: 0
//
// A ticket lock with three threads and one turn each.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int x;

static void* worker(void* arg) {
  unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) {
  }
  x++;
  atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return x - 3;
}
