// expect: race on buffer
//
// Two threads fill one buffer.
#include <pthread.h>
#include <setjmp.h>
static jmp_buf buffer;
static void* worker(void* argument) {
  if (setjmp(buffer)) return 0;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
