// expect: verified
//
// Signals are blocked before any thread is started, so that all of them have that mask; what a thread changes is its own.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void* worker(void* argument) {
  sigset_t now;
  assert(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0);
  assert(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGUSR2) == 0);
  sigemptyset(&now);
  assert(pthread_sigmask(SIG_SETMASK, &now, NULL) == 0);
  return argument;
}

int main(void) {
  sigset_t set;
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  assert(sigismember(&set, SIGUSR1) == 1);
  return 0;
}
