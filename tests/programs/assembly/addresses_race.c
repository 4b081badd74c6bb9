// expect: race on numbers[2]
//
// A plain change of memory through an offset is a plain access.
#include <pthread.h>
#include <stddef.h>

static int numbers[4];

static void* worker(void* unused) {
  __asm__ volatile("incl 8(%0)" : : "r"(numbers) : "memory");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
