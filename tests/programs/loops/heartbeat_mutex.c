// expect: verified
// visible: sync all
//
// A watchdog: the flag is plain, everybody looks and writes under the mutex.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int beat, stop;

void *heart(void *unused) {
  int over = 0;
  while (!over) {
    pthread_mutex_lock(&m);
    beat = 1;
    over = stop;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

void wait_for_beat(void) {
  int seen = 0;
  while (!seen) {
    pthread_mutex_lock(&m);
    seen = beat;
    pthread_mutex_unlock(&m);
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, heart, 0);
  wait_for_beat();
  pthread_mutex_lock(&m);
  beat = 0;
  pthread_mutex_unlock(&m);
  wait_for_beat();
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
