// expect: verified
// visible: sync all
//
// Written in the middle, under a lock, so that executions go back to before and after it.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int calls;

void *add(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    assert(timezone == calls);
    timezone = ++calls;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, add, 0);
  add(0);
  pthread_join(p, 0);
  return timezone != 4;
}
