// expect: inconclusive
// message: rounds of the loop
// search: auto
//
// A loop by longjmp: it has no back edge, and no end.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* worker(void* unused) {
  jmp_buf again;
  setjmp(again);
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  longjmp(again, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
