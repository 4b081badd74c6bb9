// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// Both sides of the branch access what the lock protects, and nothing else.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int largest, changes;

static void* first(void* arg) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    if (largest < i) {
      largest = i;
      changes++;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void* second(void* arg) {
  for (int i = 1; i < 3; ++i) {
    pthread_mutex_lock(&m);
    if (largest < i) {
      largest = i;
      changes++;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
