// analyze: verified
// Assembly that touches no memory.
#include <pthread.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* add(void* unused) {
  __asm__ volatile("pause");
  __asm__ volatile("rep; nop" ::: "memory");
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  return 0;
}
