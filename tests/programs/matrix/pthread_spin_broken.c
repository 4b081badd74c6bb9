// expect: race on count
// lines: 13, 20
// primitive: pthread_spinlock
//
// Each thread has its own lock.
#include <pthread.h>

static pthread_spinlock_t one_lock, two_lock;
static int count;

static void* first(void* arg) {
  pthread_spin_lock(&one_lock);
  count++;
  pthread_spin_unlock(&one_lock);
  return arg;
}

static void* second(void* arg) {
  pthread_spin_lock(&two_lock);
  count++;
  pthread_spin_unlock(&two_lock);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_spin_init(&one_lock, 0);
  pthread_spin_init(&two_lock, 0);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
