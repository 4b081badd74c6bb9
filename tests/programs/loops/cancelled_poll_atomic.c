// expect: verified
//
// Three threads poll an atomic that nobody sets, with a cancellation point before, after and beside sched_yield; another
// thread cancels them.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int quit;
pthread_t t[3];

void *point_first(void *unused) {
  do pthread_testcancel();
  while (!atomic_load(&quit));
  return unused;
}
void *point_last(void *unused) {
  while (!atomic_load(&quit)) usleep(10);
  return unused;
}
void *yielding(void *unused) {
  while (!atomic_load(&quit)) {
    sched_yield();
    pthread_testcancel();
  }
  return unused;
}

void *killer(void *which) {
  pthread_cancel(*(pthread_t *)which);
  return 0;
}

int main(void) {
  void *(*loops[])(void *) = {point_first, point_last, yielding};
  for (int i = 0; i < 3; i++) {
    pthread_t k;
    pthread_create(&t[i], 0, loops[i], 0);
    pthread_create(&k, 0, killer, &t[i]);
    pthread_join(k, 0);
    pthread_join(t[i], 0);
  }
  return 0;
}
