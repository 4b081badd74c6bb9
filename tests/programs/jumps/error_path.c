// expect: verified
// exit: 0
// assumes: nothing
//
// An error that goes over several frames, in two threads that each have a buffer of their own.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int errors;
static void deep(jmp_buf* out, int n) {
  volatile int local[4] = {n, n, n, n};
  if (n == 0) longjmp(*out, 5);
  deep(out, n - 1);
  local[0] = n;
}
static void* worker(void* argument) {
  jmp_buf buffer;
  volatile int tries = 0;
  int code = setjmp(buffer);
  if (code == 0) {
    tries = tries + 1;
    deep(&buffer, 3);
    assert(0);
  }
  assert(code == 5 && tries == 1);
  pthread_mutex_lock(&m);
  errors++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(errors == 2);
  return 0;
}
