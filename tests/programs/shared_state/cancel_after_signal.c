// expect: verified
// exit: 0 1
//
// A wait that was signalled and then cancelled before it could go on: POSIX leaves open which of the two counts, and in
// glibc it may be either.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void* wait(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  while (!go) pthread_cond_wait(&changed, &m);
  pthread_cleanup_pop(1);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, wait, 0);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  pthread_cancel(t);
  pthread_join(t, &result);
  return result == PTHREAD_CANCELED;
}
