// expect: race on timezone
// lines: 9, 14
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <string.h>
#include <time.h>

void *other(void *unused) {
  memset(&timezone, 1, sizeof timezone);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, other, 0);
  timezone = 2;
  pthread_join(p, 0);
}
