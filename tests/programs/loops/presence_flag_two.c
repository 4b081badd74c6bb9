// expect: verified
// search: dpor optimal
//
// Two who wait for the same visitor, each on its own way in and out.
#include <pthread.h>
#include <stdatomic.h>

atomic_int present, quit;

void *visitor(void *unused) {
  while (!quit) {
    present = 1;
    present = 0;
  }
  return unused;
}

void *host(void *unused) {
  while (!present) {
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, visitor, 0);
  pthread_create(&u, 0, host, 0);
  while (!present) {
  }
  pthread_join(u, 0);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
