// expect: verified
// executions(pruning): 1
// search: pruning
//
// Far more sections of a counter in a row than are executed in one step.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* work(void* arg) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&counting);
    count++;
    pthread_mutex_unlock(&counting);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
