// analyze: unknown
// Assembly that names a variable and says nothing of it.
#include <pthread.h>

int shared;

static void* add(void* unused) {
  __asm__ volatile("incl shared(%rip)");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  __asm__ volatile("incl shared(%rip)");
  pthread_join(t, 0);
  return 0;
}
