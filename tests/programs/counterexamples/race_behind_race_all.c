// expect: race on x
// expect: race on y
// flags: --keep-going
// visible: all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// See race_behind_race_sync.c.
#include <pthread.h>

static int x, y;

static void* writer(void* arg) {
  x = 1, x = 2;
  y = 2;
  return arg;
}

static void* reader(void* arg) {
  if (x == 1) y = 1;
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
