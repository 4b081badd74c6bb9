// A value that is there for a moment only.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *writer(void *unused) {
  x = 1;
  x = 2;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, writer, NULL);
  int seen = x;
  assert(seen != 1);
  pthread_join(other, NULL);
}
