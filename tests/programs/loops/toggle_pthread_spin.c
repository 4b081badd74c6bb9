// expect: assertion
//
// As toggle_spin_lock with pthread_spin_lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_spinlock_t lock;
atomic_int quit;

void *worker(void *unused) {
  while (!quit) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
  }
  return unused;
}

int try(void) {
  if (pthread_spin_trylock(&lock)) return 0;
  pthread_spin_unlock(&lock);
  return 1;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = 1;
  for (int i = 0; i < 5; i++) seen &= try() == (i % 2 == 1);
  assert(!seen);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
