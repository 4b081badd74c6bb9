// expect: livelock
//
// Two loops with a cancellation point, and only one of the threads is cancelled.
#include <pthread.h>
#include <unistd.h>

void *spin(void *unused) {
  for (;;) usleep(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, spin, 0);
  pthread_create(&b, 0, spin, 0);
  pthread_cancel(a);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
