// expect: verified
// flags: --detector locking-discipline
// visible: all
//
// With every access as a scheduling point nothing depends on races, and the discipline is verified by itself.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
