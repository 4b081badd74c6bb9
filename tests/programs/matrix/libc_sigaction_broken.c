// expect: race on action
// primitive: sigaction
// lines: 13, 20
//
// What the caller hands over is read.
#include <pthread.h>
#include <signal.h>

static struct sigaction action;

static void* worker(void* argument) {
  /* reads the structure */
  sigaction(SIGUSR1, &action, 0);
  return argument;
}
int main(void) {
  pthread_t t;
  action.sa_handler = SIG_IGN;
  pthread_create(&t, 0, worker, 0);
  action.sa_handler = SIG_DFL;
  pthread_join(t, 0);
  return 0;
}
