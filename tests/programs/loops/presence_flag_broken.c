// expect: assertion
//
// Who has met the visitor may find it gone.
#include <assert.h>
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

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, visitor, 0);
  while (!present) {
  }
  assert(present);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
