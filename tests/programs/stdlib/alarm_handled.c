// expect: inconclusive
// message: an alarm that is handled
//
// What a handler would do cannot be left out.
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static void rings(int number) { rung = number; }
int main(void) {
  signal(SIGALRM, rings);
  alarm(1);
  while (!rung) {
  }
  return 0;
}
