// expect: verified
// visible: sync all
//
// What an execution leaves in the variable is not there in the next one.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;

void *add(void *unused) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, add, 0);
  add(0);
  pthread_join(p, 0);
  if (timezone != 0) return 1;
  timezone = 77;
  return 0;
}
