// expect: race on timezone
// lines: 8, 13
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <time.h>

void *other(void *unused) {
  timezone = 1;
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, other, 0);
  timezone = 2;
  pthread_join(p, 0);
}
