// expect: deadlock
// search: dpor optimal stateful
//
// The end of the pipe is never closed.
#include <pthread.h>
#include <unistd.h>
static int p[2];
static void* worker(void* a) {
  char c;
  while (read(p[0], &c, 1) == 1) {
  }
  return a;
}
int main(void) {
  pipe(p);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  write(p[1], "x", 1);
  pthread_join(t, 0);
  return 0;
}
