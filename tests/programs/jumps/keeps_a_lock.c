// expect: misuse
// lines: 15
//
// A jump does not unlock.
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf buffer;
static void* worker(void* argument) {
  if (setjmp(buffer) == 0) {
    pthread_mutex_lock(&m);
    longjmp(buffer, 1);
  }
  /* held by this thread */
  pthread_mutex_lock(&m);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
