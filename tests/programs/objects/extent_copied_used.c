// expect: race on s
// lines: 13, 20
//
// A copy of a structure reads all of it, the mutex inside, too; the lock in another thread writes that. ThreadSanitizer
// does not see it, because nothing in glibc is instrumented; by POSIX a mutex must not be copied at all.
#include <pthread.h>

static struct {
  int value;
  pthread_mutex_t m;
} s = {1, PTHREAD_MUTEX_INITIALIZER}, copy;
static void *locks(void *argument) {
  pthread_mutex_lock(&s.m);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, locks, 0);
  copy = s;
  pthread_join(other, 0);
  return copy.value - 1;
}
