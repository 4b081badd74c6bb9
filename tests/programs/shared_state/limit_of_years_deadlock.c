// expect: deadlock
//
// A limit that nobody lives to see helps nobody out of a deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t never;
int main(void) {
  struct timespec until;
  sem_init(&never, 0, 0);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 2 * 366 * 24 * 3600;
  sem_timedwait(&never, &until);
  return 0;
}
