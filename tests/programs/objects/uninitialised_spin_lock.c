// expect: misuse
// message: never initialised
// lines: 14
//
// A spin lock has no static initialiser; zero is one that is held, on x86.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_spinlock_t s;
int main(void) {
  
  pthread_spin_lock(&s);
  return 0;
}
