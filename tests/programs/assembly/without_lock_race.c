// expect: race on value
//
// Without a lock cmpxchg is a read and a write.
#include <pthread.h>
#include <stddef.h>

static int value;

static void* worker(void* unused) {
  int before;
  __asm__ volatile("cmpxchgl %2, %1" : "=a"(before), "+m"(value) : "r"(1), "0"(0) : "memory");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
