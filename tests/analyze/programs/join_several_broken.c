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
int main(int argc, char** argv) {
  pthread_t t[100];
  int n = argc + 1;
  for (int i = 0; i < n; i++) pthread_create(&t[i], 0, worker, 0);
  pthread_mutex_lock(&m);
  for (int i = 0; i < n; i++) pthread_join(t[i], 0);
  pthread_mutex_unlock(&m);
  return 0;
}
