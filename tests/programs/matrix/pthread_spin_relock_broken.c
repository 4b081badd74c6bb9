// expect: misuse
// lines: 12
// primitive: pthread_spinlock
//
// The owner of a spin lock spins for itself.
#include <pthread.h>

static pthread_spinlock_t lock;

static void* worker(void* arg) {
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_spin_init(&lock, 0);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
