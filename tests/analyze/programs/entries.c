// analyze: verified
// options: --entry get,put
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
int get(void) {
  pthread_mutex_lock(&m);
  int seen = x;
  pthread_mutex_unlock(&m);
  return seen;
}
void put(int value) {
  pthread_mutex_lock(&m);
  x = value;
  pthread_mutex_unlock(&m);
}
