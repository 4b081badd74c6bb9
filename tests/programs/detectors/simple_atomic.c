// expect: verified
// detectors: exact
// visible: sync all
//
// Kim, Yavuz-Kahveci and Sanders 2009, section 6.2 ("Simple"): the flag is atomic (volatile, in Java).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int result;
static atomic_int done;

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
