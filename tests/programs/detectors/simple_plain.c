// expect: race
// detectors: exact
//
// Kim, Yavuz-Kahveci and Sanders 2009, section 6.2 ("Simple"), with a plain flag.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int result, done;

static void *first(void *unused) {
  result = 1;
  done = 1;
  return unused;
}

static void *second(void *unused) {
  if (done) assert(result == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
