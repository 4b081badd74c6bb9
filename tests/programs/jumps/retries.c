// expect: verified
// exit: 0
//
// Back to the same place several times, in between with operations that others see; siglongjmp, and the value 0.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void* worker(void* argument) {
  sigjmp_buf buffer;
  volatile int round = 0;
  const int value = sigsetjmp(buffer, 1);
  assert(value == (round == 0 ? 0 : 1));
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
  round = round + 1;
  if (round < 3) siglongjmp(buffer, 0);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(total == 6);
  return 0;
}
