// expect: misuse
// message: use as a spin lock of a synchronisation object that is a mutex
// lines: 12
//
#include <pthread.h>

static union { pthread_spinlock_t s; pthread_mutex_t m; } both = {.m = PTHREAD_MUTEX_INITIALIZER};

int main(void) {
  pthread_mutex_lock(&both.m);
  pthread_mutex_unlock(&both.m);
  pthread_spin_lock(&both.s);
  return 0;
}
