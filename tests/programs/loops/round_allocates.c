// expect: verified
// assumes: malloc succeeds
//
// In C, with a block that grows.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int ready;

static void *run(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  while (!ready) {
    char *p = malloc(40);
    memset(p, 1, 40);
    p = realloc(p, 80);
    free(p);
  }
  pthread_join(other, NULL);
}
