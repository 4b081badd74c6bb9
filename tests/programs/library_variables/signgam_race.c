// expect: race on signgam
// lines: 9, 15
#define _DEFAULT_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>

void *other(void *unused) {
  signgam = 1;
  return unused;
}
int main(void) {
  signgam = 0;
  pthread_t p; pthread_create(&p, 0, other, 0);
  assert(signgam == 0);
  pthread_join(p, 0);
}
