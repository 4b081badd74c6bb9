// expect: verified
//
// C: a function without a value is fine as long as nobody asks for it.
#include <assert.h>
#include <pthread.h>

static int n;

static void* thread(void* arg) { n += arg == 0; }
static int twice(void) { n *= 2; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  twice();
  assert(n == 2);
  return 0;
}
