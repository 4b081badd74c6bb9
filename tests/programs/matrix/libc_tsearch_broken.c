// expect: race on root
// primitive: tsearch
//
// Without the lock.
#include <pthread.h>
#include <search.h>

static void* root;
static int numbers[] = {5, 2};

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void* worker(void* argument) {
  tsearch(&numbers[0], &root, compare);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  tsearch(&numbers[1], &root, compare);
  pthread_join(t, 0);
  return 0;
}
