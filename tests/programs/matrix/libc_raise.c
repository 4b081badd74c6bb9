// expect: inconclusive
// primitive: raise
// message: libc_raise.c:11:3: raise is not modelled (a definition of it in any source given to heddle is used instead)
//
// Delivery is not modelled.
#include <signal.h>
static volatile sig_atomic_t seen;
static void handler(int number) { seen = number; }
int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  return seen != SIGUSR1;
}
