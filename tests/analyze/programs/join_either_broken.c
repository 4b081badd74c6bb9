// analyze: unknown
// Whom it joins with the lock held is not certain; every one of them wants it.
// options: --property deadlock
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* worker(void* _) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
void* idle(void* _) { return 0; }
int main(int argc, char** argv) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, idle, 0);
  pthread_t which = argc > 1 ? b : a;
  pthread_mutex_lock(&m);
  pthread_join(which, 0);
  pthread_mutex_unlock(&m);
  return 0;
}
