// expect: misuse
// lines: 11
//
// One mutex, destroyed and then locked.
#include <pthread.h>

static void use(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  pthread_mutex_lock(&m);
}

int main(void) { use(); }
