// expect: assertion
// search: dpor optimal stateful
//
// The same once: the time may be over before.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>
static int p[2];
static void* w(void* a) {
  assert(write(p[1], "x", 1) == 1);
  return a;
}
int main(void) {
  assert(pipe(p) == 0);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  fd_set s;
  FD_ZERO(&s);
  FD_SET(p[0], &s);
  struct timeval tv = {1, 0};
  assert(select(p[0] + 1, &s, 0, 0, &tv) == 1);
  pthread_join(t, 0);
  return 0;
}
