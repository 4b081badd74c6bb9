// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// A detached thread still waits on a condition when main returns: it vanishes with the process. Not a deadlock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waits(void* arg) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&never, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_detach(thread);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
