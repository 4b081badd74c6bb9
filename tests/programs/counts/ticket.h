// A ticket lock: who waits looks in vain as often as it likes, and only the order of the tickets makes a difference.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next_ticket, serving;
static int count;

static void *worker(void *unused) {
  const int mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&serving) != mine)
    ;
  count++;
  atomic_store(&serving, mine + 1);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return count == THREADS ? 0 : 1;
}
