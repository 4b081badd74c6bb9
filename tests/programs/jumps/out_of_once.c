// expect: inconclusive
// message: longjmp out of a function that a library has called is not modelled
//
// The library would be left in the middle of its work.
#include <pthread.h>
#include <setjmp.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static jmp_buf buffer;
static void leaves(void) { longjmp(buffer, 1); }
int main(void) {
  if (setjmp(buffer) == 0) pthread_once(&once, leaves);
  return 0;
}
