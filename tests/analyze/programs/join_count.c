// analyze: verified
// As many joins as creations, however many those are.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void* add(void* unused) {
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(int argc, char** argv) {
  int count = argc + 1;
  pthread_t* threads = malloc((size_t)count * sizeof *threads);
  if (!threads) return 1;
  for (int i = 0; i < count; i++) pthread_create(&threads[i], 0, add, argv);
  for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
  free(threads);
  return sum - count;
}
