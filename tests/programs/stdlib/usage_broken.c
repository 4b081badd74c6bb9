// expect: race
// lines: 12
//
// One structure for both.
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

static struct rusage used;

static void* worker(void* arg) {
  getrusage(RUSAGE_SELF, &used);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
