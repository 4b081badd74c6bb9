// expect: verified
// primitive: signal
// primitive: sigaction
// primitive: sigemptyset
// primitive: pthread_sigmask
// primitive: sigprocmask
// primitive: sigaltstack
// exit: 0
// assumes: no signal comes
//
// Handlers are installed, asked for and ignored, by two threads at once; nothing is delivered.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static void handler(int number) { (void)number; }

static void* worker(void* argument) {
  sigset_t set, old;
  assert(sigfillset(&set) == 0 && sigdelset(&set, SIGUSR1) == 0);
  assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGUSR1) == 0);
  assert(pthread_sigmask(SIG_SETMASK, &set, NULL) == 0);
  assert(pthread_sigmask(SIG_BLOCK, NULL, &old) == 0);
  assert(sigismember(&old, SIGTERM) == 1 && sigismember(&old, SIGKILL) == 0);
  assert(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
  return argument;
}

int main(void) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGHUP);
  assert(sigaction(SIGINT, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler == handler && (old.sa_flags & SA_RESTART));
  assert(sigismember(&old.sa_mask, SIGHUP) == 1);
  assert(signal(SIGINT, SIG_DFL) == handler);
  assert(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
  assert(sigaction(0, NULL, &old) == -1 && signal(99, handler) == SIG_ERR);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  sighandler_t seen = signal(SIGPIPE, SIG_IGN);
  assert(seen == SIG_DFL || seen == SIG_IGN);
  sigset_t mine;
  assert(sigprocmask(SIG_BLOCK, NULL, &mine) == 0 && sigismember(&mine, SIGINT) == 0);
  for (int number = 32; number <= 33; number++)  // signals that the C library keeps for itself
    assert(sigaddset(&mine, number) == -1 && sigdelset(&mine, number) == -1 && sigismember(&mine, number) == 0);
  assert(sigismember(&mine, 0) == -1 && sigismember(&mine, 64) == 0 && sigismember(&mine, 65) == -1);
  stack_t stack;
  assert(sigaltstack(NULL, &stack) == 0 && stack.ss_flags == SS_DISABLE);
  pthread_join(t, NULL);
  return 0;
}
