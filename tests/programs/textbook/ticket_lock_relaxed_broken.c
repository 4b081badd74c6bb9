// expect: race on x
// lines: 15
//
// ticket_lock.c that hands over with a relaxed store: the next one comes in, but nothing orders what it sees.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int x;

static void* worker(void* arg) {
  unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) {
  }
  x++;
  atomic_store_explicit(&now_serving, mine + 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return x - 2;
}
