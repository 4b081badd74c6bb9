// expect: deadlock
//
// ... and one that does: the watchdog does not make it right.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static sem_t never;
int main(void) {
  alarm(5);
  sem_init(&never, 0, 0);
  sem_wait(&never);
  return 0;
}
