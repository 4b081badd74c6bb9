// expect: verified
// primitive: pthread_mutex_lock
// exit: 0
//
// Lock, look, unlock, again: a wait, if a wasteful one.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done[2], data;

static int is_done(int i) {
  pthread_mutex_lock(&m);
  const int result = done[i];
  pthread_mutex_unlock(&m);
  return result;
}

static void* worker(void* arg) {
  while (!is_done(0)) usleep(1000);
  data++;
  pthread_mutex_lock(&m);
  done[1] = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  data = 1;
  pthread_mutex_lock(&m);
  done[0] = 1;
  pthread_mutex_unlock(&m);
  while (!is_done(1)) {
  }
  const int result = data - 2;
  pthread_join(one, NULL);
  return result;
}
