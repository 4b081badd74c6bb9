// expect: verified
//
// sem_post at SEM_VALUE_MAX fails with EOVERFLOW and changes nothing (POSIX, Issue 8; glibc).
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
void *take(void *unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  int value;
  assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
  assert(sem_post(&s) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&s, &value) == 0 && value == SEM_VALUE_MAX);
  pthread_t t;
  pthread_create(&t, 0, take, 0);
  int r = sem_post(&s);  // before or after the other thread has taken one
  pthread_join(t, 0);
  assert(sem_getvalue(&s, &value) == 0 && value == SEM_VALUE_MAX - (r != 0));
  return 0;
}
