// expect: race on x
// expect: race on y
// flags: --keep-going
// search: dfs dpor selective composed stateful best-first
//
// x=1; x=2; y=2 | if(x==1) y=1. The value 1 of x can be seen only in the middle of a segment that no other thread
// enters under --visible sync. The search goes on past the race on x, so it makes x visible by itself, and meets the
// race on y behind it.
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
