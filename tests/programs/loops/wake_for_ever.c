// expect: inconclusive
// message: forever
// search: dpor optimal
//
// A visitor that comes and goes, and a host that looks for what it never does, in one of two ways through main. They wake
// each other for ever, and nothing that they do is waiting alone: a livelock that is not verified away.
#include <pthread.h>
#include <stdatomic.h>

atomic_int present, quit, way;

void *visitor(void *unused) {
  while (!quit) {
    present = 1;
    present = 0;
  }
  return unused;
}

void *host(void *unused) {
  way = 1;
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, visitor, 0);
  pthread_create(&u, 0, host, 0);
  if (way)
    while (present != 2) {
    }
  quit = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
