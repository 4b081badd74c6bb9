// expect: race on x
// lines: 11, 19
// visible: sync all
//
// fork_join.c, but main uses x before the join.
#include <pthread.h>

static int x;

static void* child(void* arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t thread;
  x = 1;
  pthread_create(&thread, NULL, child, NULL);
  x++;
  pthread_join(thread, NULL);
  return 0;
}
