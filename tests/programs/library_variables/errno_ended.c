// expect: inconclusive
// message: errno of a thread that has ended
//
// Undefined, since the place is gone; Heddle does not say more.
#include <errno.h>
#include <pthread.h>

void *other(void *unused) {
  errno = 7;
  return &errno;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, other, 0);
  void *place;
  pthread_join(p, &place);
  return *(int *)place == 5;
}
