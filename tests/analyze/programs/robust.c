// analyze: unknown
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m;
int x;
void* worker(void* _) {
  pthread_mutex_lock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &at);
  pthread_create(&t, 0, worker, 0);
  if (pthread_mutex_lock(&m) == EOWNERDEAD) {
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
