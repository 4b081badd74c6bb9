// expect: verified
// exit: 0
// search: dpor optimal
//
// select with a time limit, again until there is something. (Searches that compare states have no end here: each time-out moves
// the thread's clock on, and clocks are part of a state. Decision 59.)
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
  int tries = 0;
  for (;;) {
    fd_set s;
    FD_ZERO(&s);
    FD_SET(p[0], &s);
    struct timeval tv = {0, 1000};
    int n = select(p[0] + 1, &s, 0, 0, &tv);
    assert(n == 0 || (n == 1 && FD_ISSET(p[0], &s)));
    if (n == 1) break;
    tries++;
  }
  char c;
  assert(read(p[0], &c, 1) == 1);
  pthread_join(t, 0);
  return 0;
}
