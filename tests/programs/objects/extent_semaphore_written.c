// expect: race on object
// lines: 12, 20
// detectors: exact
//
// All bytes of a semaphore are its own: a write to one of them beside a use of it is a race, whichever byte it is.
#include <pthread.h>
#include <semaphore.h>

static sem_t object;

static void *uses(void *argument) {
  sem_wait(&object);
  return argument;
}

int main(void) {
  pthread_t user;
  sem_init(&object, 0, 1);
  pthread_create(&user, 0, uses, 0);
  ((char *)&object)[sizeof object - 1] = 0;
  pthread_join(user, 0);
  return 0;
}
