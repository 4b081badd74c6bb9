// expect: race on errors
// lines: 17
//
// The broken twin: without the lock.
#include <pthread.h>
#include <setjmp.h>
static int errors;
static void deep(jmp_buf* out, int n) {
  if (n == 0) longjmp(*out, 5);
  deep(out, n - 1);
}
static void* worker(void* argument) {
  jmp_buf buffer;
  if (setjmp(buffer) == 0)
    deep(&buffer, 2);
  else
    errors++;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
