// expect: race on object
// lines: 12, 20
// detectors: exact
//
// All bytes of a condition variable are its own: a write to one of them beside a use of it is a race, whichever byte it is.
#include <pthread.h>
#include <semaphore.h>

static pthread_cond_t object;

static void *uses(void *argument) {
  pthread_cond_broadcast(&object);
  return argument;
}

int main(void) {
  pthread_t user;
  pthread_cond_init(&object, 0);
  pthread_create(&user, 0, uses, 0);
  ((char *)&object)[sizeof object - 1] = 0;
  pthread_join(user, 0);
  return 0;
}
