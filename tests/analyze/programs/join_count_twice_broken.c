// analyze: race on sum
// The array is filled a second time before the joins: the first ids are lost.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void* add(void* unused) {
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(int argc, char** argv) {
  pthread_t threads[8];
  int count = argc < 8 ? argc : 8;
  for (int again = 0; again < argc + 1; again++)
    for (int i = 0; i < count; i++) pthread_create(&threads[i], 0, add, argv);
  for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
  return sum > count;
}
