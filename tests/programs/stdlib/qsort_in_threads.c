// expect: verified
//
// qsort with a comparison that takes a lock, in two threads.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int comparisons;

static int compare(const void* a, const void* b) {
  pthread_mutex_lock(&m);
  comparisons++;
  pthread_mutex_unlock(&m);
  return *(const int*)a - *(const int*)b;
}

static void* worker(void* arg) {
  qsort(arg, 2, sizeof(int), compare);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int one[2] = {3, 1}, two[2] = {2, 1};
  pthread_create(&thread, NULL, worker, one);
  qsort(two, 2, sizeof(int), compare);
  pthread_join(thread, NULL);
  return one[0] == 1 && two[1] == 2 && comparisons >= 2 ? 0 : 1;
}
