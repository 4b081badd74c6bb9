// expect: race on data
// search: auto
//
// As jumps, with a race in the third round.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count, data;

static void* worker(void* unused) {
  jmp_buf again;
  volatile int round = 0;
  setjmp(again);
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  round = round + 1;
  if (round == 3) data = 1;
  longjmp(again, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  data = 2;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
