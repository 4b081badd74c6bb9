// expect: livelock
//
// The same, and nobody sets it.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *set(void *unused) {
  pthread_mutex_lock(&m);
  timezone = 6;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, set, 0);
  for (int seen = 0; !seen;) {
    pthread_mutex_lock(&m);
    seen = timezone == 7;
    pthread_mutex_unlock(&m);
  }
  pthread_join(p, 0);
}
