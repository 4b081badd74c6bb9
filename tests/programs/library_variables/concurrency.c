// expect: verified
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

void *set(void *unused) {
  pthread_setconcurrency(3);
  return unused;
}
int main(void) {
  if (pthread_setconcurrency(-1) != EINVAL || pthread_getconcurrency() != 0) return 1;
  pthread_t p; pthread_create(&p, 0, set, 0);
  while (pthread_getconcurrency() != 3) {}
  pthread_join(p, 0);
  return pthread_getconcurrency() != 3;
}
