// expect: inconclusive
// message: endless_loop.c:10: a loop ran
//
// A loop that neither ends nor synchronises nor repeats itself: named, not run for ever.
#include <pthread.h>

static volatile unsigned long ticks;

static void* worker(void* arg) {
  for (;;) ticks++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
