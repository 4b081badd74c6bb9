// expect: verified
//
// The same in order: what the other thread writes there is main's errno, not its own.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int *place;

void *other(void *unused) {
  errno = 7;
  *place = 5;
  assert(errno == 7 && place != &errno);
  return unused;
}
int main(void) {
  place = &errno;
  pthread_t p; pthread_create(&p, 0, other, 0);
  pthread_join(p, 0);
  return errno != 5;
}
