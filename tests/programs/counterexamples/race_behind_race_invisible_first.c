// expect: race on x
// expect: race on y
// flags: --keep-going
// search: invisible-first
//
// See race_behind_race_sync.c. This search makes the accesses to x scheduling points, since no lock protects them: it sees
// what a race does under --visible sync as well.
#include <pthread.h>

static int x, y;

static void* writer(void* arg) {
  x = 1, x = 2;
  y = 2;
  return arg;
}

static void* reader(void* arg) {
  if (x == 1)
    y = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
