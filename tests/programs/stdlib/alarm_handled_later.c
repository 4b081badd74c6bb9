// expect: inconclusive
// message: an alarm that is handled
//
// The other way round.
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static void rings(int number) { rung = number; }
int main(void) {
  alarm(1);
  signal(SIGALRM, rings);
  while (!rung) {
  }
  return 0;
}
