// expect: verified
//
// Back off and try again, with the first lock held at the head of the loop.
#include <pthread.h>

pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&m1);
  while (pthread_mutex_trylock(&m2)) {
    pthread_mutex_unlock(&m1);
    pthread_mutex_lock(&m1);
  }
  pthread_mutex_unlock(&m2);
  pthread_mutex_unlock(&m1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m2);
  pthread_mutex_lock(&m1);
  pthread_mutex_unlock(&m1);
  pthread_mutex_unlock(&m2);
  pthread_join(t, 0);
  return 0;
}
