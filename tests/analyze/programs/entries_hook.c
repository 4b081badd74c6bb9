// analyze: unknown
// options: --entry put
// The function was put there by somebody who can name the variable.
#include <pthread.h>
void (*hook)(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
void put(void) {
  pthread_mutex_lock(&m);
  n++;
  if (hook) hook();
  pthread_mutex_unlock(&m);
}
