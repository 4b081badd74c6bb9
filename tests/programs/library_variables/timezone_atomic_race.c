// expect: race on timezone
// lines: 8, 13
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <time.h>

void *add(void *unused) {
  __atomic_fetch_add(&timezone, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, add, 0);
  timezone = 5;
  pthread_join(p, 0);
}
