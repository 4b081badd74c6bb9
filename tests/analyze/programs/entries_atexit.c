// analyze: unknown
// options: --entry put
// The function that runs at the end is the caller's.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
void put(void (*f)(void)) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  atexit(f);
}
