// expect: misuse
// lines: 13
// primitive: pthread_spinlock
//
// A spin lock is unlocked twice.
#include <pthread.h>

static pthread_spinlock_t lock;

static void* worker(void* arg) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
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
