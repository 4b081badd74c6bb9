// expect: misuse
// message: use as a mutex of a synchronisation object that is a spin lock
// lines: 13
//
#include <pthread.h>

static union { pthread_spinlock_t s; pthread_mutex_t m; } both;

int main(void) {
  pthread_spin_init(&both.s, 0);
  pthread_spin_lock(&both.s);
  pthread_spin_unlock(&both.s);
  pthread_mutex_lock(&both.m);
  return 0;
}
