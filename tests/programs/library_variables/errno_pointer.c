// expect: race on errno
// lines: 11, 17
//
// A pointer to errno leads to that of the thread which took it.
#include <errno.h>
#include <pthread.h>

int *place;

void *other(void *unused) {
  *place = 5;
  return unused;
}
int main(void) {
  place = &errno;
  pthread_t p; pthread_create(&p, 0, other, 0);
  errno = 3;
  pthread_join(p, 0);
}
