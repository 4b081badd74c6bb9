// expect: livelock
// primitive: pthread_mutex_lock
//
// Each waits for the other to begin.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int begun[2];

static void meet(int self) {
  for (;;) {
    pthread_mutex_lock(&m);
    const int other = begun[1 - self];
    pthread_mutex_unlock(&m);
    if (other) break;
  }
  pthread_mutex_lock(&m);
  begun[self] = 1;
  pthread_mutex_unlock(&m);
}

static void* worker(void* arg) {
  meet(1);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  meet(0);
  pthread_join(one, NULL);
  return 0;
}
