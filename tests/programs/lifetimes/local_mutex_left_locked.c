// expect: misuse
// lines: 10
//
// The storage of a locked mutex ends, with nobody else there to see it.
#include <pthread.h>

static void use(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
}

int main(void) { use(); }
