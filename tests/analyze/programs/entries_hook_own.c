// analyze: verified
// options: --entry put
// entries_hook.c where nobody else can name the variable, and no entry sets it.
#include <pthread.h>
static void (*hook)(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
void put(void) {
  pthread_mutex_lock(&m);
  n++;
  if (hook) hook();
  pthread_mutex_unlock(&m);
}
