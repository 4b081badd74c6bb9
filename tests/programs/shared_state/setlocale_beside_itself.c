// expect: race
//
// The locale is one for the whole process; two threads may not set it at once, even to what it is.
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

static void* worker(void* unused) {
  setlocale(LC_ALL, "C");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
