// expect: race on done
// lines: 10, 12
//
// once.c by hand with a plain flag.
#include <pthread.h>

static int done, value;

static void* worker(void* arg) {
  if (!done) {
    value = 7;
    done = 1;
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return value - 7;
}
