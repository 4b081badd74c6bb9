// expect: race on x
// lines: 17, 29
// search: dfs dpor pruning
//
// What the second thread reads of the clock depends on whether it came after the first.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  usleep(5000);
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  clock_gettime(CLOCK_MONOTONIC, &now);
  long passed = (now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000;
  if (passed < 4)
    x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
