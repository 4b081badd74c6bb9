// expect: verified
// primitive: pthread_spinlock
// exit: 0
//
// Spin locks exclude each other like mutexes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void* worker(void* arg) {
  pthread_spin_lock(&lock);
  count++;
  assert(pthread_spin_trylock(&lock) == EBUSY);
  pthread_spin_unlock(&lock);
  return arg;
}

static void* trier(void* arg) {
  if (pthread_spin_trylock(&lock) == 0) {
    count += 2;
    pthread_spin_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, trier, NULL);
  pthread_create(&three, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  pthread_spin_destroy(&lock);
  return count != 2 && count != 4;
}
